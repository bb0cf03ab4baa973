/* Stands between WinBoard in Wine, which starts only programs for Windows, and an engine outside: hands bytes on
 * between standard input and output and a port of this machine.
 *
 *   bridge.exe PORT
 */
#include <winsock2.h>
#include <windows.h>
#include <stdlib.h>

static SOCKET engine;

/* From the graphical interface to the engine, until the end of the input. */
static DWORD WINAPI forward(LPVOID unused)
{
    char bytes[4096];
    DWORD count;
    (void)unused;
    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes, sizeof bytes, &count, NULL) && count > 0) {
        DWORD sent = 0;
        while (sent < count) {
            int some = send(engine, bytes + sent, (int)(count - sent), 0);
            if (some <= 0)
                return 0;
            sent += (DWORD)some;
        }
    }
    shutdown(engine, SD_SEND);
    return 0;
}

int main(int count, char **arguments)
{
    WSADATA data;
    struct sockaddr_in address = {0};
    char bytes[4096];
    int received;
    if (count != 2 || WSAStartup(MAKEWORD(2, 2), &data) != 0)
        return 2;
    engine = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_family = AF_INET;
    address.sin_port = htons((u_short)atoi(arguments[1]));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(engine, (struct sockaddr *)&address, sizeof address) != 0)
        return 1;
    CreateThread(NULL, 0, forward, NULL, 0, NULL);
    while ((received = recv(engine, bytes, sizeof bytes, 0)) > 0) {
        DWORD written = 0, done = 0;
        while (done < (DWORD)received) {
            if (!WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes + done, (DWORD)received - done, &written, NULL))
                return 1;
            done += written;
        }
    }
    return 0;
}

/* The random numbers of Windows 10, for versions of Wine that lack them: since 2023 every program of Rust asks
 * `bcryptprimitives.dll` for them. The tests put it beside the program; Windows itself needs nothing.
 */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)
{
    return RtlGenRandom(bytes, (ULONG)count);
}

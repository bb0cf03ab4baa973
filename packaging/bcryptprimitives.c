/* A stand-in for a library that Wine before 9 lacks, to start helgi.exe there. It is no part of any package. */
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length); /* documented as RtlGenRandom */
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) { return SystemFunction036(buffer, (ULONG)length); }

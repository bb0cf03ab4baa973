#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| helgi_fuzz::desk(input));

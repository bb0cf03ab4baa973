//! The checksum of a net's file.

use std::array;

/// The CRC-32 of some contents. Bit by bit it takes a millisecond for a net. The table is made here: nothing would compress it in
/// the modules that pages download.
pub(super) fn checksum(contents: &[u8]) -> u32 {
    let shifted = |sum: u32| (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
    let table: [u32; 256] = array::from_fn(|byte| (0..8).fold(byte as u32, |sum, _| shifted(sum)));
    let with_byte = |sum: u32, byte: &u8| (sum >> 8) ^ table[usize::from(sum as u8 ^ byte)];
    !contents.iter().fold(u32::MAX, with_byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        // The check value of CRC-32/ISO-HDLC.
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
        assert_eq!(checksum(b""), 0);
    }
}

//! Bit streams: numbers in as few bits as they need.

/// Writes bits, the lowest bit of each byte first.
#[derive(Debug, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    word: u64,
    used: u32,
}

impl BitWriter {
    /// Writes the lowest `count` bits of a number, at most 32.
    pub(super) fn write(&mut self, number: u32, count: u32) {
        self.word |= u64::from(number) << self.used;
        self.used += count;
        while self.used >= 8 {
            self.bytes.push(self.word as u8);
            self.word >>= 8;
            self.used -= 8;
        }
    }

    /// Writes a Rice code: the quotient by 2^k in ones, a zero, and the lowest k bits. Short for numbers
    /// around 2^k.
    pub(super) fn write_rice(&mut self, number: u32, k: u32) {
        let mut quotient = number >> k;
        while quotient >= 24 {
            self.write(0xFF_FFFF, 24);
            quotient -= 24;
        }
        self.write((1 << quotient) - 1, quotient + 1);
        self.write(number & ((1 << k) - 1), k);
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.used > 0 {
            self.bytes.push(self.word as u8);
        }
        self.bytes
    }
}

/// Reads the output of a [`BitWriter`]. Bits beyond the end are 0.
#[derive(Debug)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    word: u64,
    held: u32,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            word: 0,
            held: 0,
        }
    }

    fn fill(&mut self) {
        while self.held <= 56 {
            let Some((byte, rest)) = self.bytes.split_first() else {
                return;
            };
            self.word |= u64::from(*byte) << self.held;
            self.held += 8;
            self.bytes = rest;
        }
    }

    /// Reads the next `count` bits, at most 32.
    pub(super) fn read(&mut self, count: u32) -> u32 {
        self.fill();
        let number = (self.word & ((1 << count) - 1)) as u32;
        self.word >>= count;
        self.held = self.held.saturating_sub(count);
        number
    }

    /// Reads the output of `write_rice`.
    pub(super) fn read_rice(&mut self, k: u32) -> u32 {
        let mut quotient = 0_u32;
        loop {
            self.fill();
            let ones = (!self.word).trailing_zeros().min(24);
            quotient = quotient.wrapping_add(ones);
            self.word >>= ones;
            self.held = self.held.saturating_sub(ones);
            if ones < 24 {
                break;
            }
        }
        self.read(1);
        (quotient << k) | self.read(k)
    }
}

/// Writes a number in groups of seven bits, lowest first.
pub(crate) fn put_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number written by `put_varint` off the front; `None` if the bytes end too early or the number is
/// too long.
pub(crate) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn encoding_round_trips(numbers in prop::collection::vec((0..1_u32 << 20, 12..20_u32), 0..200)) {
            let mut writer = BitWriter::default();
            for (number, k) in &numbers {
                writer.write_rice(*number, *k);
                writer.write(number & 0xFFF, 12);
            }
            let bytes = writer.finish();
            let mut reader = BitReader::new(&bytes);
            for (number, k) in numbers {
                prop_assert_eq!(reader.read_rice(k), number);
                prop_assert_eq!(reader.read(12), number & 0xFFF);
            }
        }

        #[test]
        fn long_quotients_round_trip(number in 0..5_000_u32) {
            let mut writer = BitWriter::default();
            writer.write_rice(number, 0);
            writer.write_rice(7, 2);
            let bytes = writer.finish();
            let mut reader = BitReader::new(&bytes);
            prop_assert_eq!((reader.read_rice(0), reader.read_rice(2)), (number, 7));
        }

        #[test]
        fn varints_round_trip(number in any::<u64>()) {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, number);
            prop_assert_eq!(take_varint(&mut &bytes[..]), Some(number));
            prop_assert_eq!(take_varint(&mut &bytes[..bytes.len() - 1]), None);
        }
    }
}

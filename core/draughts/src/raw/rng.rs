//! Random numbers, equal for equal seeds on every machine: SplitMix64 (Steele, Lea, Flood 2014). The caller chooses
//! the seed.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts the stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Returns the next number of the stream.
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Returns the next number below `n`, which must not be 0.
    pub const fn below(&mut self, n: usize) -> usize {
        (self.draw() % n as u64) as usize
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Hashes a number: the first number of its stream.
pub const fn mix(seed: u64) -> u64 {
    Rng::new(seed).draw()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of the published program. Seeds are stored in files, so the stream must never change.
    #[test]
    fn the_stream_is_that_of_the_paper() {
        let mut rng = Rng::new(1_234_567);
        let drawn = [(); 3].map(|()| rng.draw());
        assert_eq!(
            drawn,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
        assert_eq!(mix(1_234_567), drawn[0]);
    }
}

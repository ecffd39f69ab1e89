//! Finds where a smooth function is least: L-BFGS (Nocedal 1980) with a halving line search. Knows not what it is of.
use std::collections::VecDeque;

/// Steps remembered.
const MEMORY: usize = 8;

/// A descent on its way.
pub(super) struct Descent {
    pub(super) at: Vec<f32>,
    pub(super) value: f64,
    slope: Vec<f32>,
    steps: VecDeque<Step>,
}

/// A step taken, how the slope changed over it, and the inverse of their product.
struct Step {
    by: Vec<f32>,
    change: Vec<f32>,
    inverse: f64,
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

fn add(to: &mut [f32], factor: f64, what: &[f32]) {
    to.iter_mut()
        .zip(what)
        .for_each(|(to, what)| *to += factor as f32 * what);
}

impl Descent {
    /// From a point on. `function` gives the value, and writes the slope.
    pub(super) fn new(at: Vec<f32>, mut function: impl FnMut(&[f32], &mut [f32]) -> f64) -> Descent {
        let mut slope = vec![0.0; at.len()];
        let value = function(&at, &mut slope);
        Descent {
            at,
            value,
            slope,
            steps: VecDeque::new(),
        }
    }

    /// One step down; false where none is found.
    pub(super) fn step(&mut self, mut function: impl FnMut(&[f32], &mut [f32]) -> f64) -> bool {
        let mut direction: Vec<f32> = self.slope.iter().map(|slope| -slope).collect();
        let mut shares = Vec::new();
        for step in self.steps.iter().rev() {
            let share = step.inverse * dot(&step.by, &direction);
            add(&mut direction, -share, &step.change);
            shares.push(share);
        }
        match self.steps.back() {
            Some(last) => {
                let scale = 1.0 / (last.inverse * dot(&last.change, &last.change));
                direction.iter_mut().for_each(|number| *number *= scale as f32);
            }
            None => {
                let length = dot(&direction, &direction).sqrt().max(1e-30);
                direction.iter_mut().for_each(|number| *number /= length as f32);
            }
        }
        for (step, share) in self.steps.iter().zip(shares.into_iter().rev()) {
            let back = step.inverse * dot(&step.change, &direction);
            add(&mut direction, share - back, &step.by);
        }
        let descent = dot(&direction, &self.slope);
        if descent >= 0.0 {
            return false;
        }
        let mut slope = vec![0.0; self.at.len()];
        let mut length = 1.0;
        for _ in 0..20 {
            let mut at = self.at.clone();
            add(&mut at, length, &direction);
            let value = function(&at, &mut slope);
            if value <= self.value + 1e-4 * length * descent {
                let by: Vec<f32> = direction.iter().map(|number| number * length as f32).collect();
                let change: Vec<f32> = slope
                    .iter()
                    .zip(&self.slope)
                    .map(|(new, old)| new - old)
                    .collect();
                let product = dot(&by, &change);
                if product > 0.0 {
                    self.steps.push_back(Step {
                        by,
                        change,
                        inverse: 1.0 / product,
                    });
                    if self.steps.len() > MEMORY {
                        self.steps.pop_front();
                    }
                }
                (self.at, self.slope, self.value) = (at, slope, value);
                return true;
            }
            length /= 2.0;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_bottom_of_a_curved_valley() {
        // Rosenbrock's function: least, 0, at (1, 1).
        let function = |at: &[f32], slope: &mut [f32]| {
            let (x, y) = (f64::from(at[0]), f64::from(at[1]));
            slope[0] = (-2.0 * (1.0 - x) - 400.0 * x * (y - x * x)) as f32;
            slope[1] = (200.0 * (y - x * x)) as f32;
            (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
        };
        let mut descent = Descent::new(vec![-1.2, 1.0], function);
        let start = descent.value;
        for _ in 0..100 {
            descent.step(function);
        }
        assert!(start > 20.0 && descent.value < 1e-6, "{}", descent.value);
    }
}

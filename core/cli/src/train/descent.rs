//! Minimises a smooth function: L-BFGS (Nocedal 1980) with a backtracking line search.
use std::collections::VecDeque;

/// Number of remembered corrections.
const MEMORY: usize = 8;

/// A minimisation in progress.
pub(super) struct Descent {
    pub(super) point: Vec<f32>,
    pub(super) value: f64,
    gradient: Vec<f32>,
    corrections: VecDeque<Correction>,
}

/// A step, the change of the gradient over it, and the inverse of their dot product.
struct Correction {
    step: Vec<f32>,
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
    /// Starts at a point. `function` returns the value and writes the gradient.
    pub(super) fn new(point: Vec<f32>, mut function: impl FnMut(&[f32], &mut [f32]) -> f64) -> Descent {
        let mut gradient = vec![0.0; point.len()];
        let value = function(&point, &mut gradient);
        Descent {
            point,
            value,
            gradient,
            corrections: VecDeque::new(),
        }
    }

    /// Makes one step. Returns false if none reduces the value.
    pub(super) fn step(&mut self, mut function: impl FnMut(&[f32], &mut [f32]) -> f64) -> bool {
        let mut direction: Vec<f32> = self.gradient.iter().map(|gradient| -gradient).collect();
        let mut alphas = Vec::new();
        for correction in self.corrections.iter().rev() {
            let alpha = correction.inverse * dot(&correction.step, &direction);
            add(&mut direction, -alpha, &correction.change);
            alphas.push(alpha);
        }
        match self.corrections.back() {
            Some(last) => {
                let scale = 1.0 / (last.inverse * dot(&last.change, &last.change));
                direction.iter_mut().for_each(|number| *number *= scale as f32);
            }
            None => {
                let length = dot(&direction, &direction).sqrt().max(1e-30);
                direction.iter_mut().for_each(|number| *number /= length as f32);
            }
        }
        for (correction, alpha) in self.corrections.iter().zip(alphas.into_iter().rev()) {
            let beta = correction.inverse * dot(&correction.change, &direction);
            add(&mut direction, alpha - beta, &correction.step);
        }
        let descent = dot(&direction, &self.gradient);
        if descent >= 0.0 {
            return false;
        }
        let mut gradient = vec![0.0; self.point.len()];
        let mut length = 1.0;
        for _ in 0..20 {
            let mut point = self.point.clone();
            add(&mut point, length, &direction);
            let value = function(&point, &mut gradient);
            if value <= self.value + 1e-4 * length * descent {
                let step: Vec<f32> = direction.iter().map(|number| number * length as f32).collect();
                let change: Vec<f32> = gradient
                    .iter()
                    .zip(&self.gradient)
                    .map(|(new, old)| new - old)
                    .collect();
                let product = dot(&step, &change);
                if product > 0.0 {
                    self.corrections.push_back(Correction {
                        step,
                        change,
                        inverse: 1.0 / product,
                    });
                    if self.corrections.len() > MEMORY {
                        self.corrections.pop_front();
                    }
                }
                (self.point, self.gradient, self.value) = (point, gradient, value);
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
        // Rosenbrock's function: its minimum, 0, is at (1, 1).
        let function = |point: &[f32], gradient: &mut [f32]| {
            let (x, y) = (f64::from(point[0]), f64::from(point[1]));
            gradient[0] = (-2.0 * (1.0 - x) - 400.0 * x * (y - x * x)) as f32;
            gradient[1] = (200.0 * (y - x * x)) as f32;
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

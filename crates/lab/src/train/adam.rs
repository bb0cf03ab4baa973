//! The optimiser: Adam with decoupled weight decay (Kingma and Ba 2014; Loshchilov and Hutter 2017).

/// The part of the means of the gradients, and of their squares, that stays from step to step.
const KEPT: (f32, f32) = (0.9, 0.999);

/// Keeps the root of a mean square that is nothing from being divided by.
const LEAST: f32 = 1e-8;

/// The means that belong to some parameters.
#[derive(Clone, Debug)]
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
}

/// The step that is taken for all parameters of a batch.
#[derive(Clone, Copy, Debug)]
pub struct AdamStep {
    rate: f32,
    decay: f32,
    unbias: (f32, f32),
}

impl AdamStep {
    /// Step number `number`, from 1, with this learning rate and weight decay.
    pub fn new(number: u32, rate: f32, decay: f32) -> Self {
        // Both averages begin at 0, and this makes up for it.
        let unbias = |kept: f32| (1.0 - f64::from(kept).powi(number as i32)) as f32;
        AdamStep { rate, decay: rate * decay, unbias: (unbias(KEPT.0), unbias(KEPT.1)) }
    }
}

impl Adam {
    /// Means for this many parameters.
    pub fn new(count: usize) -> Self {
        Adam { means: vec![0.0; count], squares: vec![0.0; count] }
    }

    /// Moves the parameters from number `first` on against their gradients.
    pub fn update(&mut self, first: usize, parameters: &mut [f32], gradients: &[f32], step: AdamStep) {
        let range = first..first + parameters.len();
        let means = self.means[range.clone()].iter_mut().zip(&mut self.squares[range]);
        for ((parameter, &gradient), (mean, square)) in parameters.iter_mut().zip(gradients).zip(means) {
            *mean = KEPT.0 * *mean + (1.0 - KEPT.0) * gradient;
            *square = KEPT.1 * *square + (1.0 - KEPT.1) * gradient * gradient;
            let root = (*square / step.unbias.1).sqrt() + LEAST;
            // The decay is apart from the gradient, as in AdamW.
            *parameter -= step.rate * (*mean / step.unbias.0) / root + step.decay * *parameter;
        }
    }
}

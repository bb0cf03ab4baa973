//! Weights as a tuner sees them: a list of numbers that an evaluation is linear in.

use super::Evaluate;
use super::terms::Tapered;
use helgi_rules::Position;
use std::fmt::Debug;

/// A set of weights. Its `Debug` text is the Rust expression that makes it.
pub trait Weights: Clone + Debug + Send + Sync + 'static {
    /// Shows every number, always in the same order.
    fn each(&mut self, visit: &mut dyn FnMut(&mut i32));
}

impl Weights for i32 {
    fn each(&mut self, visit: &mut dyn FnMut(&mut i32)) {
        visit(self);
    }
}

impl Weights for Tapered {
    fn each(&mut self, visit: &mut dyn FnMut(&mut i32)) {
        visit(&mut self.opening);
        visit(&mut self.ending);
    }
}

impl<T: Weights, const N: usize> Weights for [T; N] {
    fn each(&mut self, visit: &mut dyn FnMut(&mut i32)) {
        self.iter_mut().for_each(|weights| weights.each(visit));
    }
}

/// An evaluation whose weights can be exchanged.
///
/// The score has to be linear in the weights, but for rounding: products of two weights, and
/// choices that depend on one, are what a tuner cannot see through.
pub trait Tunable<P: Position>: Evaluate<P> {
    /// The weights.
    type Weights: Weights;

    /// Those in use.
    fn weights(&self) -> &Self::Weights;

    /// The same evaluation with other weights. What moves gain stays as it is.
    fn with_weights(weights: &Self::Weights) -> Self;
}

/// Declares a struct of weights.
macro_rules! weights {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$term_about:meta])* $term:ident: $type:ty,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[$term_about])* pub $term: $type,)+
        }

        impl $crate::eval::weights::Weights for $name {
            fn each(&mut self, visit: &mut dyn FnMut(&mut i32)) {
                $(self.$term.each(visit);)+
            }
        }
    };
}

pub(super) use weights;

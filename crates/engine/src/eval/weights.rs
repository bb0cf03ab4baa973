//! Weights as a tuner sees them: a list of numbers that an evaluation is linear in, and the Rust
//! expression of them.

use super::Evaluate;
use super::tapered::Tapered;
use helgi_rules::Position;
use std::fmt::Debug;

/// A set of weights.
pub trait Weights: Clone + Debug + Send + Sync + 'static {
    /// Shows every number, always in the same order.
    fn each(&mut self, visit: &mut dyn FnMut(&mut i32));

    /// The name of the type.
    fn type_name() -> String;

    /// The expression that makes these weights.
    fn expression(&self) -> Expression;
}

/// A Rust expression of weights, for the file that they stand in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number.
    Number(i32),
    /// A score that changes with the phase of the game.
    Tapered(Tapered),
    /// An array.
    List(Vec<Expression>),
    /// A struct by its name, with the names and values of its fields.
    Struct(&'static str, Vec<(&'static str, Expression)>),
}

impl Weights for i32 {
    fn each(&mut self, visit: &mut dyn FnMut(&mut i32)) {
        visit(self);
    }

    fn type_name() -> String {
        "i32".to_owned()
    }

    fn expression(&self) -> Expression {
        Expression::Number(*self)
    }
}

impl Weights for Tapered {
    fn each(&mut self, visit: &mut dyn FnMut(&mut i32)) {
        // The order is part of the format: tuners address weights by their number.
        visit(&mut self.opening);
        visit(&mut self.ending);
    }

    fn type_name() -> String {
        "Tapered".to_owned()
    }

    fn expression(&self) -> Expression {
        Expression::Tapered(*self)
    }
}

impl<T: Weights, const N: usize> Weights for [T; N] {
    fn each(&mut self, visit: &mut dyn FnMut(&mut i32)) {
        self.iter_mut().for_each(|weights| weights.each(visit));
    }

    fn type_name() -> String {
        format!("[{}; {N}]", T::type_name())
    }

    fn expression(&self) -> Expression {
        Expression::List(self.iter().map(Weights::expression).collect())
    }
}

/// An evaluation whose weights can be exchanged.
///
/// The score has to be linear in the weights, but for rounding: products of two weights, and
/// choices that depend on one, cannot be tuned.
pub trait Tunable<P: Position>: Evaluate<P> {
    /// The weights.
    type Weights: Weights;

    /// The name of the game; of variants with the same weights, of the first one. The weights of a built-in game
    /// stand in the file that `helgi_lab::tune::source::path` names.
    fn name(&self) -> &'static str;

    /// The weights in use.
    fn weights(&self) -> &Self::Weights;

    /// Returns the same evaluation with other weights; what moves gain stays as it is.
    fn with_weights(&self, weights: &Self::Weights) -> Self;
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

            fn type_name() -> String {
                stringify!($name).to_owned()
            }

            fn expression(&self) -> $crate::eval::weights::Expression {
                let terms = vec![$((stringify!($term), self.$term.expression())),+];
                $crate::eval::weights::Expression::Struct(stringify!($name), terms)
            }
        }
    };
}

pub(crate) use weights;

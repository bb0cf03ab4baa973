//! Nets of one game in another one, whose pieces have the same letters on the same board.

use super::network::{Net, NetParts};

/// The meaning of a plane or a fact among the inputs of a net, by which those of two games are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A plane: the pieces of this letter.
    Piece(char),
    /// A plane: the obstacles.
    Obstacle,
    /// A fact: a side has more pieces of this letter in hand than so many.
    InHand(char, usize),
    /// A fact: a side has more checks left to give than so many.
    ChecksLeft(usize),
}

/// The meanings of all planes and facts of a game, in their order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Meanings {
    /// Those of its planes.
    pub planes: Vec<Meaning>,
    /// Those of its facts.
    pub facts: Vec<Meaning>,
}

impl Net {
    /// The net for another game on the same board of so many squares: each input has the weights of the one that means the same
    /// in the net's own game, and none where there is no such one.
    ///
    /// `None` if the net has other inputs than those whose meanings are said to be its own.
    pub fn lent(&self, game: &str, squares: usize, own: &Meanings, other: &Meanings) -> Option<Net> {
        let of_planes = 2 * squares;
        let facts_from = of_planes * own.planes.len();
        // A fact has an input for each side.
        if self.inputs != facts_from + 2 * own.facts.len() {
            return None;
        }
        let mut weights = Vec::new();
        for (other, own, from, inputs) in
            [(&other.planes, &own.planes, 0, of_planes), (&other.facts, &own.facts, facts_from, 2)]
        {
            let length = inputs * self.hidden;
            for meaning in other {
                match own.iter().position(|known| known == meaning) {
                    Some(place) => {
                        let start = from * self.hidden + place * length;
                        weights.extend_from_slice(&self.weights[start..start + length]);
                    }
                    None => weights.resize(weights.len() + length, 0),
                }
            }
        }
        let inputs = weights.len() / self.hidden;
        Net::new(NetParts { game: game.to_owned(), inputs, weights, ..NetParts::clone(self) }).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::network::OutputLayer;

    #[test]
    fn inputs_that_mean_the_same_have_the_same_weights() {
        use Meaning::{ChecksLeft, InHand, Obstacle, Piece};
        let own = Meanings { planes: vec![Piece('K'), Piece('N')], facts: vec![InHand('N', 0)] };
        let other = Meanings {
            planes: vec![Piece('N'), Obstacle, Piece('K')],
            facts: vec![ChecksLeft(0), InHand('N', 0)],
        };
        // On two squares: planes of four inputs, facts of two; each weight is the number of its input.
        let weights = (0..10).flat_map(|input| [input; 16]).collect();
        let outputs = vec![OutputLayer { weights: vec![1; 32], bias: 5 }];
        let (game, adds, inputs, hidden) = ("one".to_owned(), false, 10, 16);
        let bias = vec![7; 16];
        let net = Net::new(NetParts { game, adds, inputs, hidden, weights, bias, outputs }).unwrap();
        let lent = net.lent("two", 2, &own, &other).unwrap();
        let rows: Vec<i16> = lent.weights.iter().copied().step_by(16).collect();
        assert_eq!(rows, [4, 5, 6, 7, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 8, 9]);
        assert_eq!((lent.game.as_str(), lent.inputs, &lent.bias), ("two", 16, &net.bias));
        // The meanings of another net.
        assert_eq!(net.lent("two", 2, &other, &own), None);
        assert_eq!(net.lent("one", 2, &own, &own), Some(net));
    }
}

//! The evaluation that plays: the hand-written one with a net.

use super::{ActiveFeatures, Net, NetError, NetFeatures};
use crate::eval::{CorrectionKeys, Evaluate, MayWin, Tunable, fade};
use helgi_rules::Position;
use helgi_rules::board::Move;
use std::sync::Arc;

/// The net that goes with an evaluation.
#[derive(Clone, Default, Debug)]
pub enum NetChoice {
    /// The one that the game has: that which [`use_net`](crate::use_net) was given, or else the one that comes with the
    /// program, if there is one.
    #[default]
    BuiltIn,
    /// None.
    None,
    /// This one in its game; in others the one that the game has.
    Loaded(Arc<Net>),
}

impl NetChoice {
    /// Returns true if both choose the same net. A net that was loaded twice is two.
    pub fn is_same(&self, other: &NetChoice) -> bool {
        match (self, other) {
            (NetChoice::BuiltIn, NetChoice::BuiltIn) | (NetChoice::None, NetChoice::None) => true,
            (NetChoice::Loaded(one), NetChoice::Loaded(another)) => Arc::ptr_eq(one, another),
            _ => false,
        }
    }
}

/// A hand-written evaluation, and the net that corrects it or stands in its place.
#[derive(Clone, Debug)]
pub struct WithNet<E> {
    hand_written: E,
    net: Option<Arc<Net>>,
    /// The file that the net is from, for people; none of the program's own.
    source: Option<Arc<str>>,
}

impl<E> WithNet<E> {
    /// The evaluation without a net.
    pub const fn bare(hand_written: E) -> Self {
        WithNet { hand_written, net: None, source: None }
    }

    /// The evaluation with the net that comes with the program, if there is one.
    ///
    /// # Panics
    ///
    /// If that net is not one of this evaluation.
    pub fn built_in<P>(hand_written: E) -> Self
    where
        P: Position,
        E: Tunable<P> + NetFeatures<P>,
    {
        WithNet::built_in_or(hand_written, || &[])
    }

    /// The same; if no net comes with the program, with the one of the contents that are offered, if there are any.
    ///
    /// # Panics
    ///
    /// If the net is not one of this evaluation.
    pub(crate) fn built_in_or<P>(hand_written: E, offered: impl FnOnce() -> &'static [u8]) -> Self
    where
        P: Position,
        E: Tunable<P> + NetFeatures<P>,
    {
        let bare = WithNet::bare(hand_written);
        let net = match bare.hand_written.net() {
            [] => offered(),
            own => own,
        };
        if net.is_empty() {
            return bare;
        }
        match Net::from_bytes(net).and_then(|net| bare.with(Arc::new(net))) {
            Ok(evaluation) => evaluation,
            Err(error) => {
                unreachable!("the net of {} that comes with the program: {error}", bare.hand_written.name())
            }
        }
    }

    /// The evaluation with this net instead of its own.
    ///
    /// # Errors
    ///
    /// If it is a net of another game.
    pub fn with<P>(&self, net: Arc<Net>) -> Result<Self, NetError>
    where
        P: Position,
        E: Tunable<P> + NetFeatures<P>,
    {
        let net = match self.suits_as_own(&net) {
            Ok(()) => net,
            Err(error) => Arc::new(self.hand_written.borrowed(&net).ok_or(error)?),
        };
        Ok(WithNet { hand_written: self.hand_written.clone(), net: Some(net), source: None })
    }

    /// The same, with the file that the net is from.
    pub(crate) fn out_of_file(self, source: &str) -> Self {
        WithNet { source: Some(source.into()), ..self }
    }

    /// The net, if there is one.
    pub fn net(&self) -> Option<&Net> {
        self.net.as_deref()
    }

    /// The file that the net is from, for people; `None` for one that comes with the program, and without a net.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Checks that the net has the inputs of this evaluation's positions, or is one of the game that lends its nets to this one.
    pub(crate) fn suits<P>(&self, net: &Net) -> Result<(), NetError>
    where
        P: Position,
        E: Tunable<P> + NetFeatures<P>,
    {
        self.suits_as_own(net).or_else(|error| self.hand_written.borrowed(net).map(drop).ok_or(error))
    }

    fn suits_as_own<P>(&self, net: &Net) -> Result<(), NetError>
    where
        P: Position,
        E: Tunable<P> + NetFeatures<P>,
    {
        net.suits(self.hand_written.name(), self.hand_written.inputs())
    }

    /// Returns the evaluation with the chosen net; a net of another game leaves it as it is.
    pub fn chosen<P>(&self, choice: &NetChoice) -> Self
    where
        P: Position,
        E: Tunable<P> + NetFeatures<P>,
    {
        match choice {
            NetChoice::BuiltIn => self.clone(),
            NetChoice::None => WithNet::bare(self.hand_written.clone()),
            NetChoice::Loaded(net) => self.with(Arc::clone(net)).unwrap_or_else(|_| self.clone()),
        }
    }

    /// The hand-written evaluation.
    pub const fn hand_written(&self) -> &E {
        &self.hand_written
    }

    /// Returns the net's score of a position, in centipawns for the side to move; `None` without a net.
    pub fn learned<P: Position>(&self, position: &P) -> Option<i32>
    where
        E: NetFeatures<P>,
    {
        let net = self.net.as_ref()?;
        let active = ActiveFeatures::of(position, &self.hand_written);
        let side = position.side();
        // The side to move comes first: output weights are trained for it.
        let output = net.evaluate(active.seen_by(side), active.seen_by(!side));
        Some(fade(output, position.turn().halfmove.into()))
    }

    /// Returns the share of the net's output that counts in a position, from 0 to 1: it falls with the moves that count
    /// for the draw without progress.
    pub fn fading<P: Position>(position: &P) -> f32 {
        // `fade` works in integers: so many steps keep three digits of the share.
        const WHOLE: i32 = 1 << 12;
        fade(WHOLE, position.turn().halfmove.into()) as f32 / WHOLE as f32
    }
}

impl<P: Position, E: Evaluate<P> + NetFeatures<P>> Evaluate<P> for WithNet<E> {
    fn evaluate(&self, position: &P) -> i32 {
        match (&self.net, self.learned(position)) {
            // The hand-written part is not computed then.
            (Some(net), Some(learned)) if !net.adds => learned,
            (_, learned) => self.hand_written.evaluate(position) + learned.unwrap_or(0),
        }
    }

    fn see(&self, position: &P, legal: Move) -> i32 {
        self.hand_written.see(position, legal)
    }

    fn allows_null_move(&self, position: &P) -> bool {
        self.hand_written.allows_null_move(position)
    }

    fn correction_keys(&self, position: &P) -> Option<CorrectionKeys> {
        self.hand_written.correction_keys(position)
    }

    fn may_win_at_once(&self, position: &P) -> MayWin {
        self.hand_written.may_win_at_once(position)
    }

    fn gain_of_check(&self, position: &P) -> Option<i32> {
        self.hand_written.gain_of_check(position)
    }
}

//! The call by which a coach speaks about a move. Searches for about a tenth of a second; reads no store.
use crate::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::views::{SideView, view};
use draughts::notation::movetext;
use draughts_claims::{Claim, PlayedMove};

view! {
    /// `coachMove {variant, fen, played, onlyLoss}` → `ClaimView?`: what a coach says about a move in the position before it.
    /// Every claim is proved; null if nothing is. With `onlyLoss` only if the move loses something.
    pub struct CoachMove {
        pub variant: String,
        pub fen: String,
        /// The move in notation.
        pub played: String,
        pub only_loss: bool,
    }
}
view! {
    /// A proved claim about a move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "MoveClaim"))]
    pub struct ClaimView {
        pub kind: ClaimKind,
        /// The side that wins the men or the game; absent for a draw.
        pub side: Option<SideView>,
        /// Number of men won; absent if kings take part, and in claims about the game.
        pub men: Option<u8>,
        /// A line that shows it, in notation: the moves of `side` and a good defence; or the one move that kept the result.
        pub line: Vec<String>,
    }
}
view! {
    /// Kind of claim about a move.
    pub enum ClaimKind {
        /// The move wins material by force. The line begins with it.
        Wins,
        /// The move wins the game by force. The line begins with it.
        WinsGame,
        /// The other side wins material by force. The line begins with the reply.
        Loses,
        /// The other side wins the game by force. The line begins with the reply.
        LosesGame,
        /// Another move would have won material by force. The line begins with it.
        Misses,
        /// Another move would have won the game by force. The line begins with it.
        MissesGame,
        /// Every other move loses material by force.
        OthersLose,
        /// The side that moved would win material if the other side passed.
        Threatens,
        /// The endgame tables know the result now.
        Known,
        /// The move gives a win of the endgame tables away.
        LetsWinGo,
        /// The move turns a draw of the endgame tables into a loss.
        LetsDrawGo,
    }
}

/// Most pieces in the tables that the browser fetches.
const IN_TABLES: usize = 5;

impl Call for CoachMove {
    type Reply = Option<ClaimView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let before = convert::position(variant, &self.fen)?;
        let illegal = |e: String| ApiError::new(ErrorKind::IllegalMove, format!("{}: {e}", self.played));
        let mv = movetext::read(&before, &self.played).map_err(|e| illegal(e.to_string()))?;
        // One piece more: a capture may lead into the tables.
        if before.pieces().count() <= IN_TABLES + 1 {
            app.assets.need_tables(variant)?;
        }
        let tables = app.assets.engine.tables(variant);
        let claim = if self.only_loss {
            draughts_claims::loses(&before, &mv, tables.as_deref())
        } else {
            draughts_claims::coach(&before, &mv, tables.as_deref())
        };
        let played = PlayedMove {
            before: &before,
            mv: &mv,
        };
        Ok(claim.map(|claim| ClaimView::of(played, &claim)))
    }
}

impl ClaimView {
    /// Writes a claim about a legal move.
    fn of(played: PlayedMove<'_>, claim: &Claim) -> Self {
        let own = played.before.turn();
        let (kind, side) = match claim {
            Claim::Wins(_) => (ClaimKind::Wins, Some(own)),
            Claim::WinsGame(_) => (ClaimKind::WinsGame, Some(own)),
            Claim::Loses(_) => (ClaimKind::Loses, Some(!own)),
            Claim::LosesGame(_) => (ClaimKind::LosesGame, Some(!own)),
            Claim::Misses(_) => (ClaimKind::Misses, Some(own)),
            Claim::MissesGame(_) => (ClaimKind::MissesGame, Some(own)),
            Claim::OthersLose => (ClaimKind::OthersLose, Some(own)),
            Claim::Threatens(_) => (ClaimKind::Threatens, Some(own)),
            Claim::Known(winner) => (ClaimKind::Known, *winner),
            Claim::LetsWinGo(_) => (ClaimKind::LetsWinGo, Some(own)),
            Claim::LetsDrawGo(_) => (ClaimKind::LetsDrawGo, Some(!own)),
        };
        let (start, line) = claim.line(played);
        Self {
            kind,
            side: side.map(Into::into),
            men: claim.men(),
            line: movetext::write_line(&start, line),
        }
    }
}

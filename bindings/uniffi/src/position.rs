//! A position by itself: its moves, its text, the reasons why moves are illegal.
use crate::error::DraughtsError;
use damier_core::views::{BoardView, MoveView, PositionView, RefusalView, SideView, Squares, VariantKey};
use draughts::notation::{fen, movetext, path};
use draughts::{Square, Variant};
use std::fmt;
use std::sync::Arc;

/// The variants, international draughts first.
#[uniffi::export]
pub fn variants() -> Vec<VariantKey> {
    Variant::ALL.map(VariantKey::from).to_vec()
}

/// The pieces on the board and the side to move. Immutable: a move returns another position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, uniffi::Object)]
#[uniffi::export(Debug, Display, Eq, Hash)]
pub struct Position(pub(crate) draughts::Position);

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}, {self})", self.0.variant())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fen::write(&self.0))
    }
}

#[uniffi::export]
impl Position {
    /// Creates the start position of a variant.
    #[uniffi::constructor]
    pub fn start(variant: VariantKey) -> Arc<Self> {
        Arc::new(Self(Variant::from(variant).start()))
    }

    /// Parses a FEN, such as "W:W31-50:B1-20".
    #[uniffi::constructor]
    pub fn from_fen(variant: VariantKey, fen: &str) -> Result<Arc<Self>, DraughtsError> {
        Ok(Arc::new(Self(fen::read(variant.into(), fen)?)))
    }

    /// Key of the variant.
    pub fn variant(&self) -> VariantKey {
        self.0.variant().into()
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        self.to_string()
    }

    /// The side to move.
    pub fn turn(&self) -> SideView {
        self.0.turn().into()
    }

    /// True if the side to move must capture.
    pub fn must_take(&self) -> bool {
        self.0.must_capture()
    }

    /// The geometry of the board, for drawing.
    pub fn board(&self) -> BoardView {
        BoardView::of(self.0.variant())
    }

    /// Everything for drawing: pieces, side to move, legal moves.
    pub fn view(&self) -> PositionView {
        PositionView::of(&self.0)
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> Vec<MoveView> {
        let moves = self.0.legal_moves();
        moves.iter().map(|mv| MoveView::of(&self.0, mv)).collect()
    }

    /// Parses a legal move: "32-28", "26x37", "c3:e5".
    pub fn read_move(&self, text: &str) -> Result<MoveView, DraughtsError> {
        Ok(MoveView::of(&self.0, &movetext::read(&self.0, text)?))
    }

    /// Returns the position after a move in text form.
    pub fn play(&self, text: &str) -> Result<Arc<Self>, DraughtsError> {
        Ok(self.after(&movetext::read(&self.0, text)?))
    }

    /// Returns the position after the move over these squares: origin, landings, target. Landings may be omitted if
    /// only one move fits.
    pub fn play_path(&self, path: &Squares) -> Result<Arc<Self>, DraughtsError> {
        Ok(self.after(&path::read(&self.0, path)?))
    }

    /// Explains why the piece on `origin` may not move to `target` (or, without a target, at all). Nothing if it may.
    #[uniffi::method(default(target = None))]
    pub fn why_not(&self, origin: u8, target: Option<u8>) -> Result<Option<RefusalView>, DraughtsError> {
        let square = |number: u8| {
            let square = Square::new(number).filter(|_| number <= self.0.squares());
            square.ok_or_else(|| DraughtsError::BadParams(format!("no square {number} on the board")))
        };
        let refusal = draughts::why_not(&self.0, square(origin)?, target.map(square).transpose()?);
        Ok(refusal.map(|refusal| RefusalView::of(&self.0, &refusal)))
    }

    /// Counts the lines of this many plies, for tests. Each ply takes about ten times as long.
    pub fn perft(&self, depth: u32) -> u64 {
        draughts::perft(&self.0, depth)
    }
}

impl Position {
    fn after(&self, mv: &draughts::Move) -> Arc<Self> {
        let mut next = self.0;
        next.play_unchecked(mv);
        Arc::new(Self(next))
    }
}

//! The bottom of the database: what enters it. A driver sets source texts and options; everything above is computed.
//!
//! It must not know how a text is read, what is in it, or where results go. Nothing here does input or output.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

use cleave_syntax::Dialect;
use salsa::plumbing::AsId;

mod encoding;
mod known;
mod options;
mod pieces;
mod splices;
mod target;
pub mod testing;
mod text;
mod unchanging;

pub use encoding::{decode, encode, is_stray_byte, may_hold_stray_bytes};
pub use known::Known;
pub use options::{HostCompiler, HostSettings, ModuleIdSeed, StubLinkage};
pub use pieces::{Cut, Interface, Marks, NewPiece, OwnDirective, Piece, cuts};
pub use splices::join_lines;
pub use target::{SizeType, Target};
pub use text::{PieceText, SourceText};
pub use unchanging::{Kept, Unchanging};

/// The database as every layer above sees it.
#[salsa::db]
pub trait Db: salsa::Database {
    /// What it compiles for; the same for as long as it lives.
    fn target(&self) -> Target;

    /// Values at hand, if its inputs never change.
    fn unchanging(&self) -> Option<&Unchanging>;
}

impl<T: Send + 'static> Kept<T> {
    /// The value for what salsa knows by its number: the one that was made before, or `value`. `None` where the inputs of the
    /// database may change, or there is no room for it.
    #[inline]
    pub fn of<'db>(
        &self,
        db: &'db dyn Db,
        of: impl AsId,
        value: impl FnOnce() -> T,
    ) -> Option<&'db T> {
        db.unchanging()?
            .get(self, of.as_id().index() as usize, value)
    }
}

/// One preprocessed text.
#[salsa::input(debug)]
pub struct SourceFile {
    /// The name it is known by in messages when the text itself has no line marker.
    #[returns(deref)]
    pub name: String,
    /// The text, as [`decode`] made it and [`join_lines`] joined it.
    #[returns(ref)]
    pub text: SourceText,
    /// The text in pieces, in order, if it was divided ([`SourceFile::divide`]). Otherwise none, and the text is one.
    #[default]
    #[returns(deref)]
    pub pieces: Vec<Piece>,
    /// What the last piece tells the others, if that is known apart from its text.
    #[default]
    #[returns(ref)]
    pub interface: Option<Interface>,
    /// What is known of the text before anything is computed, if the text is one.
    #[default]
    #[returns(ref)]
    pub known: Option<Known>,
    /// The language that it is written in.
    #[default]
    #[returns(copy)]
    pub dialect: Dialect,
    /// `--pending_instantiations`: how many instances of one template may wait for each other.
    #[default]
    #[returns(copy)]
    pub pending: Pending,
    /// `--enable-tile`: the annotations of CUDA Tile mean something.
    #[default]
    #[returns(copy)]
    pub tile: bool,
    /// `--lossy_conversion_warning`: arithmetic conversions that may change a value are worth a warning.
    #[default]
    #[returns(copy)]
    pub lossy_conversions: bool,
    /// Headers, as line markers spell their names, that are looked into as those near the main file are: somebody edits them.
    #[default]
    #[returns(deref)]
    pub edited: Vec<String>,
}

/// How many instances of one template may wait for each other ([implimits]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pending(pub u64);

impl Default for Pending {
    /// The reference's.
    fn default() -> Self {
        Pending(200)
    }
}

/// How the host half is to be written.
#[salsa::input(debug)]
pub struct HostOptions {
    /// All settings; they change together or not at all.
    #[returns(ref)]
    pub settings: HostSettings,
}

/// The database of every front.
#[salsa::db]
#[derive(Default)]
pub struct RootDatabase {
    storage: salsa::Storage<Self>,
    target: Target,
    unchanging: Option<Box<Unchanging>>,
}

impl Clone for RootDatabase {
    /// Another handle of the same database.
    fn clone(&self) -> Self {
        RootDatabase {
            storage: self.storage.clone(),
            target: self.target,
            unchanging: self.unchanging.is_some().then(Box::default),
        }
    }
}

impl RootDatabase {
    /// The same for inputs that never change, which the caller sees to: all of them have [`salsa::Durability::NEVER_CHANGE`].
    pub fn unchanging_for(target: Target) -> Self {
        RootDatabase {
            unchanging: Some(Box::default()),
            ..RootDatabase::for_target(target)
        }
    }

    /// A database for programs of another target than the usual one.
    pub fn for_target(target: Target) -> Self {
        RootDatabase {
            target,
            ..RootDatabase::default()
        }
    }

    /// A database that reports what it executes and validates to `log`.
    pub fn with_log(log: Box<dyn Fn(salsa::Event) + Send + Sync + 'static>) -> Self {
        RootDatabase {
            storage: salsa::Storage::new(Some(log)),
            ..RootDatabase::default()
        }
    }
}

#[salsa::db]
impl salsa::Database for RootDatabase {}

#[salsa::db]
impl Db for RootDatabase {
    fn target(&self) -> Target {
        self.target
    }

    fn unchanging(&self) -> Option<&Unchanging> {
        self.unchanging.as_deref()
    }
}

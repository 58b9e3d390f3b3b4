//! What a command line says of a text, and how the text enters a database with it: once, or for edits. It must not know where the text comes
//! from.

use cleave_base_db::{
    Db, HostOptions, HostSettings, Known, ModuleIdSeed, Pending, SourceFile, SourceText, Target,
};
use cleave_options::Invocation;
use cleave_syntax::Dialect;
use salsa::Durability;

use crate::settings::{dialect, host_settings, target};

/// What is said of a text.
#[derive(Clone, PartialEq)]
pub(crate) struct Frame {
    name: String,
    pub(crate) target: Target,
    pub(crate) dialect: Dialect,
    pending: u64,
    tile: bool,
    lossy_conversions: bool,
    pub(crate) settings: HostSettings,
}

impl Frame {
    /// What a command line of cudafe++ or cicc says of a text of this name. `module_id` is one that was read from a file.
    pub(crate) fn new(front: &Invocation, name: String, module_id: Option<String>) -> Frame {
        Frame {
            name,
            target: target(front),
            dialect: dialect(front),
            pending: front.limits.pending_instantiations,
            tile: front.tile,
            lossy_conversions: front.lossy_conversions,
            settings: host_settings(front, module_id),
        }
    }

    /// The same for who wants the same halves of the same text always: no clock, no process.
    pub(crate) fn steady(mut self) -> Frame {
        if let ModuleIdSeed::Time { .. } = self.settings.seed {
            self.settings.seed = ModuleIdSeed::Seed(self.name.clone());
        }
        self
    }

    /// Puts a text into a database that sees one version of everything: no edges need to be kept. `known` is what an earlier run has found.
    pub(crate) fn open_once(
        &self,
        db: &dyn Db,
        text: SourceText,
        known: Option<Known>,
    ) -> (SourceFile, HostOptions) {
        let file = SourceFile::builder(self.name.clone(), text)
            .known(known)
            .dialect(self.dialect)
            .pending(Pending(self.pending))
            .tile(self.tile)
            .lossy_conversions(self.lossy_conversions)
            .durability(Durability::NEVER_CHANGE)
            .new(db);
        let options = HostOptions::builder(self.settings.clone())
            .durability(Durability::NEVER_CHANGE)
            .new(db);
        (file, options)
    }

    /// Puts a text into a database in which it is edited.
    pub(crate) fn open(&self, db: &dyn Db, text: SourceText) -> (SourceFile, HostOptions) {
        let file = SourceFile::builder(self.name.clone(), text)
            .dialect(self.dialect)
            .dialect_durability(Durability::HIGH)
            .pending(Pending(self.pending))
            .pending_durability(Durability::HIGH)
            .tile(self.tile)
            .tile_durability(Durability::HIGH)
            .lossy_conversions(self.lossy_conversions)
            .lossy_conversions_durability(Durability::HIGH)
            .edited_durability(Durability::MEDIUM)
            .new(db);
        let options = HostOptions::builder(self.settings.clone()).durability(Durability::HIGH);
        (file, options.new(db))
    }
}

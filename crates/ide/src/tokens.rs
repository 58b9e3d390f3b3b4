//! The names of a file by what they mean: for colours that tell host from device.

use cleave_hir::DeclKind;
use cleave_names::ItemId;
use cleave_names::decl::Spec;
use cleave_syntax::SyntaxKind;
use cleave_typing::Entity;
use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, ItemTokens, Token};
use crate::meaning::{Symbol, meaning};
use crate::places::{FilePosition, FileRange};
use crate::symbols::Kind;

/// What is said of a name besides its kind, as a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(pub u32);

impl Modifiers {
    /// It is declared here.
    pub const DECLARATION: Modifiers = Modifiers(1);
    /// It does not change.
    pub const READONLY: Modifiers = Modifiers(2);
    /// It is a static member.
    pub const STATIC: Modifiers = Modifiers(4);
    /// It is code for the host.
    pub const HOST: Modifiers = Modifiers(8);
    /// It is code for the device, or lies in its memory.
    pub const DEVICE: Modifiers = Modifiers(16);
    /// It is a kernel.
    pub const KERNEL: Modifiers = Modifiers(32);
    /// A kernel is launched.
    pub const LAUNCH: Modifiers = Modifiers(64);
    /// It lies in shared memory.
    pub const SHARED: Modifiers = Modifiers(128);
    /// It lies in constant memory.
    pub const CONSTANT: Modifiers = Modifiers(256);
    /// It lies in managed memory.
    pub const MANAGED: Modifiers = Modifiers(512);
    /// The line is left out.
    pub const INACTIVE: Modifiers = Modifiers(1024);

    /// The names, by their bits.
    pub const NAMES: [&'static str; 11] = [
        "declaration",
        "readonly",
        "static",
        "host",
        "device",
        "kernel",
        "launch",
        "shared",
        "constant",
        "managed",
        "inactive",
    ];

    fn add(&mut self, other: Modifiers) {
        self.0 |= other.0;
    }
}

/// A name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// Where.
    pub range: FileRange,
    /// What it is; nothing of a line that is left out.
    pub kind: Option<Kind>,
    /// What else.
    pub modifiers: Modifiers,
}

impl Analysis {
    /// The names of a file between two lines, in order; lines that are left out as a whole.
    pub fn semantic_tokens(
        &self,
        file: &str,
        lines: std::ops::RangeInclusive<u32>,
    ) -> Vec<SemanticToken> {
        let db = &self.db;
        let text = self.text();
        let mut out: Vec<SemanticToken> = Vec::new();
        let at = |line, column| FilePosition {
            file: file.into(),
            line,
            column,
        };
        for expanded in self.places.expanded(file) {
            let spot = expanded.at;
            if lines.contains(&spot.line) {
                out.push(SemanticToken {
                    range: FileRange::of_token(
                        at(spot.line, spot.column),
                        expanded.name.len() as u32,
                    ),
                    kind: Some(Kind::Macro),
                    modifiers: Modifiers::default(),
                });
            }
        }
        for &(from, to) in self.places.inactive(file) {
            for line in from.max(*lines.start())..=to.min(*lines.end()) {
                out.push(SemanticToken {
                    range: FileRange::of_token(at(line, 0), 0),
                    kind: None,
                    modifiers: Modifiers::INACTIVE,
                });
            }
        }
        let own = self.places.in_file(file).map_or(&[][..], |f| &f.tokens);
        let mut items: FxHashMap<ItemId<'_>, ItemTokens<'_>> = FxHashMap::default();
        let mut last = (0, 0);
        for placed in own.iter().filter(|t| t.spelled && lines.contains(&t.line)) {
            // What was read several times is looked at once, if that says something.
            if last == (placed.line, placed.column) {
                continue;
            }
            let word = text.token_text(placed.offset as usize);
            if !word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                continue;
            }
            let Some(token) = text.token_at(placed.offset as usize) else {
                continue;
            };
            let tokens = match items.entry(token.item) {
                std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
                std::collections::hash_map::Entry::Vacant(new) => {
                    match ItemTokens::new(&text, token.item) {
                        Some(tokens) => new.insert(tokens),
                        None => continue,
                    }
                }
            };
            if tokens.lexed.kind(token.number as usize) != SyntaxKind::IDENT {
                continue;
            }
            let Some(symbol) = meaning(db, tokens, token).into_iter().next() else {
                continue;
            };
            last = (placed.line, placed.column);
            let (kind, mut modifiers) = self.colour(&symbol);
            if tokens.word(token.number + 1).starts_with("<<<") {
                modifiers.add(Modifiers::LAUNCH);
            }
            let range = FileRange::of_token(at(placed.line, placed.column), word.len() as u32);
            if self.is_declared_by(&symbol, token) {
                modifiers.add(Modifiers::DECLARATION);
            }
            out.push(SemanticToken {
                range,
                kind: Some(kind),
                modifiers,
            });
        }
        out.sort_by_key(|t| (t.range.start.line, t.range.start.column));
        out.dedup_by_key(|t| (t.range.start.line, t.range.start.column));
        out
    }

    fn is_declared_by<'db>(&'db self, symbol: &Symbol<'db>, token: Token<'db>) -> bool {
        let at = match symbol {
            Symbol::Entity(e) => cleave_typing::program::declaration(&self.db, *e),
            Symbol::Local(local) => Some((local.item, local.token)),
            Symbol::Parameter(item, token) | Symbol::Label(item, token) => Some((*item, *token)),
            _ => None,
        };
        at == Some((token.item, token.number))
    }

    fn colour<'db>(&'db self, symbol: &Symbol<'db>) -> (Kind, Modifiers) {
        let db = &self.db;
        let mut modifiers = Modifiers::default();
        let kind = match symbol {
            Symbol::Entity(e) => {
                self.colour_entity(*e, &mut modifiers);
                Kind::of(db, *e)
            }
            Symbol::Local(local) => {
                if let Some(e) = local.entity {
                    self.colour_entity(e, &mut modifiers);
                }
                if local.ty.is_some_and(|ty| ty.top_quals(db).is_const) {
                    modifiers.add(Modifiers::READONLY);
                }
                if local.is_parameter {
                    Kind::Parameter
                } else {
                    Kind::Variable
                }
            }
            Symbol::Parameter(..) => Kind::TypeParameter,
            Symbol::Label(..) => Kind::Other,
            Symbol::Namespace(_) => Kind::Namespace,
            Symbol::Type(_) => Kind::Alias,
        };
        (kind, modifiers)
    }

    fn colour_entity<'db>(&'db self, entity: Entity<'db>, modifiers: &mut Modifiers) {
        let db = &self.db;
        if entity.is_function(db) {
            let space = self.space_of(entity);
            match () {
                () if space.is_kernel() => modifiers.add(Modifiers::KERNEL),
                () => {
                    if space.on_host() {
                        modifiers.add(Modifiers::HOST);
                    }
                    if space.on_device() {
                        modifiers.add(Modifiers::DEVICE);
                    }
                }
            }
            return;
        }
        let Some(hir) = entity.decl(db).hir(db) else {
            return;
        };
        if !matches!(hir.kind, DeclKind::Variable(_)) {
            return;
        }
        let space = self.memory_of(entity);
        for (memory, modifier) in [
            (cleave_cuda::MemorySpace::DEVICE, Modifiers::DEVICE),
            (cleave_cuda::MemorySpace::SHARED, Modifiers::SHARED),
            (cleave_cuda::MemorySpace::CONSTANT, Modifiers::CONSTANT),
            (cleave_cuda::MemorySpace::MANAGED, Modifiers::MANAGED),
        ] {
            if space.has(memory) {
                modifiers.add(modifier);
            }
        }
        if hir.spec.any(Spec::CONSTEXPR)
            || cleave_typing::function::variable_type(db, entity)
                .top_quals(db)
                .is_const
        {
            modifiers.add(Modifiers::READONLY);
        }
        if hir.spec.any(Spec::STATIC) && entity.decl(db).parent_class(db).is_some() {
            modifiers.add(Modifiers::STATIC);
        }
    }
}

//! What is around a place in some code, as far as names are looked up in it: blocks, the class that `this` points to, closures,
//! elements of packs that are being expanded, the declarations around.

use cleave_hir::Name;
use rustc_hash::FxHashMap;

use crate::code::params::{Level, levels};
use crate::lookup::self_type;
use crate::{Arg, Closure, Context, DeclRef, Entity, Namespace, Ty, thir};

/// What is around a place in some code.
#[derive(Default)]
pub(crate) struct Scopes<'db> {
    /// Block scopes, innermost last.
    pub(crate) blocks: Vec<FxHashMap<Name, Declared<'db>>>,
    /// Namespaces that using-directives of blocks around nominate, with the number of blocks around each.
    pub(crate) directives: Vec<(usize, Namespace<'db>)>,
    /// Whether those of the blocks around the owner are among them, and whether they are all that these blocks open.
    pub(crate) knows_directives: Option<bool>,
    /// Elements that packs are expanded to right now: level and index of the pack, and its element. Function parameter packs
    /// are packs of locals: see `blocks`.
    pub(crate) packs: Vec<((u32, u32), Arg<'db>)>,
    /// The element that local packs are expanded to right now: the pack's name and its element.
    pub(crate) local_packs: Vec<(Name, thir::LocalId)>,
    /// The class that `this` points to, with the cv-qualifiers of the member function; `None` outside.
    pub(crate) this: Option<Ty<'db>>,
    /// The innermost closure whose call operator's code this is. Its captures are locals in `blocks`.
    pub(crate) closure: Option<Closure<'db>>,
    /// The declarations around, the owner first, as far as names have been looked up in them.
    pub(crate) around: Vec<Around<'db>>,
}

/// A declaration around some code: what looking for a name in it needs.
#[derive(Clone, Copy)]
pub(crate) struct Around<'db> {
    /// The declaration.
    pub(crate) decl: DeclRef<'db>,
    /// The same as data; none of a closure's call operator.
    pub(crate) hir: Option<&'db cleave_hir::Decl>,
    /// The levels of template parameters around it, its own last.
    pub(crate) levels: &'db [Level<'db>],
    /// What it stands in.
    pub(crate) parent: Option<DeclRef<'db>>,
    /// Of a class its type and its definition here, once a name was looked up in it.
    class: Option<(Ty<'db>, Entity<'db>)>,
}

/// What a block declares by a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Declared<'db> {
    /// A local variable; several, or none: a pack.
    Locals {
        /// The variables.
        locals: Vec<thir::LocalId>,
        /// They are the elements of a pack.
        pack: bool,
    },
    /// Types, functions, templates, enumerators, in the order in which they were declared.
    Entities(Vec<Entity<'db>>),
    /// A namespace alias.
    Namespace(Namespace<'db>),
    /// An alias of a type that mentions what the block declares: `using T = decltype(x);`.
    Type(crate::Ty<'db>),
    /// Something that is not known here.
    Unknown,
}

impl<'db> Context<'db> {
    /// The declaration so many declarations around the owner, which is 0.
    pub(crate) fn around(&mut self, nth: usize) -> Option<Around<'db>> {
        let db = self.db;
        while self.scopes.around.len() <= nth {
            let decl = match self.scopes.around.last() {
                Some(last) => last.parent?,
                None => self.owner.decl(db),
            };
            self.scopes.around.push(Around {
                decl,
                hir: decl.hir(db),
                levels: levels(db, decl),
                parent: decl.parent(db),
                class: None,
            });
        }
        self.scopes.around.get(nth).copied()
    }

    /// The type and the definition of the class that is so many declarations around the owner.
    pub(crate) fn class_around(
        &mut self,
        nth: usize,
        decl: DeclRef<'db>,
    ) -> (Ty<'db>, Entity<'db>) {
        if let Some(known) = self.scopes.around.get(nth).and_then(|around| around.class) {
            return known;
        }
        let db = self.db;
        let env = self.env_of(decl);
        let class = self_type(db, decl, env);
        let definition = Entity::new(db, decl, env);
        if let (Some(class), Some(around)) = (class, self.scopes.around.get_mut(nth)) {
            around.class = Some((class, definition));
        }
        // Its members are there even if the arguments that it is for are not known.
        (class.unwrap_or_else(|| Ty::error(db)), definition)
    }
}

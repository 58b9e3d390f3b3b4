//! Name lookup over HIR: unqualified, qualified, member and argument-dependent ([basic.lookup]), in source order.

pub(crate) mod adl;
pub(crate) mod anonymous;
pub(crate) mod by_item;
pub(crate) mod by_name;
pub(crate) mod current_instantiation;
pub(crate) mod inherited;
pub(crate) mod local;
pub(crate) mod members;
pub(crate) mod namespaces;
pub(crate) mod paths;
pub(crate) mod qualified;
pub(crate) mod same;
pub(crate) mod undeclared;
pub(crate) mod unqualified;
pub(crate) mod unseen;
pub(crate) mod using_enums;

pub(crate) use crate::lookup::current_instantiation::{qualified_in, self_type};

use cleave_hir::{Name, NameId, Path};
use cleave_names::ItemId;

use crate::code::NameKey;
use crate::{Context, Declared, Entity, Namespace, Ty};

/// What a name denotes.
#[derive(Clone, Debug, PartialEq)]
pub enum Found<'db> {
    /// Nothing.
    Nothing,
    /// Not to be known: a dependent scope, an erroneous base.
    Unknown,
    /// A local of the code: one, or the element that a pack is expanded to; a pack that is not expanded has several or none.
    Local(Vec<crate::thir::LocalId>),
    /// Declarations: one variable, type, template, enumerator, or an overload set. Templates lack their own level of
    /// arguments. With a class where they are members found in it.
    Entities {
        /// The declarations, first declared first.
        set: Vec<Entity<'db>>,
        /// The class they were found in; a base if they are inherited.
        class: Option<Ty<'db>>,
    },
    /// A type that is no declaration: an injected-class-name under bindings, a member of a closure.
    Type(Ty<'db>),
    /// A template parameter.
    Param {
        /// Its level.
        level: u32,
        /// Its index.
        index: u32,
        /// A pack.
        pack: bool,
    },
    /// A namespace.
    Namespace(Namespace<'db>),
    /// Different entities in different places.
    Ambiguous,
}

impl<'db> Context<'db> {
    /// Looks an unqualified name up from here: blocks, parameters, template parameters, classes, namespaces.
    pub fn lookup(&mut self, name: &NameId) -> Found<'db> {
        match NameKey::of(name) {
            Some(key) => self.lookup_key(&key, namespaces::Want::Any),
            None => Found::Unknown,
        }
    }

    /// Looks an operator's name up for an operator in an expression: as [`Context::lookup`], members of classes left out
    /// ([over.match.oper]/3.2).
    pub fn lookup_operator(&mut self, name: &NameId) -> Found<'db> {
        let Some(key) = NameKey::of(name) else {
            return Found::Unknown;
        };
        self.with_mode(
            |m| &mut m.without_members,
            true,
            |cx| cx.lookup_key(&key, namespaces::Want::Any),
        )
    }

    /// Looks a path's name up, its qualifiers first; template arguments of the last component are left to the caller. The name
    /// of a class as its own member is its constructors' ([class.qual]).
    pub fn lookup_path(&mut self, path: &Path) -> Found<'db> {
        if path.is_unqualified() {
            return self.lookup(&path.name);
        }
        let scope = self.scope_of(path);
        self.lookup_in(&scope, &path.name, namespaces::Want::Any)
    }

    /// Member lookup in a class ([class.member.lookup]).
    pub fn lookup_member(&mut self, class: Ty<'db>, name: &NameId) -> Found<'db> {
        self.lookup_in(&qualified::Scope::Type(class), name, namespaces::Want::Any)
    }

    /// Functions and function templates found by argument-dependent lookup ([basic.lookup.argdep]), hidden friends included. An
    /// instance sees what is declared up to the end of the file, which is a point of instantiation of its own ([temp.point]/7).
    pub fn lookup_arguments(&mut self, name: &NameId, args: &[Ty<'db>]) -> Vec<Entity<'db>> {
        let item = self.env.is_none().then_some(self.code_ref.item);
        self.lookup_arguments_before(name, args, item)
    }

    /// The same without what is declared behind an item.
    pub(crate) fn lookup_arguments_before(
        &mut self,
        name: &NameId,
        args: &[Ty<'db>],
        item: Option<ItemId<'db>>,
    ) -> Vec<Entity<'db>> {
        match NameKey::of(name) {
            Some(key) => adl::lookup(self, &key, args, item),
            None => Vec::new(),
        }
    }

    /// What the blocks around declare by a name.
    pub fn declared(&self, name: &Name) -> Option<&Declared<'db>> {
        self.scopes.blocks.iter().rev().find_map(|b| b.get(name))
    }
}

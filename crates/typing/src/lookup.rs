//! Name lookup over HIR: unqualified, qualified, member and argument-dependent ([basic.lookup]), in source order.

use cleave_hir::{Name, NameId, Path};

use crate::{Context, Declared, Entity, Namespace, Ty};

/// What a name denotes.
#[derive(Clone, Debug, PartialEq)]
pub enum Found<'db> {
    /// Nothing.
    Nothing,
    /// Not to be known: a dependent scope, an erroneous base.
    Unknown,
    /// A local of the code: one, or the element that a pack is expanded to; a pack that is not expanded has several or none.
    Local(Vec<crate::thir::L>),
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
        let _ = name;
        Found::Unknown
    }

    /// Looks an operator's name up for an operator in an expression: as [`Context::lookup`], members of classes left out
    /// ([over.match.oper]/3.2).
    pub fn lookup_operator(&mut self, name: &NameId) -> Found<'db> {
        let _ = name;
        Found::Unknown
    }

    /// Looks a path's name up, its qualifiers first; template arguments of the last component are left to the caller.
    pub fn lookup_path(&mut self, path: &Path) -> Found<'db> {
        let _ = path;
        Found::Unknown
    }

    /// Member lookup in a class ([class.member.lookup]).
    pub fn lookup_member(&mut self, class: Ty<'db>, name: &NameId) -> Found<'db> {
        let _ = (class, name);
        Found::Unknown
    }

    /// Functions and function templates found by argument-dependent lookup ([basic.lookup.argdep]), hidden friends included.
    pub fn lookup_arguments(&mut self, name: &NameId, args: &[Ty<'db>]) -> Vec<Entity<'db>> {
        let _ = (name, args);
        Vec::new()
    }

    /// What the blocks around declare by a name.
    pub fn declared(&self, name: &Name) -> Option<&Declared<'db>> {
        self.blocks.iter().rev().find_map(|b| b.get(name))
    }
}

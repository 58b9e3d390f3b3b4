//! Modes: what holds for a part of the code and only while that part is read. Each is set by a guard, which puts back what was
//! there before ([`Context::with_mode`]); a reader that is made for one part alone is born in its mode.

use crate::{Context, Site};

/// How what is at hand is read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Modes {
    /// The parameters or the return type of `owner` are being read: `owner` itself is not declared yet.
    pub(crate) is_undeclared: bool,
    /// The operand is not evaluated ([expr.context]).
    pub(crate) unevaluated: bool,
    /// A constant condition discards the statement ([stmt.if]/2).
    pub(crate) discarded: bool,
    /// What is initialised is no variable and no member: a narrowing conversion is an error there, elsewhere the reference warns.
    pub(crate) strict_narrowing: bool,
    /// What is converted is the condition of a `switch`.
    pub(crate) in_switch: bool,
    /// A cast is made that asks for no access to base classes.
    pub(crate) any_access: bool,
    /// What is being read is the head of the owner: its bases, the arguments after its name. Its members are not in scope.
    pub(crate) in_head: bool,
    /// What is being read is the nested-name-specifier of the owner's name: the class that it names is not in scope either.
    pub(crate) in_qualifier: bool,
    /// What is being read stands before the declarator-id of the owner: what a qualified name leads to is not in scope
    /// ([basic.lookup.unqual]/4).
    pub(crate) before_declarator: bool,
    /// A type is being read: the name of a class as its own member is the class.
    pub(crate) in_type: bool,
    /// Members of classes are not looked for.
    pub(crate) without_members: bool,
    /// What is wrong here is not reported: it means "no" ([temp.deduct]/8, [temp.constr.atomic]).
    pub(crate) substitution: bool,
    /// A template argument is being read.
    pub(crate) in_argument: bool,
    /// The default argument of a parameter of the owner's, by number, is being read: only those before it are in scope
    /// ([basic.scope.pdecl]).
    pub(crate) default_of: Option<u32>,
    /// The default argument of a function's parameter is being read: it has no object ([dcl.fct.default]/9).
    pub(crate) in_default_argument: bool,
    /// A constant in front of the operand leaves it out: nobody is warned of the constants in it.
    pub(crate) left_out: bool,
    /// What is made or destroyed is a base of the class at hand: protected constructors and destructors are open to it.
    pub(crate) of_base: bool,
    /// A type is being read that no initialiser completes: the name of a class template alone is no placeholder for one of its
    /// specialisations ([dcl.type.class.deduct]/1).
    pub(crate) without_deduction: bool,
}

impl<'db> Context<'db> {
    /// Reads something in a mode.
    pub(crate) fn with_mode<R>(
        &mut self,
        mode: fn(&mut Modes) -> &mut bool,
        value: bool,
        read: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let around = std::mem::replace(mode(&mut self.modes), value);
        let made = read(self);
        *mode(&mut self.modes) = around;
        made
    }

    /// Reads what stands at a site.
    pub(crate) fn reading_at<R>(
        &mut self,
        site: Site<'db>,
        read: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let around = self.at.replace(site);
        let made = read(self);
        self.at = around;
        made
    }

    /// Reads an operand that is not evaluated.
    pub(crate) fn in_unevaluated<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        self.with_mode(|m| &mut m.unevaluated, true, read)
    }
}

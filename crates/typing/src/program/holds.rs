//! Which sorts of declarations an item holds: a rule that speaks of none of them need not be asked.

use cleave_hir::{Decl, DeclKind, ItemHir};
use cleave_names::decl::{Spec, Special};

/// Sorts of declarations, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holds(u32);

impl Holds {
    /// Functions, member functions among them.
    pub(crate) const FUNCTION: Holds = Holds(1);
    /// Variables, data members among them.
    pub(crate) const VARIABLE: Holds = Holds(1 << 1);
    /// Typedefs, aliases and alias templates.
    pub(crate) const ALIAS: Holds = Holds(1 << 2);
    /// Classes.
    pub(crate) const CLASS: Holds = Holds(1 << 3);
    /// Enumerations.
    pub(crate) const ENUM: Holds = Holds(1 << 4);
    /// Assertions.
    pub(crate) const ASSERTION: Holds = Holds(1 << 5);
    /// Using-declarations, using-directives and namespace aliases.
    pub(crate) const USING: Holds = Holds(1 << 6);
    /// Concepts.
    pub(crate) const CONCEPT: Holds = Holds(1 << 7);
    /// Deduction guides.
    pub(crate) const GUIDE: Holds = Holds(1 << 8);
    /// Explicit instantiations.
    pub(crate) const INSTANTIATION: Holds = Holds(1 << 9);
    /// Functions and variables that are declared in a class.
    pub(crate) const MEMBER: Holds = Holds(1 << 10);
    /// What has a `template<…>` head.
    pub(crate) const TEMPLATE: Holds = Holds(1 << 11);
    /// What has a nested-name-specifier or template arguments at its name.
    pub(crate) const PATH: Holds = Holds(1 << 12);
    /// Functions that are declared as friends.
    pub(crate) const FRIEND: Holds = Holds(1 << 13);
    /// Operator functions and literal operators.
    pub(crate) const OPERATOR: Holds = Holds(1 << 14);
    /// What is declared `constexpr` or `consteval`.
    pub(crate) const CONSTANT: Holds = Holds(1 << 15);
    /// What has attributes.
    pub(crate) const ATTRIBUTE: Holds = Holds(1 << 16);
    /// Anything: what every item holds.
    pub(crate) const ANYTHING: Holds = Holds(1 << 31);

    /// The union.
    pub(crate) const fn with(self, other: Holds) -> Holds {
        Holds(self.0 | other.0)
    }

    /// Whether any of `other` is in the set.
    pub(crate) const fn any(self, other: Holds) -> bool {
        self.0 & other.0 != 0
    }

    /// What an item holds.
    pub(crate) fn of(hir: &ItemHir) -> Holds {
        let all = hir.code.decls.iter();
        Holds::ANYTHING.with(Holds::of_all(all.map(|(_, decl)| decl)))
    }

    /// What some declarations are.
    pub(crate) fn of_all<'a>(decls: impl Iterator<Item = &'a Decl>) -> Holds {
        decls.fold(Holds::default(), |held, decl| held.with(sorts(decl)))
    }

    fn when(self, holds: bool) -> Holds {
        if holds { self } else { Holds::default() }
    }
}

/// The sorts that a declaration is of.
fn sorts(decl: &Decl) -> Holds {
    let member = Holds::MEMBER.when(decl.parent.is_some());
    let kind = match &decl.kind {
        DeclKind::Function(f) => {
            let operator = matches!(decl.name, cleave_hir::NameId::Operator(_))
                || f.special == Special::Literal;
            let friend = Holds::FRIEND.when(decl.spec.any(Spec::FRIEND));
            let function = Holds::FUNCTION.with(member).with(friend);
            function.with(Holds::OPERATOR.when(operator))
        }
        DeclKind::Variable(_) => Holds::VARIABLE.with(member),
        DeclKind::Alias(_) => Holds::ALIAS,
        DeclKind::Class(_) => Holds::CLASS,
        DeclKind::Enum(_) => Holds::ENUM,
        DeclKind::StaticAssert(_) => Holds::ASSERTION,
        DeclKind::Using { .. } | DeclKind::UsingDirective(_) | DeclKind::NamespaceAlias(_) => {
            Holds::USING
        }
        DeclKind::Concept(_) => Holds::CONCEPT,
        DeclKind::DeductionGuide(_) => Holds::GUIDE,
        DeclKind::Instantiation { .. } => Holds::INSTANTIATION,
        DeclKind::StructuredBinding { .. }
        | DeclKind::Binding(_)
        | DeclKind::Enumerator(_)
        | DeclKind::UsingEnum(_)
        | DeclKind::FriendType(_)
        | DeclKind::Namespace { .. } => Holds::default(),
    };
    let constant = decl.spec.any(Spec::CONSTEXPR.with(Spec::CONSTEVAL));
    kind.with(Holds::TEMPLATE.when(!decl.heads.is_empty()))
        .with(Holds::PATH.when(decl.path.is_some()))
        .with(Holds::CONSTANT.when(constant))
        .with(Holds::ATTRIBUTE.when(!decl.attrs.is_empty()))
}

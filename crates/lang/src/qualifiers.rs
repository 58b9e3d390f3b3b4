//! Qualifiers of types and of member functions ([basic.type.qualifier], [dcl.fct]).

/// A set of cv-qualifiers, with `__restrict`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Qualifiers {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `__restrict`
    pub is_restrict: bool,
}

impl Qualifiers {
    /// No qualifier.
    pub const NONE: Qualifiers = Qualifiers {
        is_const: false,
        is_volatile: false,
        is_restrict: false,
    };
    /// `const` alone.
    pub const CONST: Qualifiers = Qualifiers {
        is_const: true,
        ..Qualifiers::NONE
    };
    /// `volatile` alone.
    pub const VOLATILE: Qualifiers = Qualifiers {
        is_volatile: true,
        ..Qualifiers::NONE
    };
    /// `__restrict` alone.
    pub const RESTRICT: Qualifiers = Qualifiers {
        is_restrict: true,
        ..Qualifiers::NONE
    };

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self == Qualifiers::NONE
    }

    /// The qualifiers of either set.
    pub fn union(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            is_const: self.is_const | other.is_const,
            is_volatile: self.is_volatile | other.is_volatile,
            is_restrict: self.is_restrict | other.is_restrict,
        }
    }
}

/// The `&` or `&&` after a member function's parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RefQualifier {
    /// None.
    #[default]
    None,
    /// `&`
    Lvalue,
    /// `&&`
    Rvalue,
}

//! GNU's attributes that the reference knows, and what each may be put on. Whatever is not here it passes over without a word.
//! Those that CUDA's headers use as well are in the table of CUDA's attributes.

/// What attributes are put on, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places(u16);

impl Places {
    /// Nothing.
    pub const NONE: Places = Places(0);
    /// Functions.
    pub const FUNCTION: Places = Places(1);
    /// Variables and static data members.
    pub const VARIABLE: Places = Places(1 << 1);
    /// Function parameters.
    pub const PARAMETER: Places = Places(1 << 2);
    /// Non-static data members.
    pub const FIELD: Places = Places(1 << 3);
    /// Typedef-names.
    pub const TYPEDEF: Places = Places(1 << 4);
    /// Classes, behind the class-key or the body.
    pub const CLASS: Places = Places(1 << 5);
    /// Enumerations, behind `enum`.
    pub const ENUM: Places = Places(1 << 6);
    /// Enumerators.
    pub const ENUMERATOR: Places = Places(1 << 7);
    /// Namespaces.
    pub const NAMESPACE: Places = Places(1 << 8);
    /// Labels.
    pub const LABEL: Places = Places(1 << 9);

    /// Either of two sets.
    pub const fn or(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// Whether another set is a part of this one.
    pub const fn has(self, other: Places) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What an attribute is a property of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Of a declared entity.
    Entity(Places),
    /// Of a function's type, wherever that is written.
    FunctionType,
    /// Of any type.
    Type,
}

/// What attributes of a name are a property of, with or without underscores around it.
pub fn gnu(name: &str) -> Option<Of> {
    let name = super::bare(name);
    let row = ROWS.binary_search_by(|(row, _)| (*row).cmp(name)).ok()?;
    ROWS.get(row).map(|(_, of)| *of)
}

const FUNCTION: Of = Of::Entity(Places::FUNCTION);
const VARIABLE: Of = Of::Entity(Places::VARIABLE);
const EMITTED: Of = Of::Entity(Places::FUNCTION.or(Places::VARIABLE));
const NOTHING: Of = Of::Entity(Places::NONE);
const TEMPERATURE: Of = Of::Entity(Places::FUNCTION.or(Places::LABEL));
const NAMED: Places = (Places::FUNCTION.or(Places::VARIABLE))
    .or(Places::TYPEDEF)
    .or(Places::CLASS)
    .or(Places::ENUM);
const LAID_OUT: Places = Places::FIELD.or(Places::CLASS).or(Places::ENUM);
const DISCOURAGED: Places = (NAMED.or(Places::PARAMETER).or(Places::FIELD))
    .or(Places::ENUMERATOR)
    .or(Places::NAMESPACE);
const SEEN: Places = (Places::FUNCTION.or(Places::VARIABLE))
    .or(Places::CLASS)
    .or(Places::ENUM)
    .or(Places::NAMESPACE);
const TAGGED: Places = (Places::FUNCTION.or(Places::VARIABLE))
    .or(Places::CLASS)
    .or(Places::ENUM);

/// The attributes by name.
const ROWS: [(&str, Of); 49] = [
    ("abi_tag", Of::Entity(TAGGED)),
    ("alias", EMITTED),
    ("aligned", Of::Entity(NAMED.or(Places::FIELD))),
    ("alloc_size", Of::FunctionType),
    ("artificial", FUNCTION),
    ("cdecl", Of::FunctionType),
    ("cold", TEMPERATURE),
    ("common", VARIABLE),
    ("const", Of::FunctionType),
    ("constructor", FUNCTION),
    ("deprecated", Of::Entity(DISCOURAGED)),
    ("destructor", FUNCTION),
    ("error", FUNCTION),
    ("externally_visible", EMITTED),
    ("fallthrough", NOTHING),
    ("fastcall", Of::FunctionType),
    ("flatten", FUNCTION),
    ("format", Of::FunctionType),
    ("format_arg", FUNCTION),
    ("gnu_inline", FUNCTION),
    ("hot", TEMPERATURE),
    ("ifunc", FUNCTION),
    ("init_priority", VARIABLE),
    ("malloc", FUNCTION),
    ("may_alias", Of::Type),
    ("mode", Of::Type),
    ("no_instrument_function", FUNCTION),
    ("nocommon", VARIABLE),
    ("nonnull", Of::FunctionType),
    ("noplt", FUNCTION),
    ("noreturn", Of::FunctionType),
    ("nothrow", FUNCTION),
    ("packed", Of::Entity(LAID_OUT)),
    ("pure", FUNCTION),
    ("section", EMITTED),
    ("stdcall", Of::FunctionType),
    ("strong", NOTHING),
    ("target", FUNCTION),
    ("tls_model", VARIABLE),
    ("unavailable", Of::Entity(DISCOURAGED)),
    (
        "unused",
        Of::Entity(NAMED.or(Places::PARAMETER).or(Places::LABEL)),
    ),
    ("used", EMITTED),
    ("vector_size", Of::Type),
    ("visibility", Of::Entity(SEEN)),
    ("volatile", Of::FunctionType),
    ("warn_unused_result", Of::FunctionType),
    ("warning", FUNCTION),
    ("weak", EMITTED),
    ("weakref", EMITTED),
];

#[cfg(test)]
mod tests {
    use super::{ROWS, gnu};

    #[test]
    fn rows_are_in_order_and_none_is_cudas() {
        assert!(ROWS.windows(2).all(|w| w[0].0 < w[1].0));
        assert!(ROWS.iter().all(|(name, _)| crate::find(name).is_none()));
        assert_eq!(gnu("__cold__"), gnu("cold"));
        assert_eq!(gnu("leaf"), None);
    }
}

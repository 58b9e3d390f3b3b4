//! Types as the mangling sees them: canonical, with typedefs resolved. Knows nothing of layout.

use std::sync::Arc;

use cleave_lang::{Builtin, Qualifiers, RefQualifier};

use crate::{Expr, Name, TemplateArg};

/// A type, with typedefs and parameter decay already applied by the caller.
///
/// Sub-terms are shared: a node reached twice through the same [`Arc`] is walked once, so a type whose
/// written-out form is exponential (nested `pair<T, T>`) still costs linear time.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A fundamental type.
    Builtin(Builtin),
    /// A vendor type `u <name> [<args>]`, such as `__bf16`. Substitutable, unlike the builtins.
    Vendor {
        /// The spelling written after `u`.
        name: String,
        /// Template arguments that follow the name, if any.
        args: Option<Vec<TemplateArg>>,
    },
    /// A cv- or `__restrict`-qualified type. Nested qualifiers merge, and those on an array move to its
    /// elements ([dcl.type.cv]).
    Qualified(Qualifiers, Arc<Type>),
    /// `T*`
    Pointer(Arc<Type>),
    /// `T&`
    LvalueReference(Arc<Type>),
    /// `T&&`
    RvalueReference(Arc<Type>),
    /// `T[bound]`
    Array(Bound, Arc<Type>),
    /// A function type, as it occurs behind a pointer or as a template argument.
    Function(Arc<FunctionType>),
    /// `member class::*`
    MemberPointer {
        /// The class, usually [`Type::Named`].
        class: Arc<Type>,
        /// The type of the member; a function type carries its cv- and ref-qualifiers itself.
        member: Arc<Type>,
    },
    /// A GNU vector type; the bound counts elements, not bytes.
    Vector(Bound, Arc<Type>),
    /// `_Complex T`
    Complex(Arc<Type>),
    /// `_Imaginary T`
    Imaginary(Arc<Type>),
    /// A class, an enumeration, or a dependent `typename T::x` (through [`crate::Scope::Dependent`]).
    Named(Arc<Name>),
    /// A type template parameter.
    TemplateParam(TemplateParam),
    /// A specialisation of a template template parameter, `C<args>`.
    TemplateTemplate(TemplateParam, Vec<TemplateArg>),
    /// `T...`
    PackExpansion(Arc<Type>),
    /// `decltype(expr)` that still depends on a template parameter.
    Decltype {
        /// The operand is an id-expression or a class member access, without parentheses (`Dt`).
        id_expression: bool,
        /// The operand.
        expr: Arc<Expr>,
    },
    /// `auto` whose deduction is not part of the signature.
    Auto,
    /// `decltype(auto)`
    DecltypeAuto,
}

impl Type {
    /// `void`
    pub const VOID: Type = Type::Builtin(Builtin::Void);

    /// A class or an enumeration.
    pub fn named(name: Name) -> Type {
        Type::Named(Arc::new(name))
    }

    /// A pointer to this type.
    pub fn pointer(self) -> Type {
        Type::Pointer(Arc::new(self))
    }

    /// An lvalue reference to this type. References to references are the caller's to collapse.
    pub fn lvalue_reference(self) -> Type {
        Type::LvalueReference(Arc::new(self))
    }

    /// An rvalue reference to this type.
    pub fn rvalue_reference(self) -> Type {
        Type::RvalueReference(Arc::new(self))
    }

    /// This type with `quals` added.
    pub fn qualified(self, quals: Qualifiers) -> Type {
        Type::Qualified(quals, Arc::new(self))
    }

    /// This type with `const` added.
    pub fn constant(self) -> Type {
        self.qualified(Qualifiers::CONST)
    }

    /// The type below any qualifiers at the top.
    pub fn unqualified(&self) -> &Type {
        let mut ty = self;
        while let Type::Qualified(_, inner) = ty {
            ty = inner;
        }
        ty
    }
}

/// The exception specification of a function type (part of the type since C++17).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum ExceptionSpec {
    /// May throw.
    #[default]
    None,
    /// `noexcept`, or an expression that was found true.
    Noexcept,
    /// `noexcept(expr)` with a dependent operand.
    Dependent(Arc<Expr>),
}

/// A function type. Its language linkage leaves no trace: neither g++ nor the reference writes the `Y`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// The return type; written only where the ABI wants it.
    pub ret: Type,
    /// The parameters. Qualifiers at the top of one are dropped when written ([dcl.fct]).
    pub params: Vec<Type>,
    /// Whether an ellipsis follows.
    pub variadic: bool,
    /// Qualifiers of the implicit object parameter.
    pub quals: Qualifiers,
    /// Reference qualifier of the implicit object parameter.
    pub ref_qual: RefQualifier,
    /// Exception specification; not written in a declaration's own name.
    pub exceptions: ExceptionSpec,
}

impl FunctionType {
    /// A function type without qualifiers or ellipsis.
    pub fn new(ret: Type, params: impl IntoIterator<Item = Type>) -> FunctionType {
        FunctionType {
            ret,
            params: params.into_iter().collect(),
            variadic: false,
            quals: Qualifiers::NONE,
            ref_qual: RefQualifier::None,
            exceptions: ExceptionSpec::None,
        }
    }
}

/// The bound of an array or vector.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Bound {
    /// A number of elements.
    Known(u64),
    /// `[]`
    Unknown,
    /// A bound that depends on a template parameter.
    Dependent(Arc<Expr>),
}

/// A reference to a template parameter by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TemplateParam {
    /// 0 for the outermost template parameter list that is still a template, as the ABI counts it.
    pub level: u32,
    /// Position in that list, from 0.
    pub index: u32,
}

impl TemplateParam {
    /// Parameter `index` of the outermost list.
    pub fn new(index: u32) -> TemplateParam {
        TemplateParam { level: 0, index }
    }
}

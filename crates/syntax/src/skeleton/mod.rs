//! The skeleton of a translation unit: where its items (namespace-level declarations) begin and end, the names they
//! declare, and which of them hold something that a CUDA compiler must look at. Found by tokens and brackets alone, in one
//! pass over the text, so that the megabytes of headers cost a scan and nothing more.
//!
//! It must not know what follows from an annotation, resolve a name or build a tree. Where tokens cannot decide (a `<` that is
//! less-than inside a template argument), a wrong guess may misplace a name but never an item's brackets.

mod cursor;
mod initializers;
mod items;
mod lines;
mod parts;
mod stored;
mod unclosed;

#[cfg(test)]
mod tests;

pub use lines::{LineTable, LinesBefore, OwnRanges, Position};
pub use parts::{PartEnd, PartStart};

use std::ops::Range;

/// The skeleton of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skeleton {
    /// All items in source order; namespaces contribute an opening and a closing one.
    pub items: Vec<Item>,
    /// The namespaces met, by path: reopening one gives the same index. Number 0 is the global namespace.
    pub scopes: Vec<Scope>,
    /// Further names of items that declare several (`int a, b;`): item index and name, sorted by item.
    pub more_names: Vec<(u32, Span)>,
    /// The class or enumeration that an item mentions with its key besides what it is named after (`struct S *f();`,
    /// `typedef struct S { ... } T;`), and declares if nothing else did: item index and name, sorted by item.
    pub tags: Vec<(u32, Span)>,
    /// Every annotation of CUDA, in source order.
    pub annotations: Vec<Annotation>,
    /// The words that the front end takes for attributes without any syntax around them: `__noinline__` and
    /// `__nv_register_params__`. Also the attribute-specifiers within others that the first of them was expanded to.
    pub bare_attributes: Vec<Span>,
    /// The pragmas and other directives left in the text.
    pub directives: Vec<Span>,
    /// Line markers.
    pub lines: LineTable,
    /// What is wrong with the brackets and literals, in source order.
    pub errors: Vec<SkeletonError>,
    /// Where the first item ends whose brace is never closed, if its end was guessed: the language has no declaration
    /// behind that point that is not inside of the item.
    pub cut: Option<u32>,
}

/// A byte range of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// As a range of `usize`, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The text it covers.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// Whether it covers nothing.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A namespace, identified by its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The enclosing namespace; the global one is its own parent.
    pub parent: u32,
    /// Its name where it was first opened; empty for the global and for unnamed namespaces.
    pub name: Span,
    /// Whether it was opened with `inline`.
    pub inline: bool,
    /// Whether it is an unnamed namespace.
    pub unnamed: bool,
}

/// What sort of declaration an item is, as far as tokens tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// `namespace N {`, up to and with the brace.
    NamespaceOpen,
    /// The brace that ends a namespace.
    NamespaceClose,
    /// `extern "C" {`.
    LinkageOpen,
    /// The brace that ends a linkage specification.
    LinkageClose,
    /// A function definition.
    FunctionDefinition,
    /// A function declaration without a body.
    FunctionDeclaration,
    /// A variable.
    Variable,
    /// A class, struct or union; declarators may follow its body, and are its further names.
    Class,
    /// An enumeration; as with classes, variables may follow.
    Enum,
    /// A typedef.
    Typedef,
    /// An alias-declaration.
    Alias,
    /// A using-declaration.
    UsingDeclaration,
    /// A using-directive.
    UsingDirective,
    /// A namespace alias.
    NamespaceAlias,
    /// A concept.
    Concept,
    /// An explicit instantiation, definition or declaration.
    ExplicitInstantiation,
    /// `static_assert`, `asm`, an empty declaration, or what could not be read.
    Other,
}

bitflags_lite! {
    /// What the scan noticed in an item. None of this is a decision; it says which items deserve a closer look.
    pub struct Flags: u32 {
        /// A `host` annotation without a `device` one right beside it.
        LONE_HOST = 1 << 0,
        /// A `device` annotation without a `host` one right beside it.
        LONE_DEVICE = 1 << 1,
        /// `host` and `device` side by side.
        HOST_DEVICE = 1 << 2,
        /// A `global` annotation.
        GLOBAL = 1 << 3,
        /// A `shared` or `constant` annotation.
        MEMORY = 1 << 4,
        /// A `managed` annotation.
        MANAGED = 1 << 5,
        /// `device_builtin` and its texture and surface kin.
        BUILTIN = 1 << 6,
        /// Any other annotation of CUDA (launch bounds and the like).
        OTHER_CUDA = 1 << 7,
        /// `<<<`.
        LAUNCH = 1 << 8,
        /// Mentions the name of a managed or of a `device_builtin` variable declared before.
        WATCHED = 1 << 9,
        /// Something is called as the type it is declared with: `using X = X…`, `X X`, `X<…> X`.
        NAMESAKE = 1 << 10,
        /// Begins with a template parameter list.
        TEMPLATE = 1 << 11,
        /// Begins with `template<>`.
        SPECIALIZATION = 1 << 12,
        /// `constexpr` or `consteval` before the declarator.
        CONSTEXPR = 1 << 13,
        /// `inline` before the declarator.
        INLINE = 1 << 14,
        /// `static` before the declarator.
        STATIC = 1 << 15,
        /// `extern` before the declarator.
        EXTERN = 1 << 16,
        /// The namespace opened is inline.
        INLINE_NAMESPACE = 1 << 17,
        /// Holds a bracket or literal error.
        BROKEN = 1 << 18,
        /// The declared name is qualified (`int A::f()`).
        QUALIFIED = 1 << 19,
        /// Stands in an `extern "C"` linkage specification.
        EXTERN_C = 1 << 20,
        /// Its annotations include `cudart_builtin`.
        CUDART_BUILTIN = 1 << 21,
        /// Has an initializer.
        INITIALIZED = 1 << 22,
        /// `const` before the declarator.
        CONST = 1 << 23,
        /// Begins in a file of the user's own. Set on nodes, not by the scan.
        USER = 1 << 24,
        /// A pragma before or in it switches the checks of calls between execution spaces off. Set on nodes, not by the scan.
        UNCHECKED = 1 << 25,
        /// An execution space right behind a lambda's captures, or `__nv_parent`. An annotated array looks the same.
        LAMBDA = 1 << 26,
        /// Mentions the name of a kernel or of a device, constant or managed variable declared before.
        MENTIONS = 1 << 27,
        /// An attribute of the compilers where a lambda's call operator has its own.
        LAMBDA_ATTRIBUTE = 1 << 28,
        /// `T x = A::b;`, not constexpr.
        QUALIFIED_INITIALIZER = 1 << 29,
        /// `constexpr T x = 3;`, not static.
        LITERAL_CONSTANT = 1 << 30,
        /// Begins in the main file, in a header in its folder or below, or in one that somebody edits. Set on nodes, not by the scan.
        NEAR = 1 << 31,
    }
}

impl Flags {
    /// Everything that is an annotation of CUDA.
    pub const CUDA: Flags = Flags(
        Flags::LONE_HOST.0
            | Flags::LONE_DEVICE.0
            | Flags::HOST_DEVICE.0
            | Flags::GLOBAL.0
            | Flags::MEMORY.0
            | Flags::MANAGED.0
            | Flags::BUILTIN.0
            | Flags::OTHER_CUDA.0
            | Flags::CUDART_BUILTIN.0,
    );
}

/// One item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// What was noticed in it.
    pub flags: Flags,
    /// The namespace it stands in ([`Skeleton::scopes`]); for an opening brace, the namespace opened.
    pub scope: u32,
    /// Its text, from its first to its last token.
    pub span: Span,
    /// From its first token to where its body or initializer begins.
    pub head_end: u32,
    /// The (first) name it declares; empty if none.
    pub name: Span,
}

impl Item {
    /// A declaration of a device function that the compiler itself provides; the host half has none of these.
    pub fn is_builtin_device_function(&self) -> bool {
        self.kind == ItemKind::FunctionDeclaration
            && self.flags.has(Flags::BUILTIN | Flags::LONE_DEVICE)
            && !self.flags.has(Flags::LONE_HOST)
    }
}

/// One annotation of CUDA: an attribute-specifier, or one attribute of a list that holds others too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// What may be cut out so that it is gone and the rest still reads.
    pub span: Span,
    /// Which one: a single bit of [`Flags::CUDA`]; `host` and `device` are the `LONE_` bits here.
    pub flag: Flags,
}

/// Something wrong with the brackets or literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkeletonError {
    /// Where it was noticed.
    pub offset: u32,
    /// The bracket that is still open, for [`ErrorKind::Unclosed`].
    pub opener: u32,
    /// What.
    pub kind: ErrorKind,
}

/// The kinds of [`SkeletonError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A closing bracket that nothing opened.
    Unopened(u8),
    /// A bracket was open where another one closed, or where the text ended; the closing byte that is missing.
    Unclosed(u8),
    /// A literal without its closing quote.
    UnterminatedLiteral,
    /// A declaration runs into the end of the text or of its namespace without `;`.
    MissingSemicolon,
    /// A namespace without its name.
    MissingName,
    /// A namespace without its opening brace.
    MissingBrace,
    /// `inline` in front of a namespace with several names.
    InlineNested,
    /// Attributes of the standard on a namespace with several names.
    MisplacedAttributes,
    /// Attributes in front of a namespace or a linkage specification.
    AttributesInFront,
    /// A byte that is no token: NUL or another control character.
    StrayByte,
    /// `#error` was left in the text.
    ErrorDirective,
}

impl Skeleton {
    /// Scans `text`.
    pub fn new(text: &str) -> Skeleton {
        items::scan(text, &PartStart::default()).0
    }

    /// The bytes that it keeps on the heap.
    pub fn heap_size(&self) -> usize {
        size_of_val(&*self.items)
            + size_of_val(&*self.scopes)
            + size_of_val(&*self.more_names)
            + size_of_val(&*self.tags)
            + size_of_val(&*self.annotations)
            + size_of_val(&*self.bare_attributes)
            + size_of_val(&*self.directives)
            + size_of_val(&*self.errors)
            + self.lines.heap_size()
    }

    /// The path of a namespace, outermost first, without the global one.
    pub fn path(&self, mut scope: u32) -> Vec<u32> {
        let mut out = Vec::new();
        while scope != 0 {
            out.push(scope);
            scope = self.scopes[scope as usize].parent;
        }
        out.reverse();
        out
    }
}

/// A set of bits with names; just enough of it.
macro_rules! bitflags_lite {
    ($(#[$m:meta])* pub struct $n:ident: $t:ty { $($(#[$fm:meta])* $f:ident = $v:expr,)* }) => {
        $(#[$m])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $n(pub $t);
        impl $n {
            $($(#[$fm])* pub const $f: $n = $n($v);)*
            /// Whether all bits of `o` are set.
            #[inline]
            pub const fn has(self, o: $n) -> bool { self.0 & o.0 == o.0 }
            /// Whether any bit of `o` is set.
            #[inline]
            pub const fn any(self, o: $n) -> bool { self.0 & o.0 != 0 }
            /// Sets the bits of `o`.
            #[inline]
            pub fn set(&mut self, o: $n) { self.0 |= o.0; }
        }
        impl std::ops::BitOr for $n {
            type Output = $n;
            fn bitor(self, o: $n) -> $n { $n(self.0 | o.0) }
        }
        impl std::fmt::Debug for $n {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut first = true;
                $(if self.has($n::$f) { if !first { f.write_str("|")?; } first = false; f.write_str(stringify!($f))?; })*
                if first { f.write_str("-")?; }
                Ok(())
            }
        }
    };
}
use bitflags_lite;

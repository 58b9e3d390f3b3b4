//! The arenas, and what an item and a body consist of.

use std::ops::Index;

use cleave_names::decl::Tokens;
use cleave_syntax::exact;
use la_arena::Arena;
use rustc_hash::FxHashSet;

use crate::*;

/// Declarations, types, expressions and statements that refer to each other by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Declarations.
    pub decls: Arena<Decl>,
    /// Types.
    pub types: Arena<TypeRef>,
    /// Expressions.
    pub exprs: Arena<Expr>,
    /// Statements.
    pub stmts: Arena<Stmt>,
    /// Function parameters.
    pub params: Arena<Param>,
    /// The loops that a pragma speaks of, in order.
    pub unrolls: Vec<(StmtId, Unroll)>,
    /// The `if` statements and loops of whose conditions attributes say whether they mostly hold, in order.
    pub expected: Vec<(StmtId, bool)>,
    /// Whether a name in it has template arguments.
    pub has_template_ids: bool,
}

impl Code {
    /// Whether there is a lambda-expression in it.
    pub fn has_lambdas(&self) -> bool {
        (self.exprs.iter()).any(|(_, expr)| matches!(expr, Expr::Lambda(_)))
    }

    /// The type that the specifiers of a declaration name, of which its declarators make pointers, references, arrays and functions.
    /// A return type that trails is no specifier.
    pub fn specified_type(&self, mut ty: TypeId) -> TypeId {
        loop {
            ty = match &self[ty] {
                TypeRef::Function(function) if !function.trailing => function.ret,
                TypeRef::Array { element, .. } => *element,
                TypeRef::MemberPointer { member, .. } => *member,
                TypeRef::Qualified(_, inner)
                | TypeRef::Attributed(inner, _)
                | TypeRef::Pointer(inner)
                | TypeRef::LvalueReference(inner)
                | TypeRef::RvalueReference(inner) => *inner,
                _ => return ty,
            };
        }
    }

    /// Whether a type in it, as written, has template arguments, is one, or is a member of a member.
    pub fn has_compound_names(&self) -> bool {
        let nested =
            |ty: &TypeRef| matches!(ty, TypeRef::Path { path, .. } if path.qualifiers.len() > 1);
        self.has_template_ids || self.types.iter().any(|(_, ty)| nested(ty))
    }

    /// The same of one type: a plain one is a name or a fundamental type with pointers, references, qualifiers and parameters
    /// around it.
    pub fn is_compound_name(&self, ty: TypeId) -> bool {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            match &self[ty] {
                TypeRef::Missing | TypeRef::Builtin(_) | TypeRef::Complex(_) => {}
                TypeRef::Path { path, .. } => {
                    let args =
                        path.args.is_some() || path.qualifiers.iter().any(|q| q.args.is_some());
                    if args || path.decltype.is_some() || path.qualifiers.len() > 1 {
                        return true;
                    }
                }
                TypeRef::Pointer(t)
                | TypeRef::LvalueReference(t)
                | TypeRef::RvalueReference(t)
                | TypeRef::Qualified(_, t)
                | TypeRef::Pack(t)
                | TypeRef::Array {
                    element: t,
                    bound: None,
                } => open.push(*t),
                TypeRef::Function(f) => {
                    if f.requires.is_some()
                        || !matches!(f.exception, Exception::None | Exception::Noexcept)
                    {
                        return true;
                    }
                    open.push(f.ret);
                    open.extend(f.params.iter().map(|&param| self[param].ty));
                }
                _ => return true,
            }
        }
        false
    }

    /// What a pragma says of a loop.
    pub fn unroll(&self, stmt: StmtId) -> Option<Unroll> {
        let at = (self.unrolls).binary_search_by_key(&stmt.into_raw(), |u| u.0.into_raw());
        Some(self.unrolls[at.ok()?].1)
    }

    /// Whether the condition of a statement mostly holds, where attributes say so ([dcl.attr.likelihood]).
    pub fn expected(&self, stmt: StmtId) -> Option<bool> {
        let at = (self.expected).binary_search_by_key(&stmt.into_raw(), |e| e.0.into_raw());
        Some(self.expected[at.ok()?].1)
    }

    /// The bytes that its arenas keep, without what their elements own.
    pub(crate) fn heap_size(&self) -> usize {
        self.decls.len() * size_of::<Decl>()
            + self.types.len() * size_of::<TypeRef>()
            + self.exprs.len() * size_of::<Expr>()
            + self.stmts.len() * size_of::<Stmt>()
            + self.params.len() * size_of::<Param>()
            + self.unrolls.len() * size_of::<(StmtId, Unroll)>()
            + self.expected.len() * size_of::<(StmtId, bool)>()
    }

    /// The same without room for more.
    pub(crate) fn shrunk(mut self) -> Code {
        self.decls = exact_arena(self.decls);
        self.types = exact_arena(self.types);
        self.exprs = exact_arena(self.exprs);
        self.stmts = exact_arena(self.stmts);
        self.params = exact_arena(self.params);
        self.expected.sort_by_key(|e| e.0.into_raw());
        self.expected.shrink_to_fit();
        // A loop is done when the loops in it are.
        self.unrolls.sort_by_key(|u| u.0.into_raw());
        self.unrolls.shrink_to_fit();
        self
    }
}

/// [`exact`] of an arena, which grows by doubling.
fn exact_arena<T>(all: Arena<T>) -> Arena<T> {
    if all.len().is_power_of_two() {
        return all;
    }
    let mut out = Arena::with_capacity(all.len());
    out.extend(all.into_iter().map(|(_, element)| element));
    out
}

macro_rules! index {
    ($($id:ty => $field:ident $what:ty),*) => {$(
        impl Index<$id> for Code {
            type Output = $what;
            fn index(&self, id: $id) -> &$what {
                &self.$field[id]
            }
        }
    )*};
}
index!(DeclId => decls Decl, TypeId => types TypeRef, ExprId => exprs Expr, StmtId => stmts Stmt, ParamId => params Param);

/// The signature level of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemHir {
    /// Its arenas.
    pub code: Code,
    /// The declarations of the item itself, in order; members hang below them.
    pub roots: Box<[DeclId]>,
}

impl ItemHir {
    /// The declarations of the item and of the classes in it. What the lambdas in its types and default arguments declare is of
    /// their blocks.
    pub fn declarations(&self) -> impl Iterator<Item = (DeclId, &Decl)> {
        let local = self.local();
        let is_local = move |id: DeclId| {
            let at = id.into_raw().into_u32() as usize;
            local.get(at).copied().unwrap_or_default()
        };
        self.code.decls.iter().filter(move |(id, _)| !is_local(*id))
    }

    /// Of each declaration whether a block declares it; mostly there are no blocks.
    fn local(&self) -> Vec<bool> {
        let decls = &self.code.decls;
        if self.code.stmts.is_empty() {
            return Vec::new();
        }
        let mut own: FxHashSet<DeclId> = self.roots.iter().copied().collect();
        own.extend(decls.iter().filter_map(|(_, d)| match d.kind {
            DeclKind::Instantiation { decl, .. } => Some(decl),
            _ => None,
        }));
        let outermost = |id: DeclId| {
            let around = std::iter::successors(Some(id), |&id| decls[id].parent);
            around.take(decls.len()).last()
        };
        let is_local = |id| outermost(id).is_none_or(|id| !own.contains(&id));
        decls.iter().map(|(id, _)| is_local(id)).collect()
    }
}

/// One function body, initializer of a variable or data member, or default argument that holds a lambda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyHir {
    /// Its arenas. Indices of the item's own code mean nothing here.
    pub code: Code,
    /// What it is.
    pub root: BodyRoot,
}

/// What a body is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyRoot {
    /// A function's body with its constructor's member initializers. A function-try-block is a block of one `try` statement.
    Function {
        /// The block.
        block: StmtId,
        /// The member initializers.
        inits: Box<[MemInit]>,
    },
    /// A variable's or data member's initializer.
    Init(Init),
}

/// Where everything of a [`Code`] stands, by index: in tokens of the item, or of the body from its first token on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans {
    /// Of declarations: the name, or where it would stand.
    pub decls: Vec<Tokens>,
    /// Of types.
    pub types: Vec<Tokens>,
    /// The token that a diagnostic about a type's name points at: the unqualified name, or the type's first token.
    pub type_points: Vec<u32>,
    /// Of expressions.
    pub exprs: Vec<Tokens>,
    /// The token that a diagnostic about the operation itself points at, where it is not the first one: the operator of an infix
    /// or postfix expression, the `:` of a conditional one, the `[` of a subscript, the `{` of `T{…}`, the unqualified name of a
    /// qualified name and of a member access. As an operand of something else, an expression is pointed at by its first token.
    pub points: Vec<u32>,
    /// Of statements.
    pub stmts: Vec<Tokens>,
    /// Of parameters.
    pub params: Vec<Tokens>,
    /// Of template parameters: the token of the name, or the one that stands where it would.
    pub template_params: Vec<u32>,
}

impl Spans {
    /// The same without room for more.
    pub(crate) fn shrunk(mut self) -> Spans {
        self.decls = exact(self.decls);
        self.types = exact(self.types);
        self.type_points = exact(self.type_points);
        self.exprs = exact(self.exprs);
        self.points = exact(self.points);
        self.stmts = exact(self.stmts);
        self.params = exact(self.params);
        self.template_params = exact(self.template_params);
        self
    }
}

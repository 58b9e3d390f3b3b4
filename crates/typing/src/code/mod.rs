//! From references to the HIR they mean: code, declarations, and how declarations nest.

pub(crate) mod around;
pub(crate) mod entity;
pub(crate) mod params;
pub(crate) mod regions;
pub(crate) mod source;
pub(crate) mod unexpanded;

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{Class, ClassKey, Decl, DeclId, DeclKind, ExprId, NameId, TypeId, TypeRef};
use cleave_lang::Operator;
use cleave_names::decl::Special;
use cleave_names::{ItemId, ScopePath};
use la_arena::{Idx, RawIdx};

use crate::{CodeRef, DeclAt, DeclRef};

/// Indices from here on are those of types: elaborated-type-specifiers that declare a class.
const ELABORATED: u32 = 1 << 31;

/// What a [`DeclRef`] refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A declaration.
    Decl(DeclId),
    /// An elaborated-type-specifier that declares a class which nothing else does.
    Elaborated(TypeId),
    /// The call operator of the closure of a lambda-expression.
    Lambda(ExprId),
}

/// The index of some arena from its raw form.
pub(crate) fn idx<T>(raw: u32) -> Idx<T> {
    Idx::from_raw(RawIdx::from(raw))
}

/// A name as a key of tables: an identifier, or what sort of function it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub enum NameKey {
    /// An identifier.
    Ident(cleave_hir::Name),
    /// An operator function, by the operator's spelling (those that are unary and binary share it).
    Operator(&'static str),
    /// Any conversion function.
    Conversion,
    /// A literal operator.
    Literal(cleave_hir::Name),
    /// The destructor.
    Destructor,
    /// Any constructor.
    Constructor,
}

impl NameKey {
    /// The key of a name.
    pub fn of(name: &NameId) -> Option<NameKey> {
        Some(match name {
            NameId::Ident(name) => NameKey::Ident(name.clone()),
            NameId::Operator(op) => NameKey::operator(*op),
            NameId::Conversion(_) => NameKey::Conversion,
            NameId::Literal(name) => NameKey::Literal(name.clone()),
            NameId::Destructor(_) => NameKey::Destructor,
            NameId::None => return None,
        })
    }

    /// The key of an operator.
    pub fn operator(op: Operator) -> NameKey {
        NameKey::Operator(op.spelling())
    }

    /// The key that a declaration is found by as a member.
    pub fn of_decl(decl: &Decl) -> Option<NameKey> {
        if let DeclKind::Function(f) = &decl.kind
            && f.special == Special::Constructor
        {
            return Some(NameKey::Constructor);
        }
        NameKey::of(&decl.name)
    }

    /// The identifier, if it is one.
    pub fn ident(&self) -> Option<&cleave_hir::Name> {
        match self {
            NameKey::Ident(name) => Some(name),
            _ => None,
        }
    }
}

impl<'db> CodeRef<'db> {
    /// The signature level of an item.
    pub fn signature(item: ItemId<'db>) -> CodeRef<'db> {
        CodeRef { item, body: None }
    }

    /// Its file.
    pub fn file(self, db: &'db dyn Db) -> SourceFile {
        self.item.file(db)
    }

    /// The namespace that its item stands in.
    pub fn scope(self, db: &'db dyn Db) -> ScopePath<'db> {
        self.item.scope(db)
    }
}

impl<'db> DeclRef<'db> {
    /// An elaborated-type-specifier that declares a class.
    pub fn elaborated(db: &'db dyn salsa::Database, code: CodeRef<'db>, ty: TypeId) -> Self {
        DeclRef::new(db, code, u32::from(ty.into_raw()) | ELABORATED, None)
    }

    /// What it refers to.
    pub fn node(self, db: &'db dyn Db) -> Node {
        let &DeclAt { index, closure, .. } = self.parts(db);
        if closure.is_some() {
            Node::Lambda(idx(index))
        } else if index & ELABORATED != 0 {
            Node::Elaborated(idx(index & !ELABORATED))
        } else {
            Node::Decl(idx(index))
        }
    }

    /// The class, if it declares one.
    pub fn class(self, db: &'db dyn Db) -> Option<&'db Class> {
        match &self.hir(db)?.kind {
            DeclKind::Class(class) => Some(class),
            _ => None,
        }
    }

    /// Whether it declares a class.
    pub fn is_class(self, db: &'db dyn Db) -> bool {
        match self.node(db) {
            Node::Decl(_) => self.class(db).is_some(),
            Node::Elaborated(ty) => match self.code(db).code(db).map(|c| &c[ty]) {
                Some(TypeRef::Path { elaborated, .. }) => *elaborated != Some(ClassKey::Enum),
                _ => false,
            },
            Node::Lambda(_) => false,
        }
    }

    /// Whether it declares a function, call operators included.
    pub fn is_function(self, db: &'db dyn Db) -> bool {
        match self.node(db) {
            Node::Lambda(_) => true,
            _ => self
                .hir(db)
                .is_some_and(|d| matches!(d.kind, DeclKind::Function(_))),
        }
    }

    /// The declaration that it stands in: a class or enumeration; for what a body declares, the declaration whose body it is, or the
    /// call operator of the innermost lambda; for a closure's call operator, whose code the lambda stands in.
    pub fn parent(self, db: &'db dyn Db) -> Option<DeclRef<'db>> {
        if let Some(closure) = self.closure(db) {
            return Some(closure.owner.decl(db));
        }
        let code = self.code(db);
        if let Some(parent) = self.hir(db).and_then(|d| d.parent) {
            return Some(DeclRef::at(db, code, parent));
        }
        let body = code.body?;
        if let Node::Decl(own) = self.node(db)
            && let Some(owner) = regions::inner_owner(db, code, own)
        {
            return Some(owner);
        }
        Some(DeclRef::new(db, CodeRef::signature(code.item), body, None))
    }

    /// The class that it is a direct member of.
    pub fn parent_class(self, db: &'db dyn Db) -> Option<DeclRef<'db>> {
        let (code, own) = self.in_code(db)?;
        let parent = own.parent?;
        matches!(code[parent].kind, DeclKind::Class(_))
            .then(|| DeclRef::at(db, self.code(db), parent))
    }

    /// The name it declares.
    pub fn key(self, db: &'db dyn Db) -> Option<NameKey> {
        match self.node(db) {
            Node::Decl(_) => NameKey::of_decl(self.hir(db)?),
            Node::Lambda(_) => Some(NameKey::operator(Operator::Call)),
            Node::Elaborated(ty) => match &self.code(db).code(db)?[ty] {
                TypeRef::Path { path, .. } => NameKey::of(&path.name),
                _ => None,
            },
        }
    }

    /// The class key of an elaborated-type-specifier that declares a class.
    pub(crate) fn elaborated_key(self, db: &'db dyn Db) -> Option<cleave_hir::ClassKey> {
        match self.node(db) {
            Node::Elaborated(ty) => match &self.code(db).code(db)?[ty] {
                TypeRef::Path { elaborated, .. } => *elaborated,
                _ => None,
            },
            _ => None,
        }
    }

    /// Its identifier; empty if it has none.
    pub fn ident(self, db: &'db dyn Db) -> String {
        match self.key(db) {
            Some(NameKey::Ident(name)) => name.as_str().to_owned(),
            _ => String::new(),
        }
    }
}

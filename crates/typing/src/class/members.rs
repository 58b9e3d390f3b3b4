//! The members that a class declaration has by name: as written, no bindings, no bases.

use cleave_base_db::Db;
use cleave_hir::{ClassKey, Code, DeclId, DeclKind, NameId, TypeId, TypeRef};
use cleave_names::decl::Spec;

use crate::class::virtuals;
use crate::code::NameKey;
use crate::{CodeRef, DeclRef, Entity};

/// The members of a class declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Members<'db> {
    /// By name, sorted; those of one name in order. Members of anonymous unions and structs and enumerators of unscoped
    /// enumerations are among them, using-declarations stand for what they name; friends are not.
    by_name: Box<[(NameKey, Box<[DeclRef<'db>]>)]>,
    /// Functions and function templates declared as friends.
    pub(crate) friends: Box<[DeclRef<'db>]>,
    /// `using enum`
    pub(crate) using_enums: Box<[DeclRef<'db>]>,
    /// Unscoped enumerations whose enumerators stand elsewhere: out of the class, where they are members all the same.
    pub(crate) opaque_enums: Box<[DeclRef<'db>]>,
    /// Using-declarations, in order.
    pub(crate) usings: Box<[DeclRef<'db>]>,
    /// Functions and function templates as declared here, in order.
    pub(crate) functions: Box<[DeclRef<'db>]>,
    /// Those of them that are declared virtual.
    pub(crate) virtuals: Box<[DeclRef<'db>]>,
}

impl<'db> Members<'db> {
    /// The names that there are members of.
    pub(crate) fn names(&self) -> impl Iterator<Item = &NameKey> {
        self.by_name.iter().map(|(key, _)| key)
    }

    /// The members of a name.
    pub(crate) fn get(&self, key: &NameKey) -> &[DeclRef<'db>] {
        match self.by_name.binary_search_by(|(k, _)| k.cmp(key)) {
            Ok(at) => &self.by_name[at].1,
            Err(_) => &[],
        }
    }
}

/// The class or enumeration that a type defines, under declarators.
pub(crate) fn defined_in(code: &Code, ty: TypeId) -> Option<DeclId> {
    let mut at = ty;
    for _ in 0..256 {
        at = match &code[at] {
            TypeRef::Defined(decl) => return Some(*decl),
            TypeRef::Qualified(_, t)
            | TypeRef::Pointer(t)
            | TypeRef::LvalueReference(t)
            | TypeRef::RvalueReference(t)
            | TypeRef::Attributed(t, _)
            | TypeRef::Array { element: t, .. }
            | TypeRef::MemberPointer { member: t, .. } => *t,
            TypeRef::Function(f) => f.ret,
            _ => return None,
        };
    }
    None
}

/// Whether a class without a name declares its members in the scope around it ([class.union.anon]).
pub(crate) fn is_anonymous(code: &Code, class: DeclId, among: &[DeclId]) -> bool {
    let DeclKind::Class(c) = &code[class].kind else {
        return false;
    };
    let is_data = |member: &DeclId| {
        let member = &code[*member];
        match member.kind {
            DeclKind::Function(_) => false,
            DeclKind::Variable(_) => !member.spec.any(Spec::STATIC),
            _ => true,
        }
    };
    c.defined
        && code[class].name == NameId::None
        // An unnamed struct with more than data declares nothing.
        && (c.key == ClassKey::Union || c.members.iter().all(is_data))
        && !among.iter().any(|d| match &code[*d].kind {
            DeclKind::Variable(v) => defined_in(code, v.ty) == Some(class),
            DeclKind::Alias(ty) => defined_in(code, *ty) == Some(class),
            DeclKind::Function(f) => defined_in(code, f.ty) == Some(class),
            _ => false,
        })
}

/// The anonymous union or struct, right in a class with a name, that a member belongs to: its access is the member's
/// ([class.union.anon]/1).
pub(crate) fn anonymous_around<'db>(db: &'db dyn Db, member: Entity<'db>) -> Option<Entity<'db>> {
    let code_ref = member.decl(db).code(db);
    let code = code_ref.code(db)?;
    let class = member.hir(db)?.parent?;
    let outer = code[class].parent?;
    let DeclKind::Class(c) = &code[outer].kind else {
        return None;
    };
    let anonymous = code[class].name == NameId::None && is_anonymous(code, class, &c.members);
    (anonymous && code[outer].name != NameId::None)
        .then(|| Entity::new(db, DeclRef::at(db, code_ref, class), None))
}

/// The members of a class declaration.
#[salsa::tracked(returns(ref))]
pub(crate) fn members<'db>(db: &'db dyn Db, class: DeclRef<'db>) -> Members<'db> {
    let _level = crate::engine::depth::Level::enter();
    let mut out = Collector {
        db,
        code_ref: class.code(db),
        all: Vec::new(),
        friends: Vec::new(),
        using_enums: Vec::new(),
        opaque_enums: Vec::new(),
        usings: Vec::new(),
        functions: Vec::new(),
        virtuals: Vec::new(),
    };
    if let (Some(code), Some(hir)) = (class.code(db).code(db), class.class(db)) {
        out.class(code, &hir.members, 0);
    }
    let mut all = out.all;
    all.sort_by(|a, b| a.0.cmp(&b.0));
    let mut by_name: Vec<(NameKey, Vec<DeclRef<'db>>)> = Vec::new();
    for (key, decl) in all {
        match by_name.last_mut().filter(|l| l.0 == key) {
            Some(last) => last.1.push(decl),
            None => by_name.push((key, vec![decl])),
        }
    }
    Members {
        by_name: by_name.into_iter().map(|(k, d)| (k, d.into())).collect(),
        friends: out.friends.into(),
        using_enums: out.using_enums.into(),
        opaque_enums: out.opaque_enums.into(),
        usings: out.usings.into(),
        functions: out.functions.into(),
        virtuals: out.virtuals.into(),
    }
}

struct Collector<'db> {
    db: &'db dyn Db,
    code_ref: CodeRef<'db>,
    all: Vec<(NameKey, DeclRef<'db>)>,
    friends: Vec<DeclRef<'db>>,
    using_enums: Vec<DeclRef<'db>>,
    opaque_enums: Vec<DeclRef<'db>>,
    usings: Vec<DeclRef<'db>>,
    functions: Vec<DeclRef<'db>>,
    virtuals: Vec<DeclRef<'db>>,
}

impl<'db> Collector<'db> {
    fn class(&mut self, code: &Code, members: &[DeclId], depth: u32) {
        if depth > 100 {
            return;
        }
        for &id in members {
            let decl = &code[id];
            let reference = DeclRef::at(self.db, self.code_ref, id);
            if decl.spec.any(Spec::FRIEND) {
                if matches!(decl.kind, DeclKind::Function(_)) {
                    self.friends.push(reference);
                }
                continue;
            }
            match &decl.kind {
                DeclKind::Class(class) if is_anonymous(code, id, members) => {
                    self.class(code, &class.members, depth + 1);
                    continue;
                }
                DeclKind::Enum(e) if !e.scoped => {
                    if e.enumerators.is_none() {
                        self.opaque_enums.push(reference);
                    }
                    for &enumerator in e.enumerators.iter().flatten() {
                        if let Some(key) = NameKey::of(&code[enumerator].name) {
                            let decl = DeclRef::at(self.db, self.code_ref, enumerator);
                            self.all.push((key, decl));
                        }
                    }
                }
                DeclKind::UsingEnum(_) => self.using_enums.push(reference),
                DeclKind::Using { .. } => self.usings.push(reference),
                DeclKind::Function(_) => {
                    self.functions.push(reference);
                    if virtuals::is_declared_so(decl) {
                        self.virtuals.push(reference);
                    }
                }
                DeclKind::FriendType(_)
                | DeclKind::StaticAssert(_)
                | DeclKind::Instantiation { .. } => continue,
                _ => {}
            }
            if decl.path.as_ref().is_some_and(|p| !p.is_unqualified())
                && !matches!(decl.kind, DeclKind::Using { .. })
            {
                continue;
            }
            if let Some(key) = NameKey::of_decl(decl) {
                self.all.push((key, reference));
            }
        }
    }
}

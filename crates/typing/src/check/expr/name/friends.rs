//! Friends, as far as access rests on them ([class.friend]).

use cleave_base_db::SourceFile;
use cleave_hir::{Access, DeclKind, TypeId, TypeRef};
use cleave_names::decl::Spec;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::expr::name::access::NESTING;
use crate::class::specialization::specialization;
use crate::convert::is_base_of;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::lookup::qualified::Scope;
use crate::{Context, DeclRef, Entity, NameKey, Ty, TyKind};

impl<'db> Context<'db> {
    /// Whether a class may have made the code at hand its friend ([class.friend]): what is called like one of its friends, and
    /// what is within such a function or class, counts.
    pub(super) fn may_be_friend(&self, class: DeclRef<'db>) -> bool {
        let db = self.db;
        let Some(friends) = friends_of(db, class).filter(|f| !f.names.contains(&None)) else {
            return true;
        };
        if self.may_be_plain_friend(class, &friends.plain) {
            return true;
        }
        let specialized = |decl: DeclRef<'db>| {
            let around = std::iter::successors(Some(decl), |d| d.parent(db));
            around
                .take(NESTING as usize)
                .any(|d| is_specialization(db, d))
        };
        let class_around = crate::function::class_of(db, self.owner)
            .and_then(|c| c.class_entity(db))
            .and_then(|c| specialization(db, c))
            .is_some_and(|c| specialized(c.decl(db)));
        !friends.names.is_empty()
            && (self.named_around().iter()).any(|decl| {
                let key = decl.key(db);
                // A member of a template that is a friend is none in an explicit specialisation of the template.
                let is_other = || {
                    friends.of_templates.contains(&key)
                        && (class_around || specialized(*decl))
                        && !self.in_template()
                };
                // An unqualified name is one of the namespace around the class ([namespace.memdef]/3).
                let is_further = || friends.near.contains(&key) && is_outside(db, *decl, class);
                friends.names.contains(&key) && !is_other() && !is_further()
            })
    }

    /// Whether a friend that is named without `class` may be what is around the code at hand.
    fn may_be_plain_friend(&self, class: DeclRef<'db>, friends: &[TypeId]) -> bool {
        let db = self.db;
        if friends.is_empty() {
            return false;
        }
        let Some(mut cx) = Context::of(db, Entity::new(db, class, None)) else {
            return true;
        };
        // Whether the friend's own name is accessible is another question, and may be the one that is asked.
        cx.modes.any_access = true;
        let around = self.named_around();
        friends.iter().any(|&ty| {
            let ty = crate::convert::quietly(&mut cx, |cx| cx.resolve_type(ty));
            match ty.class_entity(db) {
                // Of a template it may be any specialisation.
                Some(friend) => {
                    let key = friend.decl(db).key(db);
                    around.iter().any(|d| d.key(db) == key)
                }
                None => !ty.is_arithmetic(db) && !ty.is_enum(db),
            }
        })
    }

    /// Whether a class that a friend of which the code at hand may be has a base: what that class may name, so may its friends
    /// ([class.access.base]/5). Only classes of the code's own file are looked at.
    pub(super) fn is_friend_of_derived(&self, base: DeclRef<'db>) -> bool {
        let db = self.db;
        let around = self.named_around();
        let keys: Vec<Option<NameKey>> = around.iter().map(|d| d.key(db)).collect();
        let friends = classes_with_friends(db, self.code_ref.item.file(db));
        let classes = keys.iter().filter_map(|key| friends.get(key)).flatten();
        classes.into_iter().any(|&class| {
            let first = crate::function::canonical(db, class);
            let class = Ty::of(db, TyKind::Class(Entity::new(db, first, None)));
            may_derive(db, class, base)
        })
    }

    /// The declarations around the code at hand, and what it belongs to.
    fn named_around(&self) -> Vec<DeclRef<'db>> {
        let db = self.db;
        let mut around: Vec<DeclRef<'db>> = Vec::new();
        let mut add = |decl: DeclRef<'db>| {
            let first = crate::function::canonical(db, decl);
            // What a friend declares in its class is no member of that ([class.friend]/10).
            if decl.hir(db).is_some_and(|d| d.spec.any(Spec::FRIEND)) {
                around.push(first);
                return;
            }
            for decl in [decl, first] {
                around.extend(
                    std::iter::successors(Some(decl), |d| d.parent(db)).take(NESTING as usize),
                );
            }
        };
        let mut owner = self.owner;
        for _ in 0..NESTING {
            add(owner.decl(db));
            let class = crate::function::class_of(db, owner).or(self.scopes.this);
            if let Some(class) = class.and_then(|c| c.class_entity(db)) {
                add(class.decl(db));
            }
            match owner.decl(db).closure(db) {
                Some(closure) => owner = closure.owner,
                None => break,
            }
        }
        around
    }

    /// Whether a protected member may be named in a derived class.
    pub(super) fn derives(
        &self,
        inner: DeclRef<'db>,
        owner: Entity<'db>,
        member: Entity<'db>,
        access: Access,
    ) -> bool {
        let db = self.db;
        if access != Access::Protected {
            return false;
        }
        let derived = Ty::of(db, TyKind::Class(Entity::new(db, inner, owner.env(db))));
        match crate::function::class_of(db, member) {
            Some(base) => {
                is_base_of(db, base, derived)
                    || derived.is_dependent(db)
                    || crate::class::class_info(db, derived).is_none()
                    || self.scopes.this.is_some_and(|t| is_base_of(db, base, t))
            }
            None => true,
        }
    }
}

/// Whether a class may be derived from a class of a declaration, or from another of its template.
fn may_derive<'db>(db: &'db dyn cleave_base_db::Db, class: Ty<'db>, base: DeclRef<'db>) -> bool {
    let mut seen = vec![class.unqualified(db)];
    let mut next = 0;
    while let Some(&class) = seen.get(next) {
        next += 1;
        let Some(info) = crate::class::class_info(db, class) else {
            return true;
        };
        for b in &info.bases {
            let ty = b.ty.unqualified(db);
            let is_it = ty
                .class_entity(db)
                .is_none_or(|e| e.decl(db).key(db) == base.key(db));
            if is_it || seen.len() > NESTING as usize {
                return true;
            }
            if !seen.contains(&ty) {
                seen.push(ty);
            }
        }
    }
    false
}

/// The classes of the user's own code that have friends, by what these are called.
#[salsa::tracked(returns(ref))]
pub(crate) fn classes_with_friends<'db>(
    db: &'db dyn cleave_base_db::Db,
    file: SourceFile,
) -> FxHashMap<Option<NameKey>, Box<[DeclRef<'db>]>> {
    let mut out: FxHashMap<_, Vec<DeclRef<'db>>> = FxHashMap::default();
    // Hardly any item has the word; the others are not lowered for it.
    let word = cleave_names::Word::new(db, "friend");
    for &node in cleave_names::user_items_with(db, file, word) {
        let item = cleave_names::item_id_of_node(db, node);
        for (class, decl, _) in crate::program::user_declarations(db, item) {
            let DeclKind::Class(_) = &decl.kind else {
                continue;
            };
            let class = class.decl(db);
            let Some(friends) = friends_of(db, class) else {
                continue;
            };
            for friend in &friends.names {
                let all = out.entry(friend.clone()).or_default();
                if all.last() != Some(&class) {
                    all.push(class);
                }
            }
        }
    }
    (out.into_iter().map(|(friend, all)| (friend, all.into()))).collect()
}

/// What the friends of a class are called; `None` among it where a friend has no name of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
struct Friends {
    names: FxHashSet<Option<NameKey>>,
    /// Those that are named without `class` or the like: a name may be an alias, or a parameter.
    plain: Box<[TypeId]>,
    /// Those that are members of templates, where nothing else of the name is a friend.
    of_templates: Vec<Option<NameKey>>,
    /// Those that are named without qualifiers and template arguments alone.
    near: FxHashSet<Option<NameKey>>,
}

/// Whether a declaration of a namespace stands outside the innermost namespace around a class, which does not have it by other ways.
fn is_outside<'db>(
    db: &'db dyn cleave_base_db::Db,
    decl: DeclRef<'db>,
    class: DeclRef<'db>,
) -> bool {
    let (own, around) = (decl.code(db), class.code(db));
    let (scope, namespace) = (own.scope(db), around.scope(db));
    if decl.parent(db).is_some()
        || own.body.is_some()
        || around.body.is_some()
        || scope == namespace
        || !std::iter::successors(namespace.parent(db), |s| s.parent(db)).any(|s| s == scope)
    {
        return false;
    }
    let (Some(key), Some(mut cx)) = (decl.key(db), Context::of(db, Entity::new(db, class, None)))
    else {
        return false;
    };
    let found = cx.lookup_key_in(&Scope::Namespace(namespace), &key, Want::Any);
    match found {
        Found::Nothing => true,
        Found::Entities { set, .. } => set
            .iter()
            .all(|e| e.decl(db).code(db).scope(db) == namespace),
        _ => false,
    }
}

/// The friends of a class as it is written; `None`: they are not known. Classes with a thousand friends are asked at each use of a member.
#[salsa::tracked(returns(as_ref))]
fn friends_of<'db>(db: &'db dyn cleave_base_db::Db, class: DeclRef<'db>) -> Option<Friends> {
    let code = class.code(db).code(db)?;
    let Some(DeclKind::Class(c)) = class.hir(db).map(|d| &d.kind) else {
        return None;
    };
    // Others than those are asked what they mean where somebody may be one.
    let plain = |member: &cleave_hir::Decl| match member.kind {
        DeclKind::FriendType(ty) => {
            let path = |ty: &TypeRef| matches!(ty, TypeRef::Path { elaborated, .. } if elaborated.is_none());
            path(&code[ty]).then_some(ty)
        }
        _ => None,
    };
    let name = |member: &cleave_hir::Decl| match member.kind {
        _ if plain(member).is_some() => None,
        DeclKind::FriendType(ty) => Some(match &code[ty] {
            TypeRef::Path { path, .. } => NameKey::of(&path.name),
            _ => None,
        }),
        _ if member.spec.any(Spec::FRIEND) => Some(NameKey::of(&member.name)),
        _ => None,
    };
    let names: FxHashSet<_> = (c.members.iter()).filter_map(|&m| name(&code[m])).collect();
    let of_templates = match names.is_empty() {
        true => Vec::new(),
        false => members_of_templates(db, class),
    };
    let is_far = |member: &cleave_hir::Decl| match member.kind {
        DeclKind::FriendType(ty) => !matches!(&code[ty], TypeRef::Path {
            path,
            elaborated: Some(_),
            ..
        } if path.is_unqualified() && path.args.is_none()),
        _ => (member.path.as_ref()).is_some_and(|p| !p.is_unqualified() || p.args.is_some()),
    };
    let mut near = names.clone();
    for &member in &c.members {
        let member = &code[member];
        if let Some(key) = name(member).filter(|_| is_far(member)) {
            near.remove(&key);
        }
    }
    Some(Friends {
        plain: (c.members.iter())
            .filter_map(|&m| plain(&code[m]))
            .collect(),
        names,
        of_templates,
        near,
    })
}

/// The friends of a class that are members of templates, and nothing else of their name is a friend.
fn members_of_templates<'db>(
    db: &'db dyn cleave_base_db::Db,
    class: DeclRef<'db>,
) -> Vec<Option<NameKey>> {
    let kind = class.hir(db).map(|d| &d.kind);
    let (Some(code), Some(DeclKind::Class(c))) = (class.code(db).code(db), kind) else {
        return Vec::new();
    };
    let type_path = |member: &cleave_hir::Decl| match member.kind {
        DeclKind::FriendType(ty) => match &code[ty] {
            TypeRef::Path { path, .. } => Some(path),
            _ => None,
        },
        _ => None,
    };
    let is_friend = |member: &cleave_hir::Decl| {
        member.spec.any(Spec::FRIEND) || matches!(member.kind, DeclKind::FriendType(_))
    };
    let is_one = |member: &cleave_hir::Decl| {
        let path = match member.kind {
            DeclKind::Function(_) => member
                .path
                .as_deref()
                .filter(|_| member.spec.any(Spec::FRIEND)),
            _ => type_path(member),
        };
        let qualifiers = path.map_or(&[][..], |p| &p.qualifiers);
        !member.heads.is_empty() && qualifiers.iter().any(|q| q.args.is_some())
    };
    let members = || c.members.iter().map(|&m| &code[m]);
    let key = |member: &cleave_hir::Decl| match type_path(member) {
        Some(path) => NameKey::of(&path.name),
        None => NameKey::of(&member.name),
    };
    let others: Vec<_> = (members().filter(|m| is_friend(m) && !is_one(m)))
        .map(key)
        .collect();
    (members().filter(|m| is_one(m)).map(key))
        .filter(|k| !others.contains(k))
        .collect()
}

/// Whether a declaration is an explicit specialisation.
fn is_specialization<'db>(db: &'db dyn cleave_base_db::Db, decl: DeclRef<'db>) -> bool {
    let (Some(hir), Some(code)) = (decl.hir(db), decl.code(db).code(db)) else {
        return false;
    };
    crate::code::params::is_explicit_specialization(code, hir)
}

/// Whether a class, or one between it and its base, declares a name itself: a using-declaration gives it its own access
/// ([namespace.udecl]/19). What is not known may.
pub(super) fn is_named_on_the_way<'db>(
    db: &'db dyn cleave_base_db::Db,
    class: Ty<'db>,
    base: Ty<'db>,
    key: &NameKey,
) -> bool {
    let way = on_the_way(db, class, base);
    way.len() > NESTING as usize
        || way.into_iter().any(|class| {
            let definition = crate::class::class_info(db, class).and_then(|i| i.definition);
            definition.is_none_or(|d| {
                let declared = crate::class::members::members(db, d.decl(db));
                !declared.get(key).is_empty()
            })
        })
}

/// A class and those of its bases that are derived from another base, nearest first; not that base itself.
pub(super) fn on_the_way<'db>(
    db: &'db dyn cleave_base_db::Db,
    class: Ty<'db>,
    base: Ty<'db>,
) -> Vec<Ty<'db>> {
    let mut out = crate::class::with_bases(db, class);
    out.retain(|c| *c != base && (*c == class || is_base_of(db, base, *c)));
    out
}

pub(crate) fn has_friends<'db>(db: &'db dyn cleave_base_db::Db, class: DeclRef<'db>) -> bool {
    friends_of(db, class)
        .is_none_or(|friends| !friends.names.is_empty() || !friends.plain.is_empty())
}

//! Levels of template parameters: which heads are around a declaration, which one is its own, and what they declare.

use cleave_base_db::{Db, Kept};
use cleave_hir::{
    Code, Decl, DeclKind, Expr, FunctionRef, Name, Path, TemplateHead, TemplateParam,
    TemplateParamKind, TypeId, TypeRef,
};
use rustc_hash::FxHashSet;
use salsa::plumbing::{AsId, FromId};

use crate::code::{Node, idx};
use crate::{Arg, DeclRef, Entity, Env, Ty, TyKind};

/// A level of template parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) struct Level<'db> {
    /// The declaration whose head it is.
    pub(crate) decl: DeclRef<'db>,
    /// Which of its heads; `None` if it has invented parameters only.
    pub(crate) head: Option<u32>,
    /// Placeholders in parameters, each an invented type parameter at the end ([dcl.fct]/22): raw indices of types.
    pub(crate) invented: Box<[u32]>,
    /// The names of the written ones, in order: nearly every name that is looked up is none of them.
    names: Box<[Option<Name>]>,
    /// What its parameters are, in order, the invented ones last.
    pub(crate) kinds: Box<[ParamKind]>,
    /// Its head has constraints; of a declaration's own level the trailing requires-clause counts as well.
    pub(crate) constrained: bool,
    /// It is its declaration's own, and not that of a class which the declared name is qualified with.
    own: bool,
}

/// What there is to know of a template parameter without its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) struct ParamKind {
    /// A pack.
    pub(crate) pack: bool,
    /// What it stands for.
    pub(crate) sort: Sort,
}

/// What a template parameter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) enum Sort {
    /// A type.
    Type,
    /// A type; nobody wrote the parameter.
    Invented,
    /// A value of the type with this raw index in the code of the head.
    Value(u32),
    /// A template.
    Template,
}

impl ParamKind {
    fn of(param: ParamRef<'_>) -> ParamKind {
        ParamKind {
            pack: param.is_pack(),
            sort: match param {
                ParamRef::Written(p) => match p.kind {
                    TemplateParamKind::Type { .. } => Sort::Type,
                    TemplateParamKind::Value { ty, .. } => Sort::Value(ty.into_raw().into()),
                    TemplateParamKind::Template { .. } => Sort::Template,
                },
                ParamRef::Invented(..) => Sort::Invented,
            },
        }
    }

    /// Whether it is a type parameter.
    pub(crate) fn is_type(self) -> bool {
        matches!(self.sort, Sort::Type | Sort::Invented)
    }

    /// The type of a value parameter as written.
    pub(crate) fn value_type(self) -> Option<TypeId> {
        match self.sort {
            Sort::Value(ty) => Some(idx(ty)),
            _ => None,
        }
    }
}

/// A template parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ParamRef<'a> {
    /// A written one.
    Written(&'a TemplateParam),
    /// An invented one: its constraint, whether it is a pack.
    Invented(Option<&'a Path>, bool),
}

impl<'a> ParamRef<'a> {
    /// Whether it is a pack.
    pub(crate) fn is_pack(self) -> bool {
        match self {
            ParamRef::Written(p) => p.pack,
            ParamRef::Invented(_, pack) => pack,
        }
    }

    /// Whether it is a type parameter.
    pub(crate) fn is_type(self) -> bool {
        match self {
            ParamRef::Written(p) => matches!(p.kind, TemplateParamKind::Type { .. }),
            ParamRef::Invented(..) => true,
        }
    }
}

impl<'db> Level<'db> {
    /// The same in a form that can be kept.
    fn to_keep(&self) -> Level<'static> {
        Level {
            decl: DeclRef::from_id(self.decl.as_id()),
            head: self.head,
            invented: self.invented.clone(),
            names: self.names.clone(),
            kinds: self.kinds.clone(),
            constrained: self.constrained,
            own: self.own,
        }
    }

    /// The code that it is written in.
    pub(crate) fn code(&self, db: &'db dyn Db) -> Option<&'db Code> {
        self.decl.code(db).code(db)
    }

    /// Its head, if one is written.
    pub(crate) fn written(&self, db: &'db dyn Db) -> Option<&'db TemplateHead> {
        let head = self.head? as usize;
        match self.decl.node(db) {
            Node::Decl(_) => self.decl.hir(db)?.heads.get(head),
            Node::Lambda(expr) => match &self.code(db)?[expr] {
                Expr::Lambda(lambda) => lambda.head.as_ref(),
                _ => None,
            },
            Node::Elaborated(_) => None,
        }
    }

    /// Its parameters.
    pub(crate) fn params(&self, db: &'db dyn Db) -> Vec<ParamRef<'db>> {
        let written = self.written(db);
        let mut out: Vec<_> = written
            .iter()
            .flat_map(|h| h.params.iter().map(ParamRef::Written))
            .collect();
        if let Some(code) = self.code(db) {
            out.extend(self.invented.iter().map(|&raw| invented(code, idx(raw))));
        }
        out
    }

    /// A parameter by its name: its index, whether it is a pack.
    pub(crate) fn find(&self, name: &Name) -> Option<(u32, bool)> {
        let at = self.names.iter().position(|n| n.as_ref() == Some(name))?;
        Some((at as u32, self.kinds.get(at)?.pack))
    }

    /// The type of a value parameter as written, by its index.
    pub(crate) fn value_type(&self, index: u32) -> Option<TypeId> {
        self.kinds.get(index as usize)?.value_type()
    }

    /// Arguments that are the parameters themselves.
    pub(crate) fn identity(&self, db: &'db dyn Db, level: u32) -> Box<[Arg<'db>]> {
        (self.kinds.iter().enumerate())
            .map(|(i, p)| identity_arg(db, level, i as u32, *p))
            .collect()
    }
}

fn identity_arg<'db>(db: &'db dyn Db, level: u32, index: u32, param: ParamKind) -> Arg<'db> {
    let pack = param.pack;
    let arg = match param.is_type() {
        true => Arg::Type(Ty::of(db, TyKind::Param { level, index, pack })),
        false => Arg::Param { level, index, pack },
    };
    match pack {
        true => Arg::Pack(Box::new([Arg::Expansion(Box::new(arg))])),
        false => arg,
    }
}

fn invented(code: &Code, ty: TypeId) -> ParamRef<'_> {
    let constraint = match &code[ty] {
        TypeRef::Auto(constraint) => constraint.as_ref(),
        _ => None,
    };
    let pack = code.params.iter().any(|(_, p)| match &code[p.ty] {
        TypeRef::Pack(of) => placeholder(code, *of, 0) == Some(ty),
        _ => false,
    });
    ParamRef::Invented(constraint, pack)
}

/// The placeholder in a parameter's type.
pub(crate) fn placeholder(code: &Code, ty: TypeId, depth: u32) -> Option<TypeId> {
    if depth > 64 {
        return None;
    }
    match &code[ty] {
        TypeRef::Auto(_) => Some(ty),
        TypeRef::Qualified(_, t)
        | TypeRef::Pointer(t)
        | TypeRef::LvalueReference(t)
        | TypeRef::RvalueReference(t)
        | TypeRef::Pack(t)
        | TypeRef::Array { element: t, .. }
        | TypeRef::Attributed(t, _)
        | TypeRef::MemberPointer { member: t, .. } => placeholder(code, *t, depth + 1),
        TypeRef::Function(f) => placeholder(code, f.ret, depth + 1),
        _ => None,
    }
}

/// The placeholders in the parameters of a function: invented template parameters.
fn placeholders(code: &Code, function: &FunctionRef) -> Box<[u32]> {
    (function.params.iter())
        .filter_map(|p| placeholder(code, code[*p].ty, 0))
        .map(|ty| ty.into_raw().into())
        .collect()
}

/// The function type as written of a function or call operator.
pub fn function_ref<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<&'db FunctionRef> {
    let code = decl.code(db).code(db)?;
    let ty = match decl.node(db) {
        Node::Decl(id) => match &code[id].kind {
            DeclKind::Function(f) | DeclKind::DeductionGuide(f) => f.ty,
            _ => return None,
        },
        Node::Lambda(expr) => match &code[expr] {
            Expr::Lambda(lambda) => lambda.ty,
            _ => return None,
        },
        Node::Elaborated(_) => return None,
    };
    match &code[ty] {
        TypeRef::Function(f) => Some(f),
        _ => None,
    }
}

/// How many heads belong to classes that the declared name is qualified with, rather than to the declaration itself.
fn heads_of_qualifiers(code: &Code, decl: &Decl) -> usize {
    let Some(path) = &decl.path else { return 0 };
    let mut used = 0;
    for segment in &path.qualifiers {
        let Some(args) = &segment.args else { continue };
        let Some(head) = decl.heads.get(used) else {
            break;
        };
        // `template <class U> void A<int>::f(U)`: the class is an explicit specialisation and has no head here.
        let last = used + 1 == decl.heads.len();
        if last && !head.params.is_empty() && !mentions(code, head, args) {
            break;
        }
        used += 1;
    }
    used
}

/// Whether template arguments name parameters of a head.
fn mentions(code: &Code, head: &TemplateHead, args: &[cleave_hir::TemplateArgRef]) -> bool {
    let names: FxHashSet<&Name> = head.params.iter().filter_map(|p| p.name.as_ref()).collect();
    let mut found = head.params.iter().any(|p| p.name.is_none());
    for arg in args {
        crate::code::unexpanded::all_arg_names(code, arg, &mut |n| found |= names.contains(n));
    }
    found
}

/// The levels around a declaration, outermost first, its own last.
pub(crate) fn levels<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> &'db [Level<'db>] {
    static KEPT: Kept<Box<[Level<'static>]>> = Kept::new();
    let asked = || tracked::levels(db, decl);
    let to_keep = || asked().iter().map(Level::to_keep).collect::<Box<[_]>>();
    let kept = KEPT.of(db, decl, to_keep);
    kept.map_or_else(asked, |kept| &**kept)
}

mod tracked {
    use super::*;

    /// The levels around a declaration, outermost first, its own last.
    #[salsa::tracked(returns(deref))]
    pub(super) fn levels<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Box<[Level<'db>]> {
        let _level = crate::engine::depth::Level::enter();
        levels_of(db, decl)
    }
}

fn levels_of<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Box<[Level<'db>]> {
    let mut out: Vec<Level<'db>> = match decl.parent(db) {
        Some(parent) => levels(db, parent).to_vec(),
        None => Vec::new(),
    };
    let constrained = |head: &TemplateHead| {
        let code = decl.code(db).code(db);
        let of = |p: &TemplateParam| match &p.kind {
            TemplateParamKind::Type { constraint, .. } => constraint.is_some(),
            TemplateParamKind::Value { ty, .. } => {
                code.is_none_or(|c| matches!(c[*ty], TypeRef::Auto(Some(_))))
            }
            TemplateParamKind::Template { .. } => false,
        };
        head.requires.is_some() || head.params.iter().any(of)
    };
    let head = |nth: usize, head: &TemplateHead| Level {
        decl,
        head: Some(nth as u32),
        constrained: constrained(head),
        names: head.params.iter().map(|p| p.name.clone()).collect(),
        kinds: (head.params.iter())
            .map(|p| ParamKind::of(ParamRef::Written(p)))
            .collect(),
        invented: Box::default(),
        own: false,
    };
    if let Some(hir) = decl.hir(db) {
        for (nth, written) in hir.heads.iter().enumerate() {
            if !written.params.is_empty() {
                out.push(head(nth, written));
            }
        }
    } else if let Node::Lambda(expr) = decl.node(db)
        && let Some(Expr::Lambda(lambda)) = decl.code(db).code(db).map(|c| &c[expr])
        && let Some(written) = lambda.head.as_ref().filter(|h| !h.params.is_empty())
    {
        out.push(head(0, written));
    }
    let invented = match (decl.code(db).code(db), function_ref(db, decl)) {
        (Some(code), Some(function)) => placeholders(code, function),
        _ => Box::default(),
    };
    let kinds: Vec<ParamKind> = match decl.code(db).code(db) {
        Some(code) => (invented.iter())
            .map(|&raw| ParamKind::of(self::invented(code, idx(raw))))
            .collect(),
        None => Vec::new(),
    };
    if !invented.is_empty() {
        match out
            .last_mut()
            .filter(|l| l.decl == decl && has_own_head(db, decl))
        {
            Some(own) => {
                own.kinds = own.kinds.iter().copied().chain(kinds).collect();
                own.invented = invented;
            }
            None => out.push(Level {
                decl,
                head: None,
                names: Box::default(),
                constrained: false,
                kinds: kinds.into(),
                invented,
                own: false,
            }),
        }
    }
    if let Some(last) = out.last_mut().filter(|l| l.decl == decl) {
        last.own = !last.invented.is_empty() || has_own_head(db, decl);
        last.constrained |= !last.invented.is_empty()
            || function_ref(db, decl).is_some_and(|f| f.requires.is_some());
    }
    out.into()
}

/// Whether the last written head is the declaration's own, and has parameters.
fn has_own_head<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    match decl.hir(db) {
        Some(hir) => {
            let Some(code) = decl.code(db).code(db) else {
                return false;
            };
            hir.heads.len() > heads_of_qualifiers(code, hir)
                && hir.heads.last().is_some_and(|h| !h.params.is_empty())
        }
        None => levels_are_own(db, decl),
    }
}

fn levels_are_own<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    match decl.node(db) {
        Node::Lambda(expr) => match decl.code(db).code(db).map(|c| &c[expr]) {
            Some(Expr::Lambda(l)) => l.head.as_ref().is_some_and(|h| !h.params.is_empty()),
            _ => false,
        },
        _ => false,
    }
}

/// The declaration's own level: it is a template, or a partial specialisation.
pub(crate) fn own_level<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<&'db Level<'db>> {
    let last = levels(db, decl).last()?;
    (last.decl == decl && last.own).then_some(last)
}

/// Whether a declaration has a level of its own among those around it.
pub(crate) fn has_own<'db>(levels: &[Level<'db>], decl: DeclRef<'db>) -> bool {
    levels.last().is_some_and(|l| l.decl == decl && l.own)
}

/// The number of levels around a declaration, its own not counted.
pub(crate) fn outer_depth<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> u32 {
    let all = levels(db, decl);
    all.len() as u32 - u32::from(has_own(all, decl))
}

/// Whether an explicit specialisation: its own head is `template<>`.
pub fn is_explicit_specialization(code: &Code, decl: &Decl) -> bool {
    decl.heads.last().is_some_and(|h| h.params.is_empty())
        && decl.heads.len() > heads_of_qualifiers(code, decl)
        || decl.heads.last().is_some_and(|h| h.params.is_empty())
}

/// Arguments for all levels around a declaration: those of `env`, and the parameters themselves where it lacks a level.
pub(crate) fn full_env<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    env: Option<Env<'db>>,
) -> Option<Env<'db>> {
    let levels = levels(db, decl);
    let bound = env.map_or(0, |e| e.count(db) as usize);
    let mut env = env;
    for (i, level) in levels.iter().enumerate().skip(bound) {
        env = Some(Env::make(db, env, level.identity(db, i as u32)));
    }
    env
}

/// Whether an entity lacks arguments of some level around it, or of its own.
pub(crate) fn is_unbound<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    entity.depth(db) < levels(db, entity.decl(db)).len() as u32
}

impl<'db> Entity<'db> {
    /// Whether it is a template: it lacks the arguments of its own level. A constructor that lacks its class's is one, too: class
    /// template arguments are deduced from it.
    pub fn is_template(self, db: &'db dyn Db) -> bool {
        let decl = self.decl(db);
        let all = levels(db, decl);
        (self.depth(db) as usize) < all.len()
            && (has_own(all, decl) || decl.key(db) == Some(crate::NameKey::Constructor))
    }

    /// The specialisation of a template for arguments.
    pub fn specialize(self, db: &'db dyn Db, args: impl Into<Box<[Arg<'db>]>>) -> Entity<'db> {
        let env = Env::make(db, self.env(db), args.into());
        Entity::new(db, self.decl(db), Some(env))
    }

    /// The template that it is a specialisation of.
    pub fn template(self, db: &'db dyn Db) -> Option<Entity<'db>> {
        let (decl, env) = self.specialized(db)?;
        Some(Entity::new(db, decl, env.parent(db)))
    }

    /// Its arguments for its own level.
    pub fn own_args(self, db: &'db dyn Db) -> Option<&'db [Arg<'db>]> {
        Some(self.specialized(db)?.1.args(db))
    }

    /// Its declaration and its arguments, if it is a specialisation of a template.
    pub(crate) fn specialized(self, db: &'db dyn Db) -> Option<(DeclRef<'db>, Env<'db>)> {
        let env = self.env(db)?;
        let decl = self.decl(db);
        let all = levels(db, decl);
        (has_own(all, decl) && self.depth(db) as usize == all.len()).then_some((decl, env))
    }
}

/// Whether a declaration has template parameters around it that are not bound.
pub fn is_within_template<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    entity.depth(db) < levels(db, entity.decl(db)).len() as u32
}

//! The candidate filter. It says at little cost that nothing can be deduced for a call: there are dozens of `get`s, each for the
//! specialisations of one class template, and a call means one of them.
//!
//! Granularity: [`takes`] is per template and compares equal while its parameters take the same; what depends on the call is
//! asked of the arguments' types alone.

use cleave_base_db::Db;
use cleave_hir::{TemplateArgRef, TypeRef};

use crate::class::bases::bases;
use crate::class::constructors;
use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::code::NameKey;
use crate::code::params::{function_ref, levels};
use crate::function::parameter_types;
use crate::lookup::members::member;
use crate::overload::Call;
use crate::template::Operand;
use crate::template::deduce::Deducer;
use crate::thir::Category;
use crate::{Context, DeclRef, Entity, Ty, TyId, TyKind};

/// Of no more functions than these each is tried.
pub(crate) const UNFILTERED: usize = 2;

/// A parameter of class type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Takes<'db> {
    /// What it takes.
    pub(super) what: What<'db>,
    /// What it binds to.
    binds: Binds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(super) enum What<'db> {
    /// The specialisations of one class template, and what is derived from them ([temp.deduct.call]/4.3).
    Template {
        /// The class template.
        template: DeclRef<'db>,
        /// Explicit template arguments leave something to be deduced from it if they are no more than this
        /// ([temp.deduct.call]/4): otherwise arguments are converted to it.
        open: usize,
    },
    /// A class that no template parameter is part of: arguments are converted to it.
    Class(Ty<'db>),
}

/// What a parameter binds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binds {
    /// Any value: it is no reference, or one to what is constant.
    Any,
    /// Lvalues that are not constant.
    Lvalue,
    /// Rvalues.
    Rvalue,
}

impl Binds {
    fn of<'db>(db: &'db dyn Db, param: Ty<'db>) -> Binds {
        match param.kind(db) {
            TyKind::LvalueReference(to) if !to.quals(db).is_const => Binds::Lvalue,
            TyKind::RvalueReference(_) => Binds::Rvalue,
            _ => Binds::Any,
        }
    }

    /// Whether it may bind to an operand of the class that it refers to.
    fn fits<'db>(self, db: &'db dyn Db, arg: &Operand<'db>) -> bool {
        let lvalue = arg.category == Category::Lvalue;
        match self {
            Binds::Any => true,
            Binds::Lvalue => lvalue && !arg.ty.quals(db).is_const,
            Binds::Rvalue => !lvalue,
        }
    }
}

/// What the parameters of a function template take, up to its first pack.
#[salsa::tracked(returns(deref), cycle_result = |_, _, _| Box::default())]
pub(crate) fn takes<'db>(db: &'db dyn Db, template: Entity<'db>) -> Box<[Option<Takes<'db>>]> {
    let _level = crate::engine::depth::Level::enter();
    let Some(types) = parameter_types(db, template) else {
        return Box::default();
    };
    let decl = template.decl(db);
    let all = levels(db, decl);
    let deducer = Deducer::new(db, decl, template.depth(db));
    let fixed = (types.iter()).take_while(|ty| !matches!(ty.kind(db), TyKind::Pack(_)));
    let open = |(level, index): (u32, u32)| match all.get(level as usize) {
        Some(own) if level as usize + 1 == all.len() => match own.kinds.get(index as usize) {
            Some(kind) if !kind.pack => index as usize,
            _ => usize::MAX,
        },
        _ => usize::MAX,
    };
    fixed
        .map(|param| {
            let ty = param.strip_reference(db);
            let TyKind::Class(class) = ty.kind(db) else {
                return None;
            };
            let what = match ty.is_dependent(db) {
                false => What::Class(ty.unqualified(db)),
                true => {
                    class.own_args(db)?;
                    What::Template {
                        template: class.decl(db),
                        open: deducer.deducible(ty).into_iter().map(open).max()?,
                    }
                }
            };
            let binds = Binds::of(db, *param);
            Some(Takes { what, binds })
        })
        .collect()
}

/// What classes are derived from.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Ancestry<'db> {
    /// The declarations of the bases at any depth.
    pub(super) all: Box<[DeclRef<'db>]>,
    /// Some base is not known.
    pub(super) unknown: bool,
    /// It may have conversion functions, of its own or of a base.
    pub(super) converts: bool,
}

impl<'db> Ancestry<'db> {
    fn unknown() -> Self {
        Ancestry {
            unknown: true,
            converts: true,
            ..Ancestry::default()
        }
    }

    /// Whether objects of `class`, of which it is the ancestry, may be ones of what `decl` declares.
    fn may_be(&self, db: &'db dyn Db, class: Ty<'db>, decl: DeclRef<'db>) -> bool {
        let own = class.class_entity(db).map(|c| c.decl(db));
        self.unknown || own.is_none_or(|own| own == decl) || self.all.contains(&decl)
    }
}

/// What a class is derived from, at any depth.
#[salsa::tracked(cycle_result = |_, _, _| Ancestry::unknown())]
pub(crate) fn ancestry<'db>(db: &'db dyn Db, class: TyId<'db>) -> Ancestry<'db> {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    let direct = bases(db, class.id());
    let mut unknown = direct.unknown;
    let mut converts = declares_conversions(db, class);
    let mut all: Vec<DeclRef<'db>> = Vec::new();
    let add = |all: &mut Vec<DeclRef<'db>>, decl| {
        if !all.contains(&decl) {
            all.push(decl);
        }
    };
    for base in &direct.all {
        let ty = base.ty.unqualified(db);
        match ty.kind(db) {
            TyKind::Class(class) => add(&mut all, class.decl(db)),
            _ => continue,
        }
        let further = ancestry(db, ty.id());
        unknown |= further.unknown || all.len() > MOST;
        converts |= further.converts;
        if unknown {
            break;
        }
        further.all.iter().for_each(|&decl| add(&mut all, decl));
    }
    Ancestry {
        all: all.into(),
        unknown,
        converts: converts || unknown,
    }
}

fn declares_conversions<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let Some(definition) = class.class_entity(db).and_then(|e| specialization(db, e)) else {
        return true;
    };
    !(members(db, definition.decl(db)).get(&NameKey::Conversion)).is_empty()
}

/// What the constructors of a class take as their first argument.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Accepts<'db> {
    /// The classes, or class templates, besides the class itself.
    pub(super) classes: Box<[DeclRef<'db>]>,
    /// There may be others.
    pub(super) any: bool,
}

/// What the constructors of a class take as their first argument, of classes.
#[salsa::tracked(cycle_result = |_, _, _| Accepts { any: true, ..Accepts::default() })]
pub(super) fn accepts<'db>(db: &'db dyn Db, class: TyId<'db>) -> Accepts<'db> {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    let any = || Accepts {
        any: true,
        ..Accepts::default()
    };
    let _level = crate::engine::depth::Level::enter();
    if ancestry(db, class.id()).unknown || member(db, class, NameKey::Constructor).unknown {
        return any();
    }
    let mut classes = Vec::new();
    for constructor in constructors(db, class) {
        let (Some(written), Some(types)) = (
            function_ref(db, constructor.decl(db)),
            parameter_types(db, constructor),
        ) else {
            return any();
        };
        let Some(first) = types.first() else {
            match written.variadic {
                true => return any(),
                false => continue,
            }
        };
        match first.strip_reference(db).kind(db) {
            TyKind::Class(of) => classes.push(of.decl(db)),
            TyKind::Builtin(_) | TyKind::Pointer(_) | TyKind::Enum(_) => {}
            _ => return any(),
        }
    }
    Accepts {
        classes: classes.into(),
        any: false,
    }
}

/// Whether a class certainly does not convert to another one, implicitly or not: neither is it the other or derived from it, nor
/// has it conversion functions, nor do constructors of the other take it ([over.match.copy]). Both are complete where they can
/// be. `temporary`: an object of the other class may be made.
pub(crate) fn never_converts<'db>(
    db: &'db dyn Db,
    from: Ty<'db>,
    to: Ty<'db>,
    temporary: bool,
) -> bool {
    let (TyKind::Class(source), TyKind::Class(target)) = (from.kind(db), to.kind(db)) else {
        return false;
    };
    if source == target || source.decl(db) == target.decl(db) {
        return false;
    }
    let (from, to) = (from.unqualified(db), to.unqualified(db));
    let ancestry = ancestry(db, from.id());
    if ancestry.converts || ancestry.may_be(db, from, target.decl(db)) {
        return false;
    }
    if !temporary {
        return true;
    }
    let accepts = accepts(db, to.id());
    !accepts.any && !(accepts.classes.iter()).any(|&decl| ancestry.may_be(db, from, decl))
}

/// Of more classes than these nothing is said.
const MOST: usize = 1_000;

/// Whether nothing can be deduced for a template from the arguments of a call, as far as that shows in the class templates
/// that its parameters take.
pub(crate) fn fails<'db>(cx: &Context<'db>, template: Entity<'db>, call: &Call<'_, 'db>) -> bool {
    let db = cx.db;
    let explicit = match call.explicit_args {
        None => 0,
        Some(written) if written.iter().any(|a| is_pack(cx, a)) => return false,
        Some(written) => written.len(),
    };
    (takes(db, template).iter().zip(call.args))
        .any(|(takes, arg)| takes.is_some_and(|takes| is_refused(db, takes, arg, explicit)))
}

/// Whether an argument certainly does not fit a parameter.
fn is_refused<'db>(
    db: &'db dyn Db,
    takes: Takes<'db>,
    arg: &Operand<'db>,
    explicit: usize,
) -> bool {
    if arg.list.is_some() || !arg.set.is_empty() || arg.ty.is_dependent(db) {
        return false;
    }
    match takes.what {
        What::Template { open, .. } if open < explicit => false,
        What::Template { template, .. } => {
            is_other(db, arg.ty, template) || arg.ty.is_class(db) && !takes.binds.fits(db, arg)
        }
        What::Class(class) => {
            let temporary = takes.binds != Binds::Lvalue;
            never_converts(db, arg.ty, class, temporary)
        }
    }
}

/// Whether it may stand for any number of arguments.
fn is_pack(cx: &Context<'_>, arg: &TemplateArgRef) -> bool {
    match arg {
        TemplateArgRef::Pack(_) => true,
        TemplateArgRef::Type(ty) => matches!(cx.code[*ty], TypeRef::Pack(_)),
        TemplateArgRef::Expr(_) => false,
    }
}

/// Whether what is of some type certainly is no specialisation of a class template, and derived from none.
fn is_other<'db>(db: &'db dyn Db, ty: Ty<'db>, template: DeclRef<'db>) -> bool {
    match ty.kind(db) {
        TyKind::Class(class) if class.decl(db) == template => false,
        TyKind::Class(_) => !ancestry(db, ty.unqualified(db).id()).may_be(db, ty, template),
        TyKind::Builtin(_) | TyKind::Pointer(_) | TyKind::Enum(_) => !ty.has_auto(db),
        _ => false,
    }
}

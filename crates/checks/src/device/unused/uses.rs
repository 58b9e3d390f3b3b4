//! What bodies do with their variables, as typed code has it: for every variable whether it is silent ([`crate::device::unused::silent`]), and
//! for every place that names it whether its value is taken there, set, or neither.
//!
//! By tokens of the item: what is not in here is decided by names alone ([`crate::device::unused::locals`]).

use cleave_base_db::{Db, SourceFile};
use cleave_lang::Operator;
use cleave_names::{ItemId, item_id_of_node};
use cleave_odr_use::pieces::local_members;
use cleave_odr_use::{Around, parents, used};
use cleave_typing::function::definition;
use cleave_typing::thir::{Conversion, ExprId, ExprKind, LocalKind, Stmt, Typed};
use cleave_typing::{Entity, Site, TyKind, check, display, program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::device::unused::silent::Code;
use crate::engine::entities::{execution_space, name_token};
use crate::engine::source::Source;

/// How many pieces of code of one item are looked at.
const PIECES: usize = 4096;

/// What a name in an expression does with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mention {
    /// Nothing with its value.
    Unevaluated,
    /// Gives it a value.
    Set,
    /// Anything else.
    Use,
}

/// What is known of an item's bodies.
#[derive(Default)]
pub(crate) struct Uses {
    /// By the token that declares a variable: whether it is silent.
    pub(crate) silent: FxHashMap<u32, bool>,
    /// By the token that names a variable.
    pub(crate) mentions: FxHashMap<u32, Mention>,
    /// The tokens that name the templates that the program instantiates.
    pub(crate) instantiated: FxHashSet<u32>,
    /// The variables in templates whose type may be a class of whatever kind: the reference knows no more of them.
    pub(crate) open: FxHashSet<u32>,
}

impl Uses {
    pub(crate) fn of<'db>(s: &Source<'db>) -> Uses {
        let db = s.db;
        let item = item_id_of_node(db, s.item);
        let mut out = Uses::default();
        let mut next: Vec<Entity<'db>> = program::bodies(db, item)
            .into_iter()
            .filter(|e| display::template_depth(db, *e) == 0)
            .collect();
        // Of several instances of a template the first one tells.
        for (token, own) in instances(db, s.file, item) {
            if out.instantiated.insert(token) {
                next.push(own);
                out.pattern(s, own);
            }
        }
        next.reverse();
        for _ in 0..PIECES {
            let Some(entity) = next.pop() else { break };
            let Some(typed) = check::body(db, entity) else {
                continue;
            };
            out.code(s, entity, typed);
            next.extend(typed.exprs.iter().filter_map(|x| match &x.kind {
                ExprKind::Lambda(closure, _) => Some(closure.operator(db)),
                _ => None,
            }));
            next.extend(local_members(db, entity));
        }
        out
    }

    /// What a template says of its variables, whatever its arguments are.
    fn pattern<'db>(&mut self, s: &Source<'db>, instance: Entity<'db>) {
        let db = s.db;
        let Some(typed) = check::body(db, Entity::new(db, instance.decl(db), None)) else {
            return;
        };
        for local in &typed.locals {
            let ty = local.ty.innermost_element(db);
            let open = match ty.kind(db) {
                TyKind::Closure(_) => true,
                TyKind::Class(class) => {
                    ty.is_dependent(db) || class.decl(db).code(db).body.is_some()
                }
                TyKind::Pointer(_) | TyKind::LvalueReference(_) | TyKind::RvalueReference(_) => {
                    false
                }
                _ => ty.is_dependent(db) || ty.is_error(db),
            };
            let place = local
                .declared
                .filter(|_| open)
                .and_then(|d| program::place(db, d));
            self.open.extend(place.map(|p| p.0.start));
        }
    }

    /// What one piece of code tells.
    fn code<'db>(&mut self, s: &Source<'db>, owner: Entity<'db>, typed: &Typed<'db>) {
        let db = s.db;
        let item = item_id_of_node(db, s.item);
        let place = |site: Site<'db>| {
            (site.code.item == item)
                .then(|| program::place(db, site))
                .flatten()
                .map(|p| p.0.start)
        };
        let host = !execution_space(s, owner).on_device();
        let code = Code {
            db,
            typed,
            owner,
            host,
        };
        for stmt in &typed.stmts {
            let Stmt::Local(l, init) = stmt else { continue };
            let declared = typed.locals.get(l.0 as usize).and_then(|l| l.declared);
            if let Some(at) = declared.and_then(place) {
                self.silent.insert(at, code.is_silent(*l, *init));
            }
        }
        let parents = parents(typed);
        // Where something could not be typed, what is missing from the code may have used anything.
        let broken = typed.stmts.contains(&Stmt::Error)
            || (typed.exprs.iter().zip(&parents))
                .any(|(x, around)| around.is_some() && x.kind == ExprKind::Error);
        for (i, expr) in typed.exprs.iter().enumerate() {
            let ExprKind::Local(l) = expr.kind else {
                continue;
            };
            let own = typed.locals.get(l.0 as usize);
            let own = own.is_some_and(|l| match l.kind {
                LocalKind::Automatic | LocalKind::Static(_) => l.declared.is_some(),
                LocalKind::Param(_) => true,
                _ => false,
            });
            let lost = broken && parents.get(i).is_none_or(Option::is_none);
            if let (true, Some(at)) = (own && !lost, place(expr.site)) {
                let mention = mention(s, typed, &parents, ExprId(i as u32));
                // An expression may be typed more than once.
                let known = self.mentions.entry(at).or_insert(mention);
                if *known == Mention::Unevaluated {
                    *known = mention;
                }
            }
        }
    }
}

/// The instances of an item's templates that the program makes, with the tokens that name the templates.
fn instances<'db>(db: &'db dyn Db, file: SourceFile, item: ItemId<'db>) -> Vec<(u32, Entity<'db>)> {
    let all = used(db, file).instances(db, item);
    all.filter(|e| e.decl(db).closure(db).is_none())
        .filter_map(|e| {
            let own = definition(db, e)?;
            Some((name_token(db, own.decl(db))?, own))
        })
        .collect()
}

/// The tokens that name the templates of an item that the program instantiates.
pub(crate) fn instantiated<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemId<'db>,
) -> FxHashSet<u32> {
    let all = instances(db, file, item);
    all.into_iter().map(|(token, _)| token).collect()
}

/// What the expression that names a variable is to those around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The variable or a part of it.
    Object,
    /// The address of a part of it.
    Address,
    /// Its value, or what is made of it.
    Value,
}

/// What the naming of a variable does with it.
fn mention(s: &Source<'_>, typed: &Typed<'_>, parents: &[Option<Around>], name: ExprId) -> Mention {
    use ExprKind as K;
    let mut role = Role::Object;
    let mut here = name;
    // What a reference means may be asked for elsewhere.
    let reference = match typed.exprs.get(name.0 as usize).map(|x| &x.kind) {
        Some(K::Local(l)) => typed
            .locals
            .get(l.0 as usize)
            .is_some_and(|l| l.ty.is_reference(s.db)),
        _ => false,
    };
    let set = match reference {
        true => Mention::Use,
        false => Mention::Set,
    };
    for _ in 0..=typed.exprs.len() {
        let around = match parents.get(here.0 as usize) {
            Some(Some(around)) => *around,
            _ => return Mention::Unevaluated,
        };
        let parent = match around {
            Around::Dropped => return Mention::Unevaluated,
            Around::Asm { reads: false, .. } if role == Role::Object => return set,
            Around::Asm { .. } | Around::Other => return Mention::Use,
            Around::Expr(e) => e,
        };
        let Some(kind) = typed.exprs.get(parent.0 as usize).map(|x| &x.kind) else {
            return Mention::Use;
        };
        role = match (kind, role) {
            (K::Full(_) | K::Convert(Conversion::Noop, _), role) => role,
            (K::Convert(Conversion::Discard, _), _) => return Mention::Unevaluated,
            (K::Comma(first, _), _) if *first == here => return Mention::Unevaluated,
            (K::Comma(..), role) => role,
            (K::Conditional(condition, ..), role) if *condition != here => role,
            (K::Field(..), Role::Object) => Role::Object,
            (K::MemberPointer(object, _), Role::Object) if *object == here => Role::Object,
            (K::Convert(Conversion::ToBase(_), _), role) => role,
            (K::Index(base, _), Role::Object | Role::Address) if *base == here => Role::Object,
            (K::Convert(Conversion::Decay, _) | K::Unary(Operator::AddressOf, _), Role::Object) => {
                Role::Address
            }
            (K::Unary(Operator::Dereference, _), Role::Address) => Role::Object,
            (K::Binary(Operator::Plus | Operator::Minus, first, _), Role::Address)
                if *first == here =>
            {
                Role::Address
            }
            (K::Assign(target, _), Role::Object) if *target == here => return set,
            (K::Convert(Conversion::Load, _), Role::Object) => Role::Value,
            _ => return Mention::Use,
        };
        here = parent;
    }
    Mention::Use
}

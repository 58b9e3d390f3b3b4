//! Variables of the host that device code uses, as typed code has it: arrays, objects, pointers, members of classes (spec
//! 2-spaces 2). That one is read, written or its address taken is told at its name; that the device does not have it once
//! everything has been read, where it is computed last. The value of a constant is known everywhere.

use cleave_base_db::Db;
use cleave_mangle::Operator;
use cleave_names::{is_of_user, item_id_of_node};
use cleave_syntax::SyntaxKind::EQ;
use cleave_typing::function::variable_type;
use cleave_typing::thir::{Conversion, E, ExprKind, Stmt, Typed};
use cleave_typing::{Entity, Ty, check, display, eval, program};

use super::reached::reached;
use super::space_calls::declared;
use super::used::{has, used};
use super::uses::{Around, parents};
use super::{host_calls, is_device_code};
use crate::Finding;
use crate::finding::Arg;
use crate::source::{Sink, Source};

const READ: u16 = 3551;
const WRITTEN: u16 = 3552;
const ADDRESS: u16 = 3553;
/// `cannot take address of texture/surface expression …`, `taking reference of texture/surface variable not allowed …`
const TEXTURE_ADDRESS: u16 = 3555;
pub(super) const TEXTURE_REFERENCE: u16 = 3559;
/// `identifier … is undefined in device code`
const UNDEFINED: u16 = 3525;

/// What is done with a variable, and the expression that is computed last of it.
struct Usage {
    read: bool,
    written: bool,
    address: bool,
    /// By the operator `&`.
    taken: bool,
    last: Last,
}

/// What is computed last.
enum Last {
    /// This expression.
    Expr(E),
    /// What this expression initialises.
    Initializer(E),
}

/// The variables that the item's functions use.
pub(super) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    let mut found = Vec::new();
    for entity in program::bodies(db, item_id_of_node(db, s.item)) {
        if display::template_depth(db, entity) == 0 && entity.is_function(db) {
            let emitted = used(db, s.file).contains(db, entity);
            function(s, entity, emitted, &mut found);
        }
    }
    let same = |f: &Finding<'db>, g: &Finding<'db>| {
        g.number == f.number && g.at == f.at && g.at_end == f.at_end
    };
    out.retain(|f| !found.iter().any(|g| same(f, g)));
    out.append(&mut found);
}

fn function<'db>(s: &Source<'db>, entity: Entity<'db>, emitted: bool, out: &mut Sink<'db>) {
    let db = s.db;
    let Some((index, decl)) = declared(s, entity) else {
        return;
    };
    if !is_device_code(s.merged(index).space) {
        return;
    }
    let Some(typed) = check::body(db, entity).filter(|t| !t.dependent) else {
        return;
    };
    let emitted = emitted || host_calls::is_emitted(s, decl.name_tokens.start);
    let mut around = None;
    for r in reached(typed) {
        let Some(expr) = typed.exprs.get(r.expr.0 as usize) else {
            continue;
        };
        let ExprKind::Static(variable) = expr.kind else {
            continue;
        };
        if !is_host(s, variable) {
            continue;
        }
        let parents = around.get_or_insert_with(|| parents(typed));
        let Some((tokens, point)) = program::place(db, expr.site) else {
            continue;
        };
        let Some(usage) = usage(typed, parents, r.expr) else {
            continue;
        };
        let ty = variable_type(db, variable);
        let constant = ty.innermost_element(db).top_quals(db).is_const;
        let member = variable.decl(db).parent_class(db).is_some();
        let name = display::qualified_name(db, variable);
        if usage.address && is_texture(db, ty) {
            let at = match usage.last {
                Last::Initializer(e) | Last::Expr(e) => typed.exprs.get(e.0 as usize),
            };
            let at = at
                .and_then(|x| program::place(db, x.site))
                .map(|p| p.0.start);
            match at.filter(|_| usage.taken) {
                Some(at) => out.push(Finding::new(TEXTURE_ADDRESS, at)),
                None => {
                    out.push(Finding::new(TEXTURE_REFERENCE, tokens.start));
                    continue;
                }
            }
        }
        let mut say = |number| {
            out.push(Finding::new(number, point).arg(Arg::Entity {
                kind: if member { "member" } else { "variable" },
                name: name.clone(),
            }));
        };
        if !constant {
            let all = [
                (usage.read, READ),
                (usage.written, WRITTEN),
                (usage.address, ADDRESS),
            ];
            all.iter().filter(|a| a.0).for_each(|a| say(a.1));
        }
        let known = constant && !usage.address && is_known(s, entity, typed, &usage, ty);
        if !emitted || known {
            continue;
        }
        let start = |e: E| {
            let site = typed.exprs.get(e.0 as usize)?.site;
            Some(program::place(db, site)?.0.start)
        };
        let at = match usage.last {
            _ if usage.read && !usage.written => Some(tokens.start),
            Last::Expr(e) => start(e),
            Last::Initializer(e) => start(e)
                .and_then(|at| at.checked_sub(1))
                .filter(|&at| s.kind(at) == EQ),
        };
        if let Some(at) = at {
            let template = if variable.env(db).is_some() && !member {
                " "
            } else {
                ""
            };
            let undefined = Finding::new(UNDEFINED, at).name(format!("{name}{template}"));
            out.push(undefined.told_at_end());
        }
    }
}

/// Whether a type is, or is an array of, what textures and surfaces are made of.
fn is_texture<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let words = ["device_builtin_texture_type", "device_builtin_surface_type"];
    let class = ty.innermost_element(db).class_entity(db);
    class.is_some_and(|c| words.iter().any(|word| has(db, c, word)))
}

/// Whether a variable is the user's, of the host, and an object.
fn is_host<'db>(s: &Source<'db>, variable: Entity<'db>) -> bool {
    let db = s.db;
    let spaces = ["device", "constant", "shared", "managed"];
    let ty = variable_type(db, variable);
    is_of_user(db, variable.decl(db).code(db).item)
        && variable.decl(db).code(db).body.is_none()
        && !spaces.iter().any(|space| has(db, variable, space))
        && !ty.is_reference(db)
        && !ty.is_error(db)
        && !ty.is_dependent(db)
}

/// Whether what is read of a constant is known while compiling: a scalar, a member of an object, an element by a constant.
fn is_known<'db>(
    s: &Source<'db>,
    owner: Entity<'db>,
    typed: &Typed<'db>,
    usage: &Usage,
    ty: Ty<'db>,
) -> bool {
    let Last::Expr(e) = usage.last else {
        return true;
    };
    ty.element(s.db).is_none() || eval::evaluate(s.db, owner, typed, e).is_ok()
}

/// What the code does with the variable that an expression names; nothing where that is not certain.
fn usage(typed: &Typed<'_>, parents: &[Option<Around>], name: E) -> Option<Usage> {
    use ExprKind as K;
    let done = |read, written, address, last| {
        Some(Usage {
            read,
            written,
            address,
            taken: false,
            last,
        })
    };
    let mut taken = false;
    let mut here = name;
    let mut address = false;
    for _ in 0..=typed.exprs.len() {
        let parent = match parents.get(here.0 as usize)?.as_ref()? {
            Around::Expr(e) => *e,
            Around::Dropped | Around::Asm => return None,
            Around::Other => {
                let initialises = typed
                    .stmts
                    .iter()
                    .any(|stmt| matches!(stmt, Stmt::Local(_, Some(e)) if *e == here));
                let last = match initialises {
                    true => Last::Initializer(here),
                    false => Last::Expr(here),
                };
                // An object that is named and not read: a reference is bound to it.
                let usage = done(false, false, true, last);
                return usage.map(|u| Usage { taken, ..u });
            }
        };
        let kind = &typed.exprs.get(parent.0 as usize)?.kind;
        match kind {
            K::Full(_) | K::Convert(Conversion::Noop | Conversion::ToBase(_), _) => {}
            K::Field(..) if !address => {}
            K::Index(base, _) if *base == here => address = false,
            K::Convert(Conversion::Decay, _) | K::Unary(Operator::AddressOf, _) if !address => {
                address = true;
                taken = matches!(kind, K::Unary(..));
            }
            K::Unary(Operator::Dereference, _) if address => address = false,
            K::Binary(Operator::Plus | Operator::Minus, first, _) if address && *first == here => {}
            K::Convert(Conversion::Load, _) if !address => {
                return done(true, false, false, Last::Expr(parent));
            }
            K::ConstructImplicit(..) if !address => {
                return done(true, false, false, Last::Expr(parent));
            }
            K::Assign(target, value) if !address && *target == here => {
                return done(false, true, false, Last::Expr(*value));
            }
            K::Compound(_, target, value, _) if !address && *target == here => {
                return done(true, true, false, Last::Expr(*value));
            }
            K::Step { .. } if !address => return done(true, true, false, Last::Expr(parent)),
            K::Convert(Conversion::Discard, _) | K::Comma(..) => return None,
            K::Call { object, .. } if *object != Some(here) => {
                return done(false, false, true, Last::Expr(parent));
            }
            _ if address => return done(false, false, true, Last::Expr(here)),
            _ => return None,
        }
        here = parent;
    }
    None
}

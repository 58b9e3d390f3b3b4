//! Calls of functions like `printf` and `scanf`, as GNU's attribute `format` names them, and their format strings (reference:
//! diagnostics, Format strings). Each pass counts arguments; only the device pass compares their types, in code of the device, and
//! only there the toolkit's `printf` belongs to them, without the attribute.

mod conversions;

use cleave_codes::{Code, codes};
use cleave_diagnostics::Pass;
use cleave_hir::{Expr, Literal};
use cleave_lang::Builtin;
use cleave_names::item_id_of_node;
use cleave_odr_use::pieces::Piece;
use cleave_typing::function::{canonical, few_redeclarations, signature};
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Typed};
use cleave_typing::{Entity, PointerBase, Site, Ty, TyKind, Value, class, display, eval, program};
use rustc_hash::FxHashSet;

use self::conversions::{Family, Step, Wanted, steps};
use crate::Finding;
use crate::engine::chain::chain;
use crate::engine::finding::Arg;
use crate::engine::nondependent::Nondependent;
use crate::engine::source::{Sink, Source};
use crate::engine::typed::Body;

/// Which function's arguments are a format string and what it asks for.
#[derive(Clone, Copy)]
struct Format {
    family: Family,
    /// The number of the parameter that is the format string.
    string: usize,
    /// The number of the first argument that it asks for.
    first: usize,
    /// It is the toolkit's `printf`, which has no attribute.
    is_builtin: bool,
}

/// Something said of a call, at an argument or behind all.
struct Said {
    code: Code,
    argument: Option<usize>,
    types: Option<(String, String)>,
}

/// What both passes say of the calls in a body.
pub(crate) fn check<'db>(s: &Source<'db>, body: &Body<'db>, out: &mut Sink<'db>) {
    for call in calls(s, (body.entity, body.typed)) {
        for said in call.said(s, body.typed, false) {
            let Some(mut found) = call.finding(s, &said) else {
                continue;
            };
            // The device pass reads the code of a template with its instances.
            found.only = match (call.format.is_builtin, body.template) {
                (true, true) => continue,
                (true, false) => Some(Pass::Device),
                (false, true) => Some(Pass::Host),
                (false, false) => None,
            };
            out.push(found);
        }
    }
}

/// What the device pass says more: types of arguments, and what it finds in instances.
pub(crate) fn pieces<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    let db = s.db;
    // What does not depend on template arguments is said of one instance.
    let mut once = FxHashSet::default();
    for piece in pieces {
        let nondependent = Nondependent::of(s, piece.entity);
        for call in calls(s, (piece.entity, piece.typed)) {
            for said in call.said(s, piece.typed, true) {
                let is_counted = said.types.is_none();
                let Some(mut found) = call.finding(s, &said) else {
                    continue;
                };
                match piece.instance {
                    None if is_counted => continue,
                    None => {}
                    Some(_) => {
                        found.reported_last = true;
                        if !nondependent.contain(found.at) {
                            found.contexts = chain(db, &piece.chain(db));
                        } else if !once.insert((found.code, found.at)) {
                            continue;
                        }
                    }
                }
                out.push(found);
            }
        }
    }
}

/// A call of such a function whose format string is known.
struct Call<'t> {
    site: Site<'t>,
    format: Format,
    args: &'t [ExprId],
    steps: Vec<Step>,
}

/// Those in some code.
fn calls<'db>(s: &Source<'db>, code: (Entity<'db>, &'db Typed<'db>)) -> Vec<Call<'db>> {
    let (db, typed) = (s.db, code.1);
    let item = item_id_of_node(db, s.item);
    let mut out = Vec::new();
    for x in &typed.exprs {
        let ExprKind::Call { callee, args, .. } = &x.kind else {
            continue;
        };
        // Most calls have no string, and their functions need not be looked at.
        let is_string = |e: &ExprId| {
            let pointee = typed.exprs.get(e.0 as usize).and_then(|x| x.ty.pointee(db));
            pointee.is_some_and(|ty| matches!(ty.kind(db), TyKind::Builtin(Builtin::Char)))
        };
        if x.site.code.item != item || !args.iter().any(is_string) {
            continue;
        }
        let Some(format) = format(s, *callee) else {
            continue;
        };
        let text = args.get(format.string).and_then(|e| text(s, code, *e));
        if let Some(text) = text {
            out.push(Call {
                site: x.site,
                format,
                args,
                steps: steps(&text, format.family),
            });
        }
    }
    out
}

/// What a function makes of its arguments.
fn format<'db>(s: &Source<'db>, callee: Entity<'db>) -> Option<Format> {
    let db = s.db;
    if !signature(db, callee).is_some_and(|sig| sig.ty.variadic) {
        return None;
    }
    let mut is_builtin = false;
    for &decl in few_redeclarations(db, canonical(db, callee.decl(db))).iter() {
        let (code, hir) = (decl.code(db).code(db)?, decl.hir(db)?);
        for attribute in &hir.attrs {
            is_builtin |= attribute.name.as_str() == "cudart_builtin";
            let [family, string, first] = attribute.args[..] else {
                continue;
            };
            if attribute.name.as_str().trim_matches('_') != "format" {
                continue;
            }
            let Expr::Path(path) = &code[family] else {
                continue;
            };
            let number = |e| match &code[e] {
                Expr::Literal(Literal::Int { value, .. }) => usize::try_from(*value).ok(),
                _ => None,
            };
            // The object is the first argument of a member function.
            let is_member = signature(db, callee)?.class.is_some()
                && !hir.spec.any(cleave_names::decl::Spec::STATIC);
            let before = 1 + usize::from(is_member);
            return Some(Format {
                family: Family::named(path.name.ident()?.as_str())?,
                string: number(string)?.checked_sub(before)?,
                first: number(first)?.checked_sub(before)?,
                is_builtin: false,
            });
        }
    }
    let is_printf = is_builtin && display::qualified_name(db, callee) == "printf";
    is_printf.then_some(Format {
        family: Family::Printf,
        string: 0,
        first: 1,
        is_builtin: true,
    })
}

/// The characters of a format string that is a constant.
fn text<'db>(
    s: &Source<'db>,
    (owner, typed): (Entity<'db>, &Typed<'db>),
    argument: ExprId,
) -> Option<Vec<u8>> {
    let value = eval::evaluate(s.db, owner, typed, argument).ok()?;
    let Value::Pointer(pointer) = value.value(s.db) else {
        return None;
    };
    let PointerBase::String(literal) = &pointer.base else {
        return None;
    };
    let starts = (pointer.path.iter()).all(|step| step == cleave_typing::Step::Element(0));
    let units = literal.units.iter().map(|&unit| u8::try_from(unit).ok());
    starts.then(|| units.collect())?
}

impl<'db> Call<'db> {
    /// What is said of it, in order. `types`: arguments are compared as well.
    fn said(&self, s: &Source<'db>, typed: &Typed<'db>, types: bool) -> Vec<Said> {
        let mut out = Vec::new();
        let mut next = self.format.first;
        let mut is_numbered = false;
        for step in &self.steps {
            let (position, wanted) = match *step {
                Step::Argument(position, wanted) => (position, wanted),
                Step::Invalid | Step::Zeroth => {
                    if next < self.args.len() {
                        let (code, argument) = match step {
                            Step::Zeroth => (codes::ZERO_POSITIONAL_FORMAT_SPECIFIER, None),
                            _ => (codes::BAD_FORMAT_CONVERSION, Some(next)),
                        };
                        out.push(Said {
                            code,
                            argument,
                            types: None,
                        });
                    }
                    return out;
                }
            };
            let at = match position {
                Some(number) => self.format.first + number as usize - 1,
                None => next,
            };
            let Some(&argument) = self.args.get(at) else {
                out.push(Said {
                    code: codes::FORMAT_NEEDS_MORE_ARGUMENTS,
                    argument: None,
                    types: None,
                });
                return out;
            };
            if let (true, Some(types)) = (types, mismatch(s, typed, argument, wanted)) {
                out.push(Said {
                    code: codes::ARGUMENT_INCOMPATIBLE_WITH_FORMAT,
                    argument: Some(at),
                    types: Some(types),
                });
            }
            match position {
                Some(_) => is_numbered = true,
                None => next += 1,
            }
        }
        if next < self.args.len() && !is_numbered {
            out.push(Said {
                code: codes::FORMAT_ENDS_BEFORE_ARGUMENT,
                argument: Some(next),
                types: None,
            });
        }
        out
    }

    fn finding(&self, s: &Source<'db>, said: &Said) -> Option<Finding<'db>> {
        let db = s.db;
        let at = match said.argument {
            None => program::place(db, self.site)?.0.end.checked_sub(1)?,
            Some(number) => {
                let Some(Expr::Call(_, written)) = self.site.expr(db) else {
                    return None;
                };
                let argument = *written.get(number)?;
                let site = Site {
                    index: u32::from(argument.into_raw()),
                    ..self.site
                };
                program::place(db, site)?.0.start
            }
        };
        let found = Finding::new(said.code, at);
        Some(match &said.types {
            Some((expected, given)) => found
                .arg(Arg::Type(expected.clone()))
                .arg(Arg::Type(given.clone())),
            None => found,
        })
    }
}

/// What an argument should be and is, if it is something else.
fn mismatch<'db>(
    s: &Source<'db>,
    typed: &Typed<'db>,
    argument: ExprId,
    wanted: Wanted,
) -> Option<(String, String)> {
    let db = s.db;
    let mut given = typed.exprs.get(argument.0 as usize)?;
    while let ExprKind::Convert(Conversion::Null, from) = given.kind {
        given = typed.exprs.get(from.0 as usize)?;
    }
    let ty = given.ty.strip_reference(db);
    if ty.is_error(db) || ty.is_unknown(db) || ty.is_dependent(db) {
        return None;
    }
    let text = |ty: Ty<'db>| display::type_text(db, ty);
    let (expected, written) = match wanted {
        Wanted::Value(value) => {
            let expected = Ty::builtin(db, value);
            let given = || text(shown(s, ty.unqualified(db)));
            return (!fits(s, ty, expected)).then(|| (text(expected), given()));
        }
        Wanted::To(value, written) => (Ty::builtin(db, value), written),
        Wanted::ToPointer => (Ty::builtin(db, Builtin::Void).pointer(db), true),
    };
    // Pointers are compared by what they point to, and the message names that.
    match ty.pointee(db) {
        None => Some((
            text(expected.pointer(db)),
            text(shown(s, ty.unqualified(db))),
        )),
        Some(to) if written && to.top_quals(db).is_const => {
            Some((text(expected.pointer(db)), text(to)))
        }
        Some(to) if fits(s, to, expected) => None,
        Some(to) if to.is_enum(db) => Some((text(expected), text(to.unqualified(db)))),
        Some(to) => Some((text(expected), text(shown(s, to.unqualified(db))))),
    }
}

/// The type that a message names: an enumeration and a wide character go by the type under them.
fn shown<'db>(s: &Source<'db>, ty: Ty<'db>) -> Ty<'db> {
    let db = s.db;
    match ty.kind(db) {
        TyKind::Builtin(Builtin::WChar) => Ty::builtin(db, Builtin::Int),
        TyKind::Enum(_) => class::underlying(db, ty).unwrap_or(ty),
        _ => ty,
    }
}

/// Whether a type is what a conversion asks for: among integers those of the same size are, and anything is for `void`.
fn fits<'db>(s: &Source<'db>, ty: Ty<'db>, expected: Ty<'db>) -> bool {
    let db = s.db;
    let ty = ty.unqualified(db);
    let size = |ty| class::layout(db, ty).map(|l| l.size);
    if expected.is_integral(db) {
        let wide = matches!(
            ty.kind(db),
            TyKind::Builtin(Builtin::Char8 | Builtin::Char16 | Builtin::Char32)
        );
        let integer = ty.is_integral(db) || ty.is_enum(db);
        return integer && !wide && size(ty) == size(expected);
    }
    expected.is_void(db) || expected.is_pointer(db) && ty.is_pointer(db) || ty == expected
}

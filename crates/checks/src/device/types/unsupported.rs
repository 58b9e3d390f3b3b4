//! Types that no GPU has: 128-bit floating-point numbers and GNU's vectors, and what is made of them (reference: diagnostics,
//! Unsupported types). Reported for variables and functions of the device by their types, and of every type that is named in code of the
//! device.

use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_cuda::Space;
use cleave_hir::{Expr, TypeId, TypeRef, body_hir};
use cleave_lang::Builtin;
use cleave_names::decl::{DeclKind, Tokens};
use cleave_names::{item_id_of_node, user_items};
use cleave_odr_use::Piece;
use cleave_syntax::SyntaxKind::{ATTRIBUTE_KW, STATIC_KW};
use cleave_typing::class::class_info;
use cleave_typing::function::{declared_type, signature};
use cleave_typing::thir::{ExprId, ExprKind};
use cleave_typing::{CodeRef, Context, Site, Ty, TyKind, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::kernels::form::group_end;
use crate::engine::chain::chain;
use crate::engine::entities::{entity, space};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// How many parts of a type are looked at.
const PARTS: usize = 1024;

/// What brings such types into a program.
const WORDS: [&str; 4] = ["__float128", "_Float128", "vector_size", "ext_vector_type"];

/// Whether the user's code may have such types: nothing else is looked at.
#[salsa::tracked(returns(copy))]
pub(crate) fn possible(db: &dyn Db, file: SourceFile) -> bool {
    let mut all = user_items(db, file).iter();
    all.any(|item| {
        let text = item.text(db).as_str();
        WORDS.iter().any(|word| text.contains(word))
    })
}

pub(crate) fn check<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    if !possible(s.db, s.file) {
        return;
    }
    declarations(s, out);
    let mut seen = FxHashSet::default();
    for piece in pieces {
        types(s, piece, &mut seen, out);
        operations(s, piece, out);
    }
}

/// What is wrong with a type, and whether it is the type itself.
fn feature<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<(&'static str, bool)> {
    let plain = |ty: Ty<'db>| match ty.kind(db) {
        TyKind::Builtin(Builtin::Float128) => Some("128-bit floating-point"),
        TyKind::Vector(..) => Some("vector"),
        _ => None,
    };
    if let Some(what) = plain(ty) {
        return Some((what, true));
    }
    let mut seen = FxHashSet::default();
    let mut next = vec![ty];
    while let (Some(ty), true) = (next.pop(), seen.len() < PARTS) {
        if let Some(what) = plain(ty) {
            return Some((what, false));
        }
        match ty.kind(db) {
            TyKind::Pointer(t)
            | TyKind::LvalueReference(t)
            | TyKind::RvalueReference(t)
            | TyKind::Array(t, _) => next.push(*t),
            TyKind::MemberPointer { class, member } => next.extend([*class, *member]),
            TyKind::Function(f) => {
                next.push(f.ret);
                next.extend(f.params.iter());
            }
            TyKind::Class(_) if seen.insert(ty.unqualified(db)) => {
                if let Some(info) = class_info(db, ty) {
                    next.extend(info.fields.iter().map(|f| f.ty));
                    next.extend(info.bases.iter().map(|b| b.ty));
                }
            }
            _ => {}
        }
    }
    None
}

fn finding<'db>(at: u32, ty: Arg<'db>, (what, whole): (&'static str, bool)) -> Finding<'db> {
    let verb = if whole { "is" } else { "contains" };
    Finding::new(codes::UNSUPPORTED_TYPE_IN_DEVICE_CODE, at)
        .arg(ty)
        .text(verb)
        .text(what)
}

/// A type as it is written.
fn argument<'a>(cx: &mut Context<'_>, ty: TypeId) -> Arg<'a> {
    match cx.spelled_type(ty) {
        (name, Some(meaning)) => Arg::Named { name, meaning },
        (name, None) => Arg::Type(name),
    }
}

/// Functions and variables of the device that are no templates.
fn declarations<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    for decl in s.decls {
        let again = !decl.qualifier.is_empty();
        if again || decl.is_template() || s.in_template(decl) || decl.instantiation {
            continue;
        }
        let function = match decl.kind {
            DeclKind::Function => true,
            DeclKind::Variable if decl.parent.is_none() => false,
            _ => continue,
        };
        let Some(own) = entity(s, decl) else { continue };
        let on_device = match space(s, own) {
            Space::Execution(space) => space.on_device(),
            Space::Memory(space) => !space.is_host(),
        };
        if !on_device {
            continue;
        }
        let (ty, written) = match own.hir(db).map(|d| &d.kind) {
            Some(cleave_hir::DeclKind::Function(f)) if function => (
                signature(db, own).map(|sig| Ty::of(db, TyKind::Function(sig.ty.clone()))),
                f.ty,
            ),
            Some(cleave_hir::DeclKind::Variable(v)) if !function => (declared_type(db, own), v.ty),
            _ => continue,
        };
        let Some(found) = ty.and_then(|ty| feature(db, ty)) else {
            continue;
        };
        if let Some(mut cx) = Context::of(db, own) {
            let ty = argument(&mut cx, written);
            out.push(finding(decl.name_tokens.start, ty, found));
        }
    }
}

/// The types that a function's code names.
fn types<'db>(
    s: &Source<'db>,
    piece: &Piece<'db>,
    seen: &mut FxHashSet<(u32, Ty<'db>)>,
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let decl = piece.entity.decl(db);
    let here = decl.code(db);
    if decl.closure(db).is_some() || here.body.is_some() {
        return;
    }
    let Some(hir) = body_hir(db, here.item, decl.index(db)) else {
        return;
    };
    let body = CodeRef {
        body: Some(decl.index(db)),
        ..here
    };
    // Of `T(x)` the reference knows no type that is named.
    let mut left: FxHashSet<TypeId> = FxHashSet::default();
    left.extend(hir.code.exprs.iter().filter_map(|(_, e)| match e {
        Expr::Functional(ty, _) | Expr::Braced(ty, _) => Some(*ty),
        _ => None,
    }));
    left.extend(hir.code.types.iter().filter_map(|(_, t)| match t {
        TypeRef::Qualified(_, inner) => Some(*inner),
        _ => None,
    }));
    // Nor what parameters of closures and members of local classes are.
    let params = hir.code.params.iter().map(|(_, p)| p.ty);
    let members = hir.code.decls.iter().filter_map(|(_, d)| match &d.kind {
        cleave_hir::DeclKind::Variable(v) => d.parent.map(|_| v.ty),
        _ => None,
    });
    for mut ty in params.chain(members).collect::<Vec<_>>() {
        while let TypeRef::Pointer(inner)
        | TypeRef::LvalueReference(inner)
        | TypeRef::RvalueReference(inner)
        | TypeRef::Array { element: inner, .. }
        | TypeRef::Pack(inner)
        | TypeRef::Qualified(_, inner) = &hir.code[ty]
        {
            left.insert(ty);
            ty = *inner;
        }
        left.insert(ty);
    }
    for (id, ty) in hir.code.types.iter() {
        let named = match ty {
            TypeRef::Path { .. } | TypeRef::Builtin(_) => true,
            TypeRef::Qualified(_, inner) => {
                matches!(hir.code[*inner], TypeRef::Path { .. } | TypeRef::Builtin(_))
            }
            _ => false,
        };
        if !named || left.contains(&id) {
            continue;
        }
        let mut cx = Context::new(db, piece.entity, body, &hir.code, piece.entity.env(db));
        let resolved = cx.resolve_type(id);
        let Some(found) = feature(db, resolved) else {
            continue;
        };
        let site = Site {
            code: body,
            index: u32::from(id.into_raw()),
            is_type: true,
        };
        let Some((tokens, _)) = program::place(db, site) else {
            continue;
        };
        let at = start(s, tokens);
        if !seen.insert((at, resolved)) {
            continue;
        }
        let id = match ty {
            TypeRef::Qualified(_, inner) => *inner,
            _ => id,
        };
        let text = argument(&mut cx, id);
        let mut f = finding(at, text, found);
        f.contexts = chain(db, &piece.chain(db));
        out.push(f);
    }
}

/// Where a type's specifiers begin, storage classes among them but not attributes.
fn start(s: &Source<'_>, t: Tokens) -> u32 {
    let mut at = t.start;
    while s.kind(at) == ATTRIBUTE_KW && at < t.end {
        at = group_end(s, at + 1, t.end);
    }
    let before = at.checked_sub(1);
    before.filter(|&i| s.kind(i) == STATIC_KW).unwrap_or(at)
}

/// Operators on vectors.
fn operations<'db>(s: &Source<'db>, piece: &Piece<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    let is_vector = |e: ExprId| {
        let expr = piece.typed.exprs.get(e.0 as usize);
        expr.is_some_and(|x| matches!(x.ty.kind(db), TyKind::Vector(..)))
    };
    let mut reported = FxHashSet::default();
    for expr in &piece.typed.exprs {
        let operand = match &expr.kind {
            ExprKind::Binary(_, a, b) if is_vector(*a) || is_vector(*b) => true,
            ExprKind::Compound(_, a, ..) => is_vector(*a),
            _ => false,
        };
        let place = program::place(db, expr.site).filter(|_| expr.site.code.item == item);
        if let Some((_, at)) = place.filter(|p| operand && reported.insert(p.1)) {
            let mut f = Finding::new(codes::VECTOR_OPERATION_IN_DEVICE_CODE, at);
            f.contexts = chain(db, &piece.chain(db));
            out.push(f);
        }
    }
}

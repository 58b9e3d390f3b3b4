//! What template arguments make of a kernel's declaration: its parameters (reference: attributes, Kernel declarations; attributes,
//! Grid constants), its launch attributes (reference: attributes, Launch bounds), and whether there is a definition of it
//! (reference: spaces, Launches).

use cleave_base_db::{Db, SourceFile, StubLinkage};
use cleave_codes::{Code, codes};
use cleave_cuda::{annotations, has_attribute};
use cleave_names::decl::{Decl, Shape};
use cleave_names::{declarations, item_id_of_node};
use cleave_odr_use::used;
use cleave_syntax::SyntaxKind::{CONST_KW, SEMICOLON};
use cleave_typing::eval;
use cleave_typing::function::{canonical, definition, explicit, redeclarations, signature};
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{Context, DeclRef, Entity, Site, Ty, TyKind, display, program};

use crate::Finding;
use crate::device::calls::demangled;
use crate::engine::chain::Chain;
use crate::engine::entities::{name_token, node};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// What a kernel's parameters may not be that its template arguments make of them.
pub(crate) fn parameters<'db>(
    s: &Source<'db>,
    entity: Entity<'db>,
    contexts: &Chain<'db>,
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let Some(sig) = signature(db, entity) else {
        return;
    };
    let decl = entity.decl(db);
    let (Some(token), Some((item, index))) = (name_token(db, decl), node(s, entity)) else {
        return;
    };
    let theirs = Source::new(db, s.file, item, s.settings);
    let written = declarations(db, item).get(index as usize);
    let Some(function) = written.and_then(|d| d.function.as_ref()) else {
        return;
    };
    let mut say = |code: Code| {
        let mut found = Finding::new(code, token);
        found.item = Some(decl.code(db).item);
        found.contexts = contexts.into();
        out.push(found);
    };
    let packs = function.params.iter().any(|p| p.pack);
    if !packs {
        for (ty, param) in sig.declared.iter().zip(&function.params) {
            let grid = crate::cuda::attributes::known::is_grid_constant(&theirs, param.tokens);
            let constant = || {
                param
                    .tokens
                    .range()
                    .any(|i| theirs.kind(i as u32) == CONST_KW)
            };
            let reference = ty.is_reference(db);
            if grid && !constant() && (reference || !ty.top_quals(db).is_const) {
                say(codes::GRID_CONSTANT_NOT_CONST);
            }
            if grid && reference {
                say(codes::GRID_CONSTANT_REFERENCE_TYPE);
            }
            let plain = param.shape.last().is_none_or(|s| *s != Shape::Pointer);
            let word = |w: &str| param.tokens.range().any(|i| theirs.word(i as u32) == w);
            if plain && is_named(db, *ty, "std::initializer_list") && !word("initializer_list") {
                say(codes::GLOBAL_FUNCTION_WITH_INITIALIZER_LIST);
            }
            if is_va_list(db, *ty) {
                say(codes::GLOBAL_VA_LIST_TYPE);
            }
        }
    }
    let rvalue = |ty: &Ty<'db>| matches!(ty.kind(db), TyKind::RvalueReference(_));
    if sig.declared.iter().any(rvalue) {
        say(codes::GLOBAL_RVALUE_REF_TYPE);
    }
}

/// What a kernel's parameters may not be that is written by other names, whatever template arguments there are.
pub(crate) fn declared<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    let all = program::functions(db, item);
    let at = decl.name_tokens.start;
    let named = |e: &&Entity<'db>| name_token(db, e.decl(db)) == Some(at);
    let sig = all.iter().find(named).and_then(|e| signature(db, *e));
    let (Some(sig), Some(function)) = (sig, &decl.function) else {
        return;
    };
    let mut say = |code| out.push(Finding::new(code, at));
    for (ty, param) in sig.declared.iter().zip(&function.params) {
        let words = |word: &str| param.specifiers.range().any(|i| s.word(i as u32) == word);
        let written = words("initializer_list") && words("std");
        if is_named(db, *ty, "std::initializer_list") && !written {
            say(codes::GLOBAL_FUNCTION_WITH_INITIALIZER_LIST);
        }
        if matches!(ty.kind(db), TyKind::RvalueReference(_)) && !ty.is_dependent(db) {
            say(codes::GLOBAL_RVALUE_REF_TYPE);
        }
        if is_va_list(db, *ty) {
            say(codes::GLOBAL_VA_LIST_TYPE);
        }
    }
}

fn is_named<'db>(db: &'db dyn cleave_base_db::Db, ty: Ty<'db>, name: &str) -> bool {
    match ty.kind(db) {
        TyKind::Class(class) => {
            display::qualified_name(db, Entity::new(db, class.decl(db), None)) == name
        }
        _ => false,
    }
}

/// An array of one `__va_list_tag`, which a parameter makes a pointer.
fn is_va_list<'db>(db: &'db dyn cleave_base_db::Db, ty: Ty<'db>) -> bool {
    match ty.kind(db) {
        TyKind::Array(of, _) | TyKind::Pointer(of) => {
            matches!(of.kind(db), TyKind::VaListTag)
        }
        _ => false,
    }
}

/// An instance without launch bounds, reported where the expression ends that makes it.
pub(crate) fn bounds<'db>(
    s: &Source<'db>,
    typed: &Typed<'db>,
    entity: Entity<'db>,
    site: Site<'db>,
    out: &mut Sink<'db>,
) {
    let db = s.db;
    // A specialisation says for itself what its bounds are.
    let own = definition(db, entity).filter(|d| d.env(db) == entity.env(db));
    if own.is_none() || has_attribute(db, entity, "launch_bounds") && !depends(s.db, entity) {
        return;
    }
    let launches = typed
        .exprs
        .iter()
        .filter(|e| matches!(e.kind, ExprKind::Launch(..)));
    let own = program::place(db, site).map(|p| p.0);
    let around = launches
        .filter_map(|e| Some(program::place(db, e.site)?.0))
        .find(|t| own.is_some_and(|o| t.start == o.start));
    let Some(end) = around.or(own).map(|t| t.end) else {
        return;
    };
    if s.kind(end) == SEMICOLON {
        out.push(Finding::new(codes::MISSING_LAUNCH_BOUNDS, end));
    }
}

/// An explicit instantiation without launch bounds, reported at its end.
pub(crate) fn unbounded<'db>(s: &Source<'db>, entity: Entity<'db>, name: u32, out: &mut Sink<'db>) {
    if has_attribute(s.db, entity, "launch_bounds") && !depends(s.db, entity) {
        return;
    }
    let written = (s.decls.iter()).find(|d| d.instantiation && d.tokens.contains(name));
    let end = written.and_then(|d| (name..=d.tokens.end).find(|&i| s.kind(i) == SEMICOLON));
    out.extend(end.map(|end| Finding::new(codes::MISSING_LAUNCH_BOUNDS, end)));
}

/// Whether launch bounds are written that are no constants before the template's arguments are known: the reference does not
/// count these.
fn depends<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    let all = redeclarations(db, canonical(db, entity.decl(db)));
    all.iter().any(|decl| {
        let pattern = Entity::new(db, *decl, None);
        let attrs = decl.hir(db).into_iter().flat_map(|d| d.attrs.iter());
        let mut bounds = attrs.filter(|a| a.name.as_str() == "launch_bounds");
        let is_open = |arg| {
            let cx = Context::of(db, pattern);
            cx.is_none_or(|mut cx| eval::deduced_constant(&mut cx, arg).is_err())
        };
        bounds.any(|a| a.args.iter().any(|arg| is_open(*arg)))
    })
}

/// Instances of the item's kernel templates that nothing defines: their stubs would be of no use to another translation unit.
pub(crate) fn undefined<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    if s.settings.relocatable || s.settings.stub_linkage != StubLinkage::Static {
        return;
    }
    let item = item_id_of_node(db, s.item);
    for &entity in undefined_instances(db, s.file)
        .iter()
        .filter(|e| where_declared(db, **e).code(db).item == item)
    {
        let decl = where_declared(db, entity);
        if let (Some(at), Some(name)) = (name_token(db, decl), demangled::caller(db, entity)) {
            out.push(
                Finding::new(
                    codes::TEMPLATE_GLOBAL_NO_DEF {
                        function: Arg::Name(name),
                    },
                    at,
                )
                .reported_at_end(),
            );
        }
    }
}

/// Where it is reported that an instance is not defined: a specialisation that is only declared, or else its template.
fn where_declared<'db>(db: &'db dyn Db, entity: Entity<'db>) -> DeclRef<'db> {
    let own = explicit(db, entity);
    own.unwrap_or(entity).decl(db)
}

/// The instances of kernel templates that the program uses and nothing defines, in the order of the program.
#[salsa::tracked(returns(deref))]
fn undefined_instances<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[Entity<'db>]> {
    let program = used(db, file);
    let mut out = Vec::new();
    for u in &program.uses {
        let entity = u.entity;
        let decl = entity.decl(db);
        if entity.env(db).is_none()
            || decl.parent_class(db).is_some()
            || !annotations(db, entity).is_kernel()
        {
            continue;
        }
        let is_defined = definition(db, entity).is_some();
        // What nothing could instantiate is reported by itself.
        let is_explicit = || {
            let site = program.site(db, entity);
            site.is_some_and(|s| s.as_declaration().is_some())
        };
        let is_there = is_defined && !program.is_elsewhere(db, entity);
        if !is_there && (is_defined || !is_explicit()) {
            out.push(entity);
        }
    }
    out.into()
}

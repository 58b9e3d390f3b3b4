//! What the device pass finds in an item: what the host pass's rules say of it, and what only the device pass says of
//! declarations, attributes and words of the language (reference: spaces, Redeclarations; attributes, Kernel declarations;
//! attributes, Device bodies). What typed code decides is in modules of its own; what depends on the code of instances is not here.

pub(crate) mod calls;
pub(crate) mod names;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod types;
pub(crate) mod unused;
pub(crate) mod variables;

use crate::device::calls::by_name;
use crate::device::calls::host_functions;
use crate::device::calls::launches;
use crate::device::names::deprecated;
use crate::device::names::discouraged;
use crate::device::names::identifiers;
use crate::device::names::undefined;
use crate::device::types::arrays;
use crate::device::types::instances;
use crate::device::types::kernel_instances;
use crate::device::types::lambda_parents;
use crate::device::types::unsupported;
use crate::device::unused::emitted;
use crate::device::unused::locals;
use crate::device::variables::dynamic_initialization;
use crate::device::variables::externs;
use crate::device::variables::host_addresses;
use crate::device::variables::host_variables;
use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_codes::codes;
use cleave_cuda::{ExecutionSpace, MemorySpace, Tile, tile};
use cleave_hir::{item_hir, item_spans};
use cleave_names::decl::{Attribute, Decl, DeclKind, Function, Param, Shape, Spec, Tokens};
use cleave_names::{ItemNode, ScopePath, declarations, flat_bodies, item_id_of_node, lexed};
use cleave_odr_use::pieces;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::Flags;
use cleave_typing::function::{canonical, redeclarations, signature};
use cleave_typing::{CodeRef, DeclRef, Entity, display};

use crate::cuda::asm;
use crate::cuda::kernels::form::group_end;
use crate::cuda::spaces::redeclared::qualified;
use crate::cxx::names::undeclared::used_names;
use crate::engine::source::{Sink, Source};
use crate::engine::suppression;
use crate::tokens::index::{Entry, earlier, instantiates, only_mine};
use crate::{Finding, item_findings, typed_rule};

/// The first architecture with clusters.
const CLUSTERS: u32 = 90;

/// What is wrong with an item on a GPU of this architecture (`90` of `compute_90a`; `None` says nothing about attributes that
/// only some have), in the order of its tokens. Some findings are the host pass's alone; the catalogue says which.
pub fn device_findings<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
    architecture: Option<u32>,
) -> Vec<Finding<'db>> {
    if !item.flags(db).has(Flags::USER) {
        return Vec::new();
    }
    let s = Source::new(db, file, item, options.settings(db));
    let mut out = Vec::new();
    let redeclared = earlier(db, file, item);
    let mut replaced = Vec::new();
    for (i, decl) in s.decls.iter().enumerate() {
        let before = redeclared
            .iter()
            .find(|r| r.0 as usize == i)
            .map_or(&[][..], |r| &r.1);
        if let Some(architecture) = architecture {
            attributes(&s, decl, architecture, &mut out);
        }
        match decl.kind {
            DeclKind::Function => {
                let Some(function) = &decl.function else {
                    continue;
                };
                let again = function.body.tokens().is_some() && before.iter().any(|e| e.defined);
                if !before.is_empty() && !again {
                    replaced.push(decl.tokens);
                    let was = before
                        .iter()
                        .fold(ExecutionSpace::default(), |space, e| space.with(e.space));
                    spaces(&s, decl, was, &mut out);
                } else if let Some(was) = declared_before(&s, decl).filter(|_| before.is_empty()) {
                    spaces(&s, decl, was, &mut out);
                }
                inline_hint(&s, decl, &mut out);
                if decl.has_attribute("global") && !decl.instantiation {
                    kernel(&s, decl, function, &mut out);
                    kernel_instances::declared(&s, decl, &mut out);
                }
                body(&s, i, decl, function, &mut out);
            }
            DeclKind::Variable => variable(&s, decl, before, &mut out),
            _ => {}
        }
    }
    identifiers::check(&s, &mut out);
    let unread = unread_bodies(db, file, item);
    let clusters = architecture.is_none_or(|a| a >= CLUSTERS);
    let of_host: Vec<Finding<'db>> = (item_findings(db, file, item, options).iter())
        .filter(|f| {
            let redeclared = replaced.iter().any(|t| t.contains(f.at));
            !suppression::is_left_to_device(f, &out, clusters, redeclared)
                && (!f.at_end || by_name::is_emitted(&s, f.at))
        })
        .cloned()
        .collect();
    out.extend(of_host);
    let parse = flat_bodies(db, item);
    // A tree with holes in it says nothing for certain.
    if parse.errors.is_empty() {
        typed_rule(&s, &mut out, host_functions::check);
        let own = item_id_of_node(db, item);
        let pieces = pieces::of_device(db, own, s.settings.extended_lambda);
        let idle = emitted::idle_members(&s, &pieces);
        suppression::remove_inside(&mut out, &idle, |f| f.at_end);
        typed_rule(&s, &mut out, |s, out| {
            host_variables::check(s, &pieces, out)
        });
        typed_rule(&s, &mut out, |s, out| {
            dynamic_initialization::check(s, &pieces, out)
        });
        typed_rule(&s, &mut out, host_addresses::check);
        typed_rule(&s, &mut out, |s, out| launches::check(s, &pieces, out));
        typed_rule(&s, &mut out, externs::check);
        typed_rule(&s, &mut out, instances::check);
        typed_rule(&s, &mut out, undefined::check);
        typed_rule(&s, &mut out, |s, out| discouraged::check(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| deprecated::check(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| unsupported::check(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| arrays::check(s, &pieces, out));
        typed_rule(&s, &mut out, |s, out| asm::instances(s, &pieces, out));
    }
    suppression::remove_inside(&mut out, &unread, |_| true);
    if parse.errors.is_empty() {
        let tree = s.tree();
        locals::check(&s, &tree, &mut out);
        lambda_parents::check(&s, tree.root(), &mut out);
        typed_rule(&s, &mut out, host_functions::instances);
        typed_rule(&s, &mut out, kernel_instances::undefined);
    }
    out.iter().for_each(Finding::check_holes);
    out.sort_by_key(|f| f.reported_at.unwrap_or(f.at));
    out
}

/// What the bodies of an item declare and nothing uses, behind what the host pass has found in the item. They are remarks of
/// that pass, which are only worth looking for where an option or a pragma asks for them.
pub fn unused_variables<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Vec<Finding<'db>> {
    let mut out = item_findings(db, file, item, options).to_vec();
    if item.flags(db).has(Flags::USER) && flat_bodies(db, item).errors.is_empty() {
        let s = Source::new(db, file, item, options.settings(db));
        let tree = s.tree();
        locals::check(&s, &tree, &mut out);
        out.sort_by_key(|f| f.reported_at.unwrap_or(f.at));
    }
    out
}

/// The bodies in an item that are device code for certain.
pub fn device_bodies<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Vec<Tokens> {
    read_bodies(db, file, item, options, |_, _, device| device)
}

/// The bodies in an item that are code of the host alone, and read where they stand.
pub fn host_bodies<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Vec<Tokens> {
    read_bodies(db, file, item, options, |s, decl, device| {
        !device && !in_template(s, decl)
    })
}

/// The bodies in an item that the device pass reads and `wanted` takes, which is told whether one is device code.
fn read_bodies<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
    wanted: impl Fn(&Source<'db>, &Decl, bool) -> bool,
) -> Vec<Tokens> {
    let s = Source::new(db, file, item, options.settings(db));
    let unread = unread_bodies(db, file, item);
    (s.decls.iter().enumerate())
        .filter_map(|(i, d)| Some((i, d, d.function.as_ref()?.body.tokens()?)))
        .filter(|(_, _, body)| !unread.contains(body))
        .filter(|(i, d, _)| wanted(&s, d, is_device_code(s.merged(*i).space)))
        .map(|(_, _, body)| body)
        .collect()
}

/// The bodies in an item that the device pass reads when they are instantiated, without those that certainly are: bodies of
/// templates and of members of class templates. Friends of class templates are read where they stand.
pub fn unread_bodies<'db>(db: &'db dyn Db, file: SourceFile, item: ItemNode<'db>) -> Vec<Tokens> {
    let decls = declarations(db, item);
    let tokens = lexed(db, item);
    let is_auto = |p: &Param| p.specifiers.range().any(|i| tokens.kind(i) == AUTO_KW);
    let waits = |d: &&Decl| {
        let mut around = d.parent.filter(|_| !d.spec.any(Spec::FRIEND));
        let generic = |f: &Function| f.params.iter().any(is_auto);
        let mut template = d.is_template() || d.function.as_ref().is_some_and(generic);
        let mut steps = decls.len();
        while let (Some(class), false, true) = (
            around.and_then(|p| decls.get(p as usize)),
            template,
            steps > 0,
        ) {
            template = class.is_template();
            around = class.parent;
            steps -= 1;
        }
        template
    };
    let instantiated = emitted::instantiated(db, item_id_of_node(db, item));
    let made = |d: &Decl| {
        let alone = only_mine(db, file, &d.name).len() == 1;
        instantiates(db, file).contains(&d.name) || alone && used_names(db, file).contains(&d.name)
    };
    decls
        .iter()
        .filter(waits)
        .filter_map(|d| Some((d, d.function.as_ref()?.body.tokens()?)))
        .filter(|(d, _)| !instantiated.contains(&d.name_tokens.start))
        .filter(|(d, _)| d.parent.is_some() || !made(d))
        .map(|(_, body)| body)
        .collect()
}

/// Whether the device compiles functions of a space.
fn is_device_code(space: ExecutionSpace) -> bool {
    space.is_kernel() || space.is_device_only() || space.is_host_device()
}

/// A function is what its declarations say together; kernels are nothing else.
fn spaces<'db>(s: &Source<'db>, decl: &Decl, was: ExecutionSpace, out: &mut Sink<'db>) {
    let is = ExecutionSpace::written(decl, tile(s.db, s.file));
    let code = if was.is_kernel() {
        match is {
            _ if is.is_kernel() => return,
            _ if is.is_unannotated() => codes::GLOBAL_FUNCTION_REDECLARED_WITHOUT_GLOBAL,
            ExecutionSpace::HOST => codes::GLOBAL_FUNCTION_REDECLARED_WITH_HOST,
            ExecutionSpace::DEVICE => codes::GLOBAL_FUNCTION_REDECLARED_WITH_DEVICE,
            _ => codes::GLOBAL_FUNCTION_REDECLARED_WITH_HOST_DEVICE,
        }
    } else if is.is_kernel() {
        match was {
            ExecutionSpace::DEVICE => codes::DEVICE_FUNCTION_REDECLARED_WITH_GLOBAL,
            _ if was.is_host_device() => codes::HOST_DEVICE_FUNCTION_REDECLARED_WITH_GLOBAL,
            _ => codes::HOST_FUNCTION_REDECLARED_WITH_GLOBAL,
        }
    } else if was.is_device_only() {
        match is {
            ExecutionSpace::HOST => codes::DEVICE_FUNCTION_REDECLARED_WITH_HOST,
            _ if is.is_host_device() => codes::DEVICE_FUNCTION_REDECLARED_WITH_HOST_DEVICE,
            _ if is.is_unannotated() => codes::DEVICE_FUNCTION_REDECLARED_WITHOUT_DEVICE,
            _ => return,
        }
    } else if was.is_host_device() {
        return;
    } else {
        match is {
            ExecutionSpace::DEVICE => codes::HOST_FUNCTION_REDECLARED_WITH_DEVICE,
            _ if is.is_host_device() => codes::HOST_FUNCTION_REDECLARED_WITH_HOST_DEVICE,
            _ => return,
        }
    };
    out.push(
        Finding::new(code, decl.name_tokens.start).arg(crate::Arg::Entity {
            kind: "function",
            name: full_name(s, decl),
        }),
    );
}

/// A function's name with the class that it is declared a member of.
fn full_name(s: &Source<'_>, decl: &Decl) -> String {
    if decl.qualifier.is_empty() {
        return qualified(s, &decl.name);
    }
    let item = item_id_of_node(s.db, s.item);
    let spans = item_spans(s.db, item);
    let found = spans
        .decls
        .iter()
        .position(|t| t.start == decl.name_tokens.start)
        .and_then(|i| item_hir(s.db, item).code.decls.iter().nth(i));
    let Some((id, _)) = found else {
        return qualified(s, &decl.name);
    };
    let own = DeclRef::at(s.db, CodeRef { item, body: None }, id);
    let entity = Entity::new(s.db, canonical(s.db, own), None);
    let text = display::function_text(s.db, entity, false);
    match signature(s.db, entity) {
        Some(sig) => text.replacen("<type>", &display::type_text(s.db, sig.ty.ret), 1),
        None => text,
    }
}

/// What the declarations before this one say of a function that is declared as a member of a class or as its friend.
fn declared_before<'db>(s: &Source<'db>, decl: &Decl) -> Option<ExecutionSpace> {
    let db = s.db;
    if decl.instantiation || decl.is_specialization() || decl.parent.is_some() {
        return None;
    }
    let item = item_id_of_node(db, s.item);
    let spans = item_spans(db, item);
    let index = spans
        .decls
        .iter()
        .position(|t| t.start == decl.name_tokens.start)?;
    let (id, _) = item_hir(db, item).code.decls.iter().nth(index)?;
    let own = DeclRef::at(db, CodeRef { item, body: None }, id);
    let first = canonical(db, own);
    let all = redeclarations(db, first);
    let until = all.iter().position(|d| *d == own)?;
    let mut was = None;
    for d in all.iter().take(until) {
        let attrs = &d.hir(db)?.attrs;
        let mut space: ExecutionSpace = was.unwrap_or_default();
        for a in attrs {
            space = space.with(ExecutionSpace::named(a.name.as_str(), Tile::Ignored));
        }
        was = Some(space);
    }
    was
}

/// Attributes that older GPUs do not have.
fn attributes<'db>(s: &Source<'db>, decl: &Decl, architecture: u32, out: &mut Sink<'db>) {
    if architecture >= CLUSTERS {
        return;
    }
    let gate = |a: &Attribute| match a.name.as_str() {
        "cluster_dims" => Some(codes::CLUSTER_DIMS_UNSUPPORTED),
        "block_size" => Some(codes::BLOCK_SIZE_UNSUPPORTED),
        "launch_bounds" if s.arguments(a.arguments).len() > 2 => {
            Some(codes::MAX_BLOCKS_PER_CLUSTER_UNSUPPORTED)
        }
        _ => None,
    };
    for a in &decl.attributes {
        // The attribute stands once, however many declarators it belongs to.
        let number = gate(a).filter(|_| decl.place.index == 0);
        if let Some(number) =
            number.filter(|_| crate::cuda::launches::bounds::is_well_formed(s, decl, a))
        {
            out.push(Finding::new(number, a.tokens.start));
        }
    }
}

/// `__inline_hint__` beside what decides about inlining.
fn inline_hint<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    if !decl.has_attribute("nv_inline_hint")
        || !["device", "global"]
            .iter()
            .any(|space| decl.has_attribute(space))
    {
        return;
    }
    // A word of its own: no header makes an attribute of it.
    let word = decl
        .specifiers
        .range()
        .any(|i| s.word(i as u32) == "__noinline__");
    if word || decl.has_attribute("noinline") {
        out.push(Finding::new(
            codes::INLINE_HINT_NOINLINE_CONFLICT,
            decl.name_tokens.start,
        ));
    }
    if decl.has_attribute("always_inline") {
        out.push(Finding::new(
            codes::INLINE_HINT_FORCEINLINE_CONFLICT,
            decl.name_tokens.start,
        ));
    }
}

/// What a kernel's declaration may not look like on the device.
fn kernel<'db>(s: &Source<'db>, decl: &Decl, f: &Function, out: &mut Sink<'db>) {
    let name = decl.name_tokens.start;
    let mut say = |code| out.push(Finding::new(code, name));
    if decl.spec.any(Spec::CONSTEXPR) {
        say(codes::GLOBAL_FUNCTION_CONSTEXPR);
    }
    if decl.spec.any(Spec::CONSTEVAL) {
        say(codes::GLOBAL_FUNCTION_CONSTEVAL);
    }
    let path = s.item.scope(s.db).path(s.db);
    let hidden = |scope: &ScopePath<'_>| scope.name(s.db).is_empty() && scope.inline(s.db);
    if decl.parent.is_none() && path.iter().any(hidden) {
        say(codes::GLOBAL_FUNCTION_IN_UNNAMED_INLINE_NS);
    }
    let template = !decl.heads.is_empty();
    for (nth, param) in f.params.iter().enumerate() {
        let words = |word: &str| param.specifiers.range().any(|i| s.word(i as u32) == word);
        let plain = param.shape.is_empty();
        if plain && words("initializer_list") && words("std") {
            say(codes::GLOBAL_FUNCTION_WITH_INITIALIZER_LIST);
        }
        if crate::cuda::attributes::known::is_grid_constant(s, param.tokens) {
            let reference = matches!(
                param.shape.last(),
                Some(Shape::LvalueReference | Shape::RvalueReference)
            );
            // What a template's parameters are is known when it is instantiated.
            if template {
                if reference {
                    say(codes::GRID_CONSTANT_REFERENCE_TYPE);
                }
                continue;
            }
            if reference || is_certainly_not_const(s, decl, nth) {
                say(codes::GRID_CONSTANT_NOT_CONST);
            }
            if reference {
                say(codes::GRID_CONSTANT_REFERENCE_TYPE);
            }
        }
    }
}

/// Whether the type of a kernel's parameter is known, and not `const` itself.
fn is_certainly_not_const(s: &Source<'_>, decl: &Decl, nth: usize) -> bool {
    let db = s.db;
    let signature = dynamic_initialization::entity(s, decl)
        .and_then(|e| cleave_typing::function::signature(db, e));
    let ty = signature.and_then(|sig| sig.declared.get(nth).copied());
    ty.is_some_and(|ty| !ty.is_unknown(db) && !ty.has_auto(db) && !ty.top_quals(db).is_const)
}

/// What device code may not contain, wherever in a body it stands. Templates are looked at when they are instantiated.
fn body<'db>(s: &Source<'db>, index: usize, decl: &Decl, f: &Function, out: &mut Sink<'db>) {
    let space = s.merged(index).space;
    let device = space.is_kernel() || space.is_device_only() || space.is_host_device();
    let Some(tokens) = f.body.tokens().filter(|_| device) else {
        return;
    };
    if in_template(s, decl) {
        return;
    }
    if matches!(f.body, cleave_names::decl::Body::Try(_)) {
        out.push(Finding::new(
            codes::EXCEPTION_HANDLING_IN_DEVICE_CODE,
            tokens.start,
        ));
        return;
    }
    let mut start = tokens.start;
    // Told once of a function, and at its name.
    let mut returned = false;
    for i in tokens.start..tokens.end {
        match s.kind(i) {
            SEMICOLON | L_BRACE | R_BRACE => start = i + 1,
            THROW_KW | TRY_KW => {
                out.push(Finding::new(codes::EXCEPTION_HANDLING_IN_DEVICE_CODE, i))
            }
            THREAD_LOCAL_KW => out.push(Finding::new(codes::THREAD_LOCAL_IN_DEVICE_CODE, start)),
            DYNAMIC_CAST_KW | TYPEID_KW => out.push(
                Finding::new(codes::CUDA_DEVICE_CODE_UNSUPPORTED_OPERATOR, i).text(s.word(i)),
            ),
            CO_AWAIT_KW | CO_YIELD_KW => out.push(Finding::new(codes::NO_COROUTINE_ON_DEVICE, i)),
            CO_RETURN_KW if !returned => {
                returned = true;
                out.push(Finding::new(
                    codes::NO_COROUTINE_ON_DEVICE,
                    decl.name_tokens.start,
                ));
                out.push(Finding::new(codes::NO_COROUTINE_ON_DEVICE, i));
            }
            AMP2 if is_label_address(s, tokens, i) => {
                out.push(Finding::new(codes::ADDR_OF_LABEL_IN_DEVICE_FUNC, i))
            }
            _ => {}
        }
    }
}

/// Whether a declaration stands in a template or is one.
fn in_template(s: &Source<'_>, decl: &Decl) -> bool {
    let mut next = Some(decl);
    let mut steps = s.decls.len();
    while let (Some(d), true) = (next, steps > 0) {
        if !d.heads.is_empty() {
            return true;
        }
        steps -= 1;
        next = d.parent.and_then(|p| s.decls.get(p as usize));
    }
    false
}

/// `&&label` where an operand is expected, with such a label in the body.
fn is_label_address(s: &Source<'_>, body: Tokens, at: u32) -> bool {
    let before = at.checked_sub(1).map(|i| s.kind(i));
    let operand = matches!(
        before,
        Some(EQ | L_PAREN | L_BRACE | COMMA | RETURN_KW | STAR | QUESTION)
    );
    if !operand || s.kind(at + 1) != IDENT {
        return false;
    }
    let name = s.word(at + 1);
    (body.start + 1..body.end.saturating_sub(1)).any(|i| {
        s.kind(i) == IDENT
            && s.word(i) == name
            && s.kind(i + 1) == COLON
            && matches!(s.kind(i - 1), SEMICOLON | L_BRACE | R_BRACE | COLON)
    })
}

/// What a variable in GPU memory may not be.
fn variable<'db>(s: &Source<'db>, decl: &Decl, before: &[Entry<'db>], out: &mut Sink<'db>) {
    let space = MemorySpace::written(decl, tile(s.db, s.file));
    if decl.parent.is_none() && decl.heads.is_empty() {
        memory_again(s, decl, space, before, out);
    }
    if decl.heads.is_empty() {
        extern_only(s, decl, before, out);
    }
    if space.is_host() || !decl.heads.is_empty() {
        return;
    }
    arrays::declared(s, decl, out);
    let thread_local = decl
        .specifiers
        .range()
        .any(|i| s.kind(i as u32) == THREAD_LOCAL_KW);
    if thread_local {
        let at = after_attributes(s, decl);
        out.push(Finding::new(codes::THREAD_LOCAL_FOR_DEVICE_VARS, at).text(space.name()));
    }
}

/// A variable of the device that is declared and never defined is defined all the same where nothing is linked to the program.
fn extern_only<'db>(s: &Source<'db>, decl: &Decl, before: &[Entry<'db>], out: &mut Sink<'db>) {
    let incomplete = decl
        .shape
        .iter()
        .any(|shape| matches!(shape, Shape::Array { unbounded: true }));
    let declared = decl.spec.any(Spec::EXTERN) || decl.linkage_c;
    if s.settings.relocatable
        || !declared
        || !decl.initializer.is_empty()
        || decl.parent.is_some()
        || incomplete
        || !before.is_empty()
    {
        return;
    }
    let all = only_mine(s.db, s.file, &decl.name);
    let same = all.iter().all(|e| {
        e.kind == DeclKind::Variable && e.class.is_none() && e.scope == s.item.scope(s.db)
    });
    let space = all
        .iter()
        .fold(MemorySpace::written(decl, tile(s.db, s.file)), |sum, e| {
            sum.with(e.memory)
        });
    if !same || all.iter().any(|e| is_definition(s, e)) {
        return;
    }
    if space.is_host() || space.has(MemorySpace::SHARED) {
        return;
    }
    let name = qualified(s, &decl.name);
    out.push(
        Finding::new(codes::EXTERN_TREATED_AS_STATIC, decl.name_tokens.start)
            .text(name)
            .reported_at_end(),
    );
}

/// Whether a declaration of a variable is its definition ([basic.def]).
fn is_definition(s: &Source<'_>, e: &Entry<'_>) -> bool {
    declarations(s.db, e.item)
        .get(e.decl as usize)
        .is_none_or(|d| !(d.spec.any(Spec::EXTERN) || d.linkage_c) || !d.initializer.is_empty())
}

/// A variable is where its declarations say together. Device memory alone is the least that can be said of it.
fn memory_again<'db>(
    s: &Source<'db>,
    decl: &Decl,
    space: MemorySpace,
    before: &[Entry<'db>],
    out: &mut Sink<'db>,
) {
    if before.is_empty() {
        return;
    }
    let was = before
        .iter()
        .fold(MemorySpace::default(), |space, e| space.with(e.memory));
    let was_name = if was.is_host() { "host" } else { was.name() };
    let least = MemorySpace::DEVICE.name();
    let (code, other) = match (was.is_host(), space.is_host()) {
        (true, true) => return,
        (true, false) => (codes::VARIABLE_REDECLARED_WITH_SPACE, space.name()),
        (false, true) => (codes::VARIABLE_REDECLARED_WITHOUT_SPACE, was_name),
        _ if was.name() == space.name() => return,
        _ if was.name() == least => (codes::VARIABLE_REDECLARED_WITH_SPACE, space.name()),
        _ => (codes::VARIABLE_REDECLARED_WITHOUT_SPACE, was_name),
    };
    out.push(
        Finding::new(code, decl.name_tokens.start)
            .text(was_name)
            .arg(crate::Arg::Entity {
                kind: "variable",
                name: qualified(s, &decl.name),
            })
            .text(other),
    );
}

/// The first token of a declaration behind the attributes before it.
fn after_attributes(s: &Source<'_>, decl: &Decl) -> u32 {
    let mut i = decl.specifiers.start;
    while s.kind(i) == ATTRIBUTE_KW {
        i = group_end(s, i + 1, decl.specifiers.end);
    }
    i
}

pub(crate) use crate::device::calls::host_functions::{name_token, node};
pub use crate::device::calls::implicit::implicit_calls;
pub(crate) use crate::device::types::instances::{Part, first_part, hidden};
pub(crate) use cleave_odr_use::Around;
pub(crate) use cleave_odr_use::spaces::{closure_space, has};

//! Annotated lambdas: the flag that they need, and the restrictions on extended ones that syntax decides (spec 4-lambda 5).

use cleave_cuda::ExecutionSpace;
use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::attributes::{bare, child, gnu_words};
use crate::bodies::{Context, Parent, Walk, has};
use crate::finding::Arg;
use crate::source::Source;

/// One lambda expression.
pub(crate) struct Lambda {
    pub(crate) node: SyntaxNode,
    /// What is written where annotations belong.
    pub(crate) space: ExecutionSpace,
    /// Some annotation stands behind the template head or the parameters.
    late: bool,
    pub(crate) generic: bool,
    /// The token behind the annotations.
    pub(crate) next: u32,
    /// The first token of the body.
    body: u32,
}

impl Lambda {
    pub(crate) fn new(s: &Source<'_>, node: &SyntaxNode) -> Lambda {
        let mut space = ExecutionSpace::default();
        let (mut late, mut declared) = (false, false);
        let mut next = s.tokens(node).start;
        let mut body = s.tokens(node).end;
        let mut generic = false;
        for part in node.children() {
            let t = s.tokens(&part);
            match part.kind() {
                LAMBDA_INTRODUCER | LAMBDA_ANNOTATION => next = t.end,
                TEMPLATE_PARAMETER_LIST => {
                    (declared, generic) = (true, true);
                }
                PARAMETER_CLAUSE => {
                    declared = true;
                    generic |= part.descendants_with_tokens().any(|e| e.kind() == AUTO_KW);
                }
                ATTRIBUTE_SPECIFIER => {
                    let written = annotations(s, t);
                    if declared {
                        late |= !written.is_unannotated();
                    } else {
                        space = space.with(written);
                        next = t.end;
                    }
                }
                COMPOUND_STATEMENT => body = t.start,
                _ => {}
            }
        }
        Lambda {
            node: node.clone(),
            space,
            late,
            generic,
            next,
            body,
        }
    }

    pub(crate) fn shown(&self) -> &'static str {
        if self.space.is_host_device() {
            "__host__ __device__"
        } else {
            "__device__"
        }
    }
}

pub(crate) fn annotations(s: &Source<'_>, t: Tokens) -> ExecutionSpace {
    let mut space = ExecutionSpace::default();
    for i in gnu_words(s, t) {
        space = space.with(match bare(s.word(i)) {
            "host" => ExecutionSpace::HOST,
            "device" => ExecutionSpace::DEVICE,
            _ => continue,
        });
    }
    space
}

pub(crate) fn check(w: &mut Walk<'_, '_>, l: &Lambda, c: &Context) {
    structured_bindings(w, l, c);
    if l.late {
        w.out.push(Finding::new(3621, l.body));
    }
    if l.space.is_unannotated() {
        return;
    }
    if !w.s.settings.extended_lambda {
        w.out.push(Finding::new(3612, l.next));
        return;
    }
    if l.space == ExecutionSpace::HOST {
        return;
    }
    let Some(parent) = &c.parent else {
        if !c.lambdas.is_empty() {
            w.out.push(Finding::new(3617, l.next).text(l.shown()));
        }
        return;
    };
    // In device code, and in lambdas of the device, a lambda is no more than a lambda.
    let on_host = !parent.space.is_device_only() && !parent.space.is_kernel();
    if !on_host || c.lambdas.iter().any(|e| e.device) {
        return;
    }
    places(w, l, parent, c);
    crate::captures::parents(w, l);
    crate::captures::check(w, l, parent, c);
    captures(w, l, parent);
    operator(w, l);
    // In a template, types are known when it is instantiated, which the host pass does not do.
    if !c.dependent {
        captured_types(w, l, parent);
        operator_types(w, l, parent);
        not_literal(w, l, parent);
    }
}

/// The variable of a constexpr function that holds an extended lambda: what stands in for that is no literal type.
fn not_literal(w: &mut Walk<'_, '_>, l: &Lambda, parent: &Parent) {
    let constexpr = child(&parent.node, DECL_SPECIFIER_SEQ).is_some_and(|q| has(&q, CONSTEXPR_KW));
    let init = l
        .node
        .parent()
        .filter(|n| constexpr && n.kind() == EQUAL_INITIALIZER)
        .and_then(|n| n.parent())
        .filter(|n| n.kind() == INIT_DECLARATOR);
    let Some(init) = init else { return };
    let seq = init.parent().and_then(|d| child(&d, DECL_SPECIFIER_SEQ));
    let id = child(&init, DECLARATOR).filter(|d| d.children().count() == 1);
    let id = id.and_then(|d| child(&d, DECLARATOR_ID));
    let (Some(seq), Some(id)) = (seq.filter(|q| has(q, AUTO_KW)), id) else {
        return;
    };
    if let Some(ty) = spelled(w, &l.node) {
        let constant = if has(&seq, CONST_KW) { "const " } else { "" };
        let at = w.s.tokens(&id).start;
        w.out
            .push(Finding::new(2660, at).arg(Arg::Type(format!("{constant}{ty}"))));
    }
}

/// The type of a lambda as messages have it, where its parameters and its result are arithmetic types or pointers to such.
pub(crate) fn spelled(w: &Walk<'_, '_>, lambda: &SyntaxNode) -> Option<String> {
    let s = w.s;
    let clause = child(lambda, PARAMETER_CLAUSE);
    let mut params = Vec::new();
    for p in clause.iter().flat_map(|c| c.children()) {
        let declarator = child(&p, DECLARATOR);
        params.push(plain_type(
            s,
            &child(&p, DECL_SPECIFIER_SEQ)?,
            declarator.as_ref(),
        )?);
    }
    let returned = match child(lambda, TRAILING_RETURN_TYPE) {
        Some(t) => {
            let id = child(&t, TYPE_ID)?;
            let declarator = child(&id, DECLARATOR);
            plain_type(s, &child(&id, DECL_SPECIFIER_SEQ)?, declarator.as_ref())?
        }
        None => {
            let mut returns = crate::labels::own(lambda)
                .filter(|n| n.kind() == RETURN_STATEMENT)
                .map(|n| n.children().next());
            match (returns.next(), returns.next()) {
                (None | Some(None), None) => "void".to_owned(),
                (Some(Some(e)), None) => crate::calls::argument(w, &e)?.to_owned(),
                _ => return None,
            }
        }
    };
    Some(format!("lambda []({})->{returned}", params.join(", ")))
}

fn plain_type(s: &Source<'_>, seq: &SyntaxNode, declarator: Option<&SyntaxNode>) -> Option<String> {
    let t = s.tokens(seq);
    let words: Vec<&str> = t.range().map(|i| s.word(i as u32)).collect();
    let mut out = match words[..] {
        ["void"] => "void".to_owned(),
        _ if t
            .range()
            .all(|i| crate::types::is_arithmetic(s.kind(i as u32))) =>
        {
            crate::types::arithmetic(&words)?.name.to_owned()
        }
        _ => return None,
    };
    for part in declarator.iter().flat_map(|d| d.children()) {
        match part.kind() {
            DECLARATOR_ID => {}
            POINTER_OPERATOR if part.text() == "*" => {
                out.push_str(if out.ends_with('*') { "*" } else { " *" });
            }
            _ => return None,
        }
    }
    Some(out)
}

/// Where an extended lambda may stand.
fn places(w: &mut Walk<'_, '_>, l: &Lambda, parent: &Parent, c: &Context) {
    let mut around = |number| {
        w.out.push(
            Finding::new(number, l.next)
                .text(l.shown())
                .name("operator()"),
        )
    };
    if c.lambdas.iter().any(|e| e.generic) {
        return around(3618);
    }
    if c.lambdas.iter().any(|e| e.host_device) {
        return around(3619);
    }
    let mut of = |number: u16, name: &str| {
        w.out
            .push(Finding::new(number, l.next).name(name).text(l.shown()));
    };
    if parent.local {
        of(3592, &parent.name);
    } else if parent.structor {
        of(3600, &parent.name);
    } else if parent.unnamed_class {
        of(3601, &parent.name);
    } else if parent.hidden {
        of(3608, &parent.name);
    } else if parent.deduced {
        of(3613, &parent.name);
    } else if let Some(class) = &parent.hidden_class {
        w.out.push(
            Finding::new(3609, l.next)
                .text(l.shown())
                .name(class.clone()),
        );
    }
}

/// What an extended lambda may capture, as far as its introducer and its body tell.
fn captures(w: &mut Walk<'_, '_>, l: &Lambda, parent: &Parent) {
    let s = w.s;
    let Some(introducer) = child(&l.node, LAMBDA_INTRODUCER) else {
        return;
    };
    let packs = packs(s, &parent.node);
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(&capture);
        let name = (t.start..t.end).find(|&i| s.kind(i) == IDENT);
        let initializer = capture.children().next();
        let Some(at) = name else {
            if s.kind(t.start) == AMP {
                w.out.push(Finding::new(3593, l.next).text(l.shown()));
                by_reference(w, l, parent, &introducer);
            }
            continue;
        };
        if initializer.is_some() && l.space.is_host_device() {
            w.out.push(Finding::new(3615, at));
        }
        if s.kind(t.start) == AMP {
            w.out.push(Finding::new(3593, at).text(l.shown()));
            continue;
        }
        match &initializer {
            Some(i) => {
                let i = s.tokens(i);
                let list = s.kind(i.start) == EQ && s.kind(i.start + 1) == L_BRACE;
                if list && !l.space.is_host_device() {
                    w.out.push(Finding::new(3616, at).text(l.shown()));
                }
            }
            None if packs.contains(s.word(at)) => {
                w.out.push(Finding::new(3594, at).text(l.shown()));
            }
            None => {}
        }
    }
}

/// The names of the function's parameter packs.
fn packs(s: &Source<'_>, function: &SyntaxNode) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    let clause = child(function, DECLARATOR)
        .and_then(|d| child(&d, PARAMETERS_AND_QUALIFIERS))
        .and_then(|p| child(&p, PARAMETER_CLAUSE));
    for p in clause.iter().flat_map(|c| c.children()) {
        if let Some(d) = child(&p, DECLARATOR).filter(|d| has(d, ELLIPSIS))
            && let Some(id) = child(&d, DECLARATOR_ID)
        {
            out.insert(s.word(s.tokens(&id).start).to_owned());
        }
    }
    out
}

/// The first use of each local of the function in a lambda that captures by reference.
fn by_reference(w: &mut Walk<'_, '_>, l: &Lambda, parent: &Parent, introducer: &SyntaxNode) {
    let s = w.s;
    let here = s.tokens(&l.node);
    let inside = |node: &SyntaxNode| here.contains(s.tokens(node).start);
    let names = |node: &SyntaxNode| -> Option<String> {
        let t = s.tokens(node);
        (t.end == t.start + 1 && s.kind(t.start) == IDENT).then(|| s.word(t.start).to_owned())
    };
    let mut outer: FxHashSet<String> = FxHashSet::default();
    let mut own: FxHashSet<String> = FxHashSet::default();
    for id in parent
        .node
        .descendants()
        .filter(|n| n.kind() == DECLARATOR_ID)
    {
        let Some(name) = names(&id) else { continue };
        if inside(&id) {
            own.insert(name);
        } else if s.tokens(&id).start < here.start && is_local(&id, &parent.node) {
            outer.insert(name);
        }
    }
    for token in introducer
        .descendants_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| t.kind() == IDENT)
    {
        own.insert(token.text().to_owned());
    }
    let Some(body) = child(&l.node, COMPOUND_STATEMENT) else {
        return;
    };
    let mut seen = FxHashSet::default();
    for id in body.descendants().filter(|n| n.kind() == ID_EXPRESSION) {
        let Some(name) = names(&id) else { continue };
        if outer.contains(&name) && !own.contains(&name) && seen.insert(name) {
            w.out
                .push(Finding::new(3593, s.tokens(&id).start).text(l.shown()));
        }
    }
}

/// A type that the device half could not name.
pub(crate) enum Unnameable {
    /// Local to a function.
    Local(String),
    /// Private or protected in a class.
    Hidden(String),
}

/// What keeps the type that the specifiers name from being named, if they name a plain one.
fn unnameable(s: &Source<'_>, seq: &SyntaxNode, parent: &Parent) -> Option<Unnameable> {
    // A call of a type's name, or the specifiers of a declaration.
    let named = match seq.kind() {
        ID_EXPRESSION => seq.clone(),
        _ => child(seq, NAMED_TYPE)?,
    };
    let t = s.tokens(&named);
    if t.end != t.start + 1 {
        return None;
    }
    unnameable_name(s.word(t.start), parent)
}

/// Whether nobody outside can name a type that this function calls by a name.
pub(crate) fn unnameable_name(name: &str, parent: &Parent) -> Option<Unnameable> {
    let local = parent
        .node
        .descendants()
        .filter(|n| matches!(n.kind(), CLASS_SPECIFIER | ENUM_SPECIFIER))
        .any(|n| crate::bodies::first_name(&n).as_deref() == Some(name));
    if local {
        return Some(Unnameable::Local(name.to_owned()));
    }
    let hidden = parent.hidden_types.iter().rev().find(|h| h.0 == name)?;
    Some(Unnameable::Hidden(hidden.1.clone()))
}

/// The locals and parameters that the function declares before a token, by name, with their specifiers.
pub(crate) fn locals(
    s: &Source<'_>,
    parent: &Parent,
    before: u32,
) -> FxHashMap<String, SyntaxNode> {
    let mut out = FxHashMap::default();
    for id in parent
        .node
        .descendants()
        .filter(|n| n.kind() == DECLARATOR_ID)
    {
        let t = s.tokens(&id);
        if t.start >= before || t.end != t.start + 1 || !is_variable(&id, &parent.node) {
            continue;
        }
        let holder = id
            .ancestors()
            .find(|n| matches!(n.kind(), SIMPLE_DECLARATION | PARAMETER_DECLARATION));
        if let Some(seq) = holder.and_then(|h| child(&h, DECL_SPECIFIER_SEQ)) {
            out.insert(s.word(t.start).to_owned(), seq);
        }
    }
    out
}

/// The types of what an extended lambda captures.
fn captured_types(w: &mut Walk<'_, '_>, l: &Lambda, parent: &Parent) {
    let s = w.s;
    let here = s.tokens(&l.node).start;
    let locals = locals(s, parent, here);
    let Some(introducer) = child(&l.node, LAMBDA_INTRODUCER) else {
        return;
    };
    let mut found: Vec<(u32, Unnameable)> = Vec::new();
    let mut implicit = false;
    let mut seen: FxHashSet<String> = FxHashSet::default();
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(&capture);
        implicit |= t.end == t.start + 1 && s.kind(t.start) == EQ;
        let Some(at) = (t.start..t.end).find(|&i| s.kind(i) == IDENT) else {
            continue;
        };
        seen.insert(s.word(at).to_owned());
        if capture.children().next().is_none()
            && let Some(seq) = locals.get(s.word(at))
        {
            found.extend(unnameable(s, seq, parent).map(|u| (at, u)));
        }
    }
    if let Some(body) = child(&l.node, COMPOUND_STATEMENT).filter(|_| implicit) {
        for own in body.descendants().filter(|n| n.kind() == DECLARATOR_ID) {
            seen.insert(s.word(s.tokens(&own).start).to_owned());
        }
        for id in body.descendants().filter(|n| n.kind() == ID_EXPRESSION) {
            let t = s.tokens(&id);
            let name = s.word(t.start);
            if t.end != t.start + 1 || !seen.insert(name.to_owned()) {
                continue;
            }
            if let Some(seq) = locals.get(name) {
                found.extend(unnameable(s, seq, parent).map(|u| (t.start, u)));
            }
        }
    }
    for (at, unnameable) in found {
        let finding = match unnameable {
            Unnameable::Local(name) => Finding::new(3603, at).arg(Arg::Type(name)),
            Unnameable::Hidden(name) => Finding::new(3604, at).arg(Arg::Type(name)),
        };
        w.out.push(finding);
    }
}

/// The parameter and return types of a lambda for both sides.
fn operator_types(w: &mut Walk<'_, '_>, l: &Lambda, parent: &Parent) {
    if !l.space.is_host_device() {
        return;
    }
    let s = w.s;
    let at = s.tokens(&l.node).start;
    let params = child(&l.node, PARAMETER_CLAUSE);
    let returned = child(&l.node, TRAILING_RETURN_TYPE).and_then(|r| child(&r, TYPE_ID));
    let holders = returned
        .into_iter()
        .chain(params.iter().flat_map(|p| p.children()));
    let mut seqs: Vec<SyntaxNode> = holders
        .filter_map(|holder| child(&holder, DECL_SPECIFIER_SEQ))
        .collect();
    // `return T();` says as much as `-> T` does.
    let body = child(&l.node, COMPOUND_STATEMENT);
    if child(&l.node, TRAILING_RETURN_TYPE).is_none()
        && let Some(made) = body.as_ref().and_then(made)
    {
        seqs.push(made);
    }
    for seq in seqs {
        let finding = match unnameable(s, &seq, parent) {
            Some(Unnameable::Local(name)) => Finding::new(3610, at).arg(Arg::Type(name)),
            Some(Unnameable::Hidden(name)) => Finding::new(3611, at).arg(Arg::Type(name)),
            None => continue,
        };
        w.out.push(finding);
    }
}

/// What the only statement of a body makes and returns: a type's name that is called.
fn made(body: &SyntaxNode) -> Option<SyntaxNode> {
    let mut statements = body.children();
    let only = statements.next().filter(|n| n.kind() == RETURN_STATEMENT)?;
    let value = only.children().next()?;
    if statements.next().is_some() {
        return None;
    }
    match value.kind() {
        CALL_EXPRESSION => value
            .children()
            .next()
            .filter(|n| n.kind() == ID_EXPRESSION),
        FUNCTIONAL_CAST_EXPRESSION => child(&value, DECL_SPECIFIER_SEQ),
        _ => None,
    }
}

/// Whether a declarator names a variable or a parameter of the function itself, whatever its storage.
fn is_variable(id: &SyntaxNode, function: &SyntaxNode) -> bool {
    let inner = id.ancestors().take_while(|n| n != function).any(|n| {
        matches!(n.kind(), LAMBDA_EXPRESSION | CLASS_SPECIFIER)
            || n.kind() == SIMPLE_DECLARATION
                && child(&n, DECL_SPECIFIER_SEQ)
                    .is_some_and(|seq| has(&seq, STATIC_KW) || has(&seq, TYPEDEF_KW))
    });
    let own = child(function, DECLARATOR).and_then(|d| child(&d, DECLARATOR_ID));
    !inner && own.as_ref() != Some(id)
}

/// Whether a declarator names a variable with automatic storage, or a parameter, of the function itself.
fn is_local(id: &SyntaxNode, function: &SyntaxNode) -> bool {
    for node in id.ancestors().take_while(|n| n != function) {
        match node.kind() {
            SIMPLE_DECLARATION => {
                let fixed = child(&node, DECL_SPECIFIER_SEQ).is_some_and(|seq| {
                    has(&seq, STATIC_KW)
                        || has(&seq, EXTERN_KW)
                        || has(&seq, CONSTEXPR_KW)
                        || has(&seq, CONST_KW)
                        || has(&seq, TYPEDEF_KW)
                });
                if fixed {
                    return false;
                }
            }
            LAMBDA_EXPRESSION | CLASS_SPECIFIER => return false,
            _ => {}
        }
    }
    let declarator = child(function, DECLARATOR).and_then(|d| child(&d, DECLARATOR_ID));
    declarator.as_ref() != Some(id)
}

/// What the call operator may look like.
fn operator(w: &mut Walk<'_, '_>, l: &Lambda) {
    for word in ["constexpr", "consteval"] {
        if crate::bodies::has_text(&l.node, word) {
            w.out
                .push(Finding::new(3620, l.body).text(word).text(l.shown()));
        }
    }
    if l.generic && l.space.is_host_device() {
        w.out.push(Finding::new(3614, w.s.tokens(&l.node).start));
    }
}

/// Structured bindings that are captured by name, which C++20 allows.
fn structured_bindings(w: &mut Walk<'_, '_>, l: &Lambda, c: &Context) {
    let s = w.s;
    let (Some(parent), true) = (&c.parent, s.settings.standard < 202002) else {
        return;
    };
    let start = l.node.text_range().start();
    let in_scope = |n: &SyntaxNode| {
        let block = n.ancestors().find(|a| {
            matches!(
                a.kind(),
                COMPOUND_STATEMENT
                    | FOR_STATEMENT
                    | RANGE_FOR_STATEMENT
                    | IF_STATEMENT
                    | SWITCH_STATEMENT
                    | WHILE_STATEMENT
            )
        });
        n.text_range().end() <= start
            && block.is_some_and(|b| b.text_range().contains_range(l.node.text_range()))
    };
    let named = |n: SyntaxNode| {
        let tokens = n.children_with_tokens();
        let tokens = tokens.filter_map(SyntaxElement::into_token);
        tokens
            .filter(|t| t.kind() == IDENT)
            .map(|t| t.text().to_owned())
    };
    let mut bound: FxHashSet<String> = FxHashSet::default();
    // What is declared later hides what was declared before.
    for n in parent.node.descendants() {
        match n.kind() {
            STRUCTURED_BINDING if in_scope(&n) => bound.extend(named(n)),
            DECLARATOR_ID if in_scope(&n) => {
                bound.remove(s.word(s.tokens(&n).start));
            }
            _ => {}
        }
    }
    let Some(introducer) = child(&l.node, LAMBDA_INTRODUCER).filter(|_| !bound.is_empty()) else {
        return;
    };
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let mut implicit = false;
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(&capture);
        implicit |= t.end == t.start + 1 && matches!(s.kind(t.start), EQ | AMP);
        if let Some(at) = (t.start..t.end).find(|&i| s.kind(i) == IDENT)
            && seen.insert(s.word(at).to_owned())
            && capture.children().next().is_none()
            && bound.contains(s.word(at))
        {
            w.out.push(Finding::new(3357, at));
        }
    }
    let Some(body) = child(&l.node, COMPOUND_STATEMENT).filter(|_| implicit) else {
        return;
    };
    for own in body.descendants() {
        match own.kind() {
            DECLARATOR_ID => {
                seen.insert(s.word(s.tokens(&own).start).to_owned());
            }
            STRUCTURED_BINDING => seen.extend(named(own)),
            _ => {}
        }
    }
    for id in body.descendants().filter(|n| n.kind() == ID_EXPRESSION) {
        let t = s.tokens(&id);
        let name = s.word(t.start);
        if t.end == t.start + 1 && bound.contains(name) && seen.insert(name.to_owned()) {
            w.out.push(Finding::new(3357, t.start));
        }
    }
}

//! Variables in bodies that nothing reads: declared and never named again (177), or set and never used (550; reference:
//! diagnostics, Unused entities). The host pass has remarks for this, which nobody sees; the device pass warns.
//!
//! It decides by names and scopes alone ([basic.scope.block]): whatever could be a use is one. A variable whose initialisation
//! or destruction may do something is never unused, so its type and its initializer have to be plain for certain.

use cleave_codes::codes;
use cleave_diagnostics::{Pass, Severity, catalog};
use cleave_names::decl::{DeclKind, Shape, Special, Tokens};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{FlatElement, Node};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::cuda::memory::locals::{innermost, named};
use crate::device::unused::uses::{Mention, Uses};
use crate::engine::finding::Arg;
use crate::engine::nodes::has_text;
use crate::engine::source::{Sink, Source};
use crate::tokens::index::{Entry, only_mine};
use crate::tokens::types;
use crate::tokens::types::{Base, Type};

/// How deep classes may be members of classes.
const DEPTH: u32 = 8;

/// The variables that the language itself declares in device code.
const BUILT_IN: [&str; 5] = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];

/// Something in a body that a name can mean.
struct Local<'t, 'db> {
    /// The token that declares it.
    at: u32,
    /// Where the name means it.
    scope: Tokens,
    /// Its type, as far as it is known.
    ty: Option<Type<'db>>,
    /// What may be reported as unused.
    candidate: Option<Candidate<'t>>,
}

struct Candidate<'t> {
    /// A parameter, by what messages call it: it always has a value, and nobody minds that it is not looked at.
    parameter: Option<&'static str>,
    /// The declaration, for what else is wrong with it.
    whole: Tokens,
    /// Its initializer.
    initializer: Option<Node<'t>>,
    /// In a template.
    template: bool,
    /// In parentheses.
    nested: bool,
    /// `auto`
    deduced: bool,
    /// In a constexpr function.
    constexpr: bool,
    /// Declared constexpr itself: its initializer is a constant, which does nothing.
    computed: bool,
    /// Declared const or as a reference.
    constant: bool,
    /// With static storage duration, so that it always has a value.
    fixed: bool,
}

impl Local<'_, '_> {
    /// A const object or a reference, which nothing sets.
    fn is_constant(&self) -> bool {
        match &self.ty {
            Some(ty) => ty.constant || ty.is_reference(),
            None => self.candidate.as_ref().is_some_and(|c| c.constant),
        }
    }
}

/// What an item's bodies declare, by name.
struct Locals<'s, 't, 'db> {
    s: &'s Source<'db>,
    uses: &'s Uses,
    by_name: FxHashMap<&'db str, Vec<Local<'t, 'db>>>,
}

/// Reports the unused variables of an item, in the order of their declarations.
pub(crate) fn check<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    if !root.descendants().any(|n| n.kind() == COMPOUND_STATEMENT) {
        return;
    }
    let uses = Uses::of(s);
    let locals = Locals::new(s, &uses, root);
    let mut found = labels(s, &uses, root);
    let mut mentions: FxHashMap<u32, Vec<Mention>> = FxHashMap::default();
    for token in root.descendants_with_tokens() {
        let Some(token) = FlatElement::into_token(token).filter(|t| t.kind() == IDENT) else {
            continue;
        };
        let at = token.number();
        let Some(local) = locals.meant(s.word(at), at).filter(|l| l.at != at) else {
            continue;
        };
        if at > 0 && matches!(s.kind(at - 1), DOT | ARROW | COLON2) {
            continue;
        }
        let typed = uses.mentions.get(&at).copied();
        let mention = typed.or_else(|| Some(locals.mention(token.parent()?, local)));
        let value = token.parent().is_some_and(is_value);
        let mention = mention.filter(|_| !value).unwrap_or(Mention::Use);
        mentions.entry(local.at).or_default().push(mention);
    }
    for local in locals.by_name.values().flatten() {
        let Some(candidate) = &local.candidate else {
            continue;
        };
        let all = mentions.get(&local.at).map_or(&[][..], |m| m);
        let set = all.contains(&Mention::Set)
            || !local.is_constant() && (candidate.initializer.is_some() || candidate.fixed);
        let number = match all {
            _ if all.contains(&Mention::Use) => continue,
            _ if candidate.parameter.is_some() && all.contains(&Mention::Set) => {
                codes::SET_BUT_NOT_USED
            }
            _ if candidate.parameter.is_some() => continue,
            [] => codes::DECLARED_BUT_NOT_REFERENCED,
            _ if set => codes::SET_BUT_NOT_USED,
            _ => continue,
        };
        let left = candidate.template
            && (number == codes::SET_BUT_NOT_USED || uses.open.contains(&local.at));
        if left && candidate.parameter.is_none() {
            continue;
        }
        let silent = uses.silent.get(&local.at).copied();
        // An address that may not be taken does nothing.
        let address = |f: &Finding<'_>| {
            f.code == codes::NV_ATOMIC_FUNCTION_ADDRESS_TAKEN && candidate.whole.contains(f.at)
        };
        let silent =
            silent.unwrap_or_else(|| locals.plain(local, candidate)) || out.iter().any(address);
        if !(silent || candidate.parameter.is_some()) || wrong(out, candidate.whole) {
            continue;
        }
        found.push(
            Finding::new(number, local.at)
                .arg(Arg::Entity {
                    kind: candidate.parameter.unwrap_or("variable"),
                    name: s.word(local.at).to_owned(),
                })
                .reported_at(local.scope.end.saturating_sub(1)),
        );
    }
    found.sort_by_key(|f| f.at);
    out.append(&mut found);
}

/// The labels of an item that nothing names again.
fn labels<'db>(s: &Source<'db>, uses: &Uses, root: Node<'_>) -> Vec<Finding<'db>> {
    let mut found = Vec::new();
    let functions = root
        .descendants()
        .filter(|n| matches!(n.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION));
    for function in functions {
        let labels: Vec<Node<'_>> = crate::cxx::control_flow::labels::own(function)
            .filter(|n| n.kind() == LABELED_STATEMENT)
            .collect();
        let Some(body) = function
            .child(COMPOUND_STATEMENT)
            .filter(|_| !labels.is_empty())
        else {
            continue;
        };
        let tokens = s.tokens(body);
        // A label that a block declares belongs to that block alone.
        let local = body
            .descendants()
            .any(|n| matches!(n.kind(), LOCAL_LABEL_DECLARATION | STATEMENT_EXPRESSION));
        if local || in_template(s, uses, body) {
            continue;
        }
        let mut first: FxHashSet<String> = FxHashSet::default();
        for label in &labels {
            let Some(name) = crate::cxx::control_flow::labels::name(*label) else {
                continue;
            };
            // Who declares a label again does not refer to it.
            let same = |n: &&Node<'_>| {
                crate::cxx::control_flow::labels::name(**n)
                    .is_some_and(|other| other.text() == name.text())
            };
            let declared = labels.iter().filter(same).count();
            let named = tokens
                .range()
                .filter(|&i| s.kind(i as u32) == IDENT && s.word(i as u32) == name.text())
                .count();
            let used = named > declared || label.child(ATTRIBUTE_SPECIFIER).is_some();
            if used || !first.insert(name.text().to_owned()) {
                continue;
            }
            let at = name.number();
            let label = Arg::Entity {
                kind: "label",
                name: name.text().to_owned(),
            };
            found.push(
                Finding::new(codes::DECLARED_BUT_NOT_REFERENCED, at)
                    .arg(label)
                    .reported_at(tokens.end.saturating_sub(1)),
            );
        }
    }
    found
}

/// Whether something that has nothing to do with CUDA is wrong in a declaration: its variable is not looked at then.
fn wrong(found: &Sink<'_>, t: Tokens) -> bool {
    found.iter().any(|f| {
        t.contains(f.at)
            && (!f.code.is_cuda() || f.code == codes::REFERENCE_TO_TEXT_SURF_VAR_IN_DEVICE_FUNC)
            // What is initialised with it is known all the same.
            && f.code != codes::EXPR_NOT_CONSTANT
            && f.severity
                .or_else(|| catalog().get(f.code).map(|e| e.severity(Pass::Device)))
                .is_some_and(Severity::is_error)
    })
}

impl<'s, 't, 'db> Locals<'s, 't, 'db> {
    fn new(s: &'s Source<'db>, uses: &'s Uses, root: Node<'t>) -> Self {
        let mut out = Locals {
            s,
            uses,
            by_name: FxHashMap::default(),
        };
        for node in root.descendants() {
            match node.kind() {
                SIMPLE_DECLARATION
                | CONDITION_DECLARATION
                | FOR_RANGE_DECLARATION
                | PARAMETER_DECLARATION => out.declaration(node),
                STRUCTURED_BINDING | LAMBDA_CAPTURE => {
                    let fresh =
                        node.kind() == STRUCTURED_BINDING || node.children().next().is_some();
                    for t in node.own_tokens().filter(|t| fresh && t.kind() == IDENT) {
                        let at = t.number();
                        out.add(node, at, None, None);
                    }
                }
                _ => {}
            }
        }
        out
    }

    fn add(
        &mut self,
        node: Node<'_>,
        at: u32,
        ty: Option<Type<'db>>,
        candidate: Option<Candidate<'t>>,
    ) {
        let Some(scope) = scope(node) else { return };
        // What a capture is made of is looked up around it.
        let start = match node.kind() {
            LAMBDA_CAPTURE => self.s.tokens(node).end.saturating_sub(1).max(at),
            _ => at,
        };
        let scope = Tokens {
            start,
            end: self.s.tokens(scope).end,
        };
        self.by_name
            .entry(self.s.word(at))
            .or_default()
            .push(Local {
                at,
                scope,
                ty,
                candidate,
            });
    }

    fn declaration(&mut self, node: Node<'t>) {
        let s = self.s;
        let Some(seq) = node.child(DECL_SPECIFIER_SEQ) else {
            return;
        };
        let parent = node.parent().map(|p| p.kind());
        if parent == Some(MEMBER_SPECIFICATION) {
            return;
        }
        let parameter = node.kind() == PARAMETER_DECLARATION && !in_template(s, self.uses, node);
        let word = match parent {
            Some(HANDLER) => "handler parameter",
            _ => "parameter",
        };
        let parameter = parameter.then_some(word);
        // What a condition declares is what it asks for.
        let looked_at = node.kind() == SIMPLE_DECLARATION
            && !seq.has(TYPEDEF_KW)
            && !seq.has(EXTERN_KW)
            && !seq.has(VOLATILE_KW)
            && !in_template(s, self.uses, node)
            && has_only_spaces(s, node);
        let names = node
            .children()
            .filter(|n| matches!(n.kind(), INIT_DECLARATOR | DECLARATOR));
        for init in names {
            let Some(declarator) = innermost(init) else {
                continue;
            };
            let Some((at, ty)) = named(s, seq, declarator) else {
                continue;
            };
            let nested = init.descendants().any(|n| n.kind() == PAREN_DECLARATOR);
            let reference = ty.is_reference();
            // A pointer to a function and the like: nothing is known of it but that it is one.
            let pointer = nested && ty.shape.first() == Some(&Shape::Pointer);
            let ty = if pointer {
                Some(Type {
                    base: Base::Unknown,
                    shape: vec![Shape::Pointer],
                    ..ty
                })
            } else {
                (!nested && !seq.has(AUTO_KW)).then_some(ty)
            };
            let nested = nested && !pointer;
            let function = declarator
                .children()
                .any(|c| c.kind() == PARAMETERS_AND_QUALIFIERS);
            let labelled = init.children().any(|c| c.kind() == ASM_LABEL);
            let initializer = init.children().find(|n| {
                matches!(
                    n.kind(),
                    EQUAL_INITIALIZER | BRACED_INIT_LIST | ARGUMENT_LIST
                )
            });
            let candidate =
                (looked_at && !function && !labelled || parameter.is_some()).then(|| Candidate {
                    parameter,
                    template: is_in_template(node),
                    nested,
                    whole: s.tokens(init),
                    initializer,
                    deduced: seq.has(AUTO_KW),
                    constant: seq.has(CONST_KW) || seq.has(CONSTEXPR_KW) || reference,
                    fixed: seq.has(STATIC_KW),
                    constexpr: in_constexpr(node),
                    computed: seq.has(CONSTEXPR_KW),
                });
            self.add(node, at, ty, candidate);
        }
    }

    /// What a name means at a token: the innermost declaration whose scope that is.
    fn meant(&self, name: &str, at: u32) -> Option<&Local<'t, 'db>> {
        self.by_name
            .get(name)?
            .iter()
            .filter(|l| l.scope.contains(at))
            .min_by_key(|l| (l.scope.end, std::cmp::Reverse(l.at)))
    }

    /// What the node that names a variable does with it.
    fn mention(&self, node: Node<'_>, local: &Local<'t, 'db>) -> Mention {
        if node.kind() != ID_EXPRESSION {
            return Mention::Use;
        }
        for a in node.ancestors() {
            match a.kind() {
                SIZEOF_EXPRESSION | DECLTYPE_SPECIFIER | NOEXCEPT_EXPRESSION => {
                    return Mention::Unevaluated;
                }
                LAMBDA_EXPRESSION | COMPOUND_STATEMENT => break,
                _ => {}
            }
        }
        // What a closure captures is used.
        let captured = node
            .ancestors()
            .any(|a| a.kind() == LAMBDA_EXPRESSION && self.s.tokens(a).start > local.at);
        if captured {
            return Mention::Use;
        }
        if self.is_cast_to_void(node) {
            return Mention::Unevaluated;
        }
        if self.is_set(node, local) {
            Mention::Set
        } else {
            Mention::Use
        }
    }

    /// `(void)x`
    fn is_cast_to_void(&self, node: Node<'_>) -> bool {
        node.ancestors()
            .skip(1)
            .find(|a| a.kind() != PAREN_EXPRESSION)
            .filter(|a| matches!(a.kind(), CAST_EXPRESSION | NAMED_CAST_EXPRESSION))
            .and_then(|a| a.child(TYPE_ID))
            .is_some_and(|to| {
                let t = self.s.tokens(to);
                t.end == t.start + 1 && self.s.kind(t.start) == VOID_KW
            })
    }

    /// Whether a variable is the left side of an assignment, or a part of it is, in a statement of its own.
    fn is_set(&self, node: Node<'_>, local: &Local<'t, 'db>) -> bool {
        let Some(ty) = &local.ty else { return false };
        let mut shape = &ty.shape[..];
        let mut scalar = matches!(ty.base, Base::Fundamental(_) | Base::Enum);
        let mut at = node;
        while let Some(parent) = at.parent() {
            let first = parent.children().next() == Some(at);
            match parent.kind() {
                PAREN_EXPRESSION => {}
                SUBSCRIPT_EXPRESSION if first => match shape {
                    [Shape::Array { .. }, rest @ ..] => shape = rest,
                    _ => return false,
                },
                MEMBER_EXPRESSION if first && shape.is_empty() && !scalar && parent.has(DOT) => {
                    let Base::Class(class) = &ty.base else {
                        return false;
                    };
                    if !self.is_scalar_member(class, parent) {
                        return false;
                    }
                    scalar = true;
                }
                BINARY_EXPRESSION if first => {
                    let whole = match shape {
                        [] => scalar,
                        [Shape::Pointer, ..] => true,
                        _ => false,
                    };
                    return whole && is_assignment(parent) && is_dropped(parent);
                }
                _ => return false,
            }
            at = parent;
        }
        false
    }

    /// Whether `x.m` is a data member of fundamental type.
    fn is_scalar_member(&self, class: &Entry<'db>, member: Node<'_>) -> bool {
        let theirs = Source::new(self.s.db, self.s.file, class.item, self.s.settings);
        let name = member.own_tokens().find(|t| t.kind() == IDENT);
        name.is_some_and(|name| {
            theirs.decls.iter().any(|d| {
                d.parent == Some(class.decl)
                    && d.name == name.text()
                    && d.kind == DeclKind::Variable
                    && types::declared(&theirs, d).fundamental().is_some()
            })
        })
    }

    /// Whether neither making nor dropping the variable does anything.
    fn plain(&self, local: &Local<'t, 'db>, candidate: &Candidate<'t>) -> bool {
        if candidate.nested {
            return false;
        }
        let closure = |i: &Node<'_>| i.descendants().any(|n| n.kind() == LAMBDA_EXPRESSION);
        if candidate.computed && candidate.initializer.as_ref().is_some_and(|i| !closure(i)) {
            return true;
        }
        let quiet = candidate
            .initializer
            .as_ref()
            .is_none_or(|i| self.is_quiet_initializer(*i));
        if !quiet {
            return false;
        }
        let Some(ty) = &local.ty else {
            // What is deduced is a class only if the initializer is an object or makes one. A closure in a constant
            // expression is another matter.
            return candidate.deduced && !candidate.constexpr;
        };
        self.is_plain(ty, DEPTH)
    }

    /// A type without constructors and destructors.
    fn is_plain(&self, ty: &Type<'db>, depth: u32) -> bool {
        let element = ty.shape.iter().find(|p| !matches!(p, Shape::Array { .. }));
        match (element, &ty.base) {
            (Some(Shape::Function), _) => false,
            (Some(_), _) => true,
            (None, Base::Fundamental(_) | Base::Enum) => true,
            (None, Base::Class(class)) => is_plain_class(self.s, class, depth),
            (None, _) => false,
        }
    }

    /// An object of a class may be copied, but nothing else may be done with it.
    fn is_quiet_initializer(&self, node: Node<'_>) -> bool {
        match node.kind() {
            EQUAL_INITIALIZER | BRACED_INIT_LIST | ARGUMENT_LIST | PAREN_EXPRESSION => {
                node.children().all(|n| self.is_quiet_initializer(n))
            }
            ID_EXPRESSION => {
                let t = self.s.tokens(node);
                t.end == t.start + 1 && self.is_plain_name(t.start, true)
            }
            _ => self.is_quiet(node),
        }
    }

    /// Whether computing an expression calls nothing and changes nothing.
    fn is_quiet(&self, node: Node<'_>) -> bool {
        match node.kind() {
            SIZEOF_EXPRESSION | NOEXCEPT_EXPRESSION | LITERAL | STRING_EXPRESSION => true,
            LAMBDA_EXPRESSION => self.captures_are_plain(node),
            ID_EXPRESSION => {
                let t = self.s.tokens(node);
                t.end == t.start + 1 && self.is_plain_name(t.start, false)
            }
            MEMBER_EXPRESSION => node.children().next().is_some_and(|base| {
                let t = self.s.tokens(base);
                let name = self.s.word(t.start);
                let local = self.meant(name, t.start);
                if base.kind() != ID_EXPRESSION || t.end != t.start + 1 || !node.has(DOT) {
                    return false;
                }
                match local.map(|l| l.ty.as_ref()) {
                    None => BUILT_IN.contains(&name),
                    Some(Some(Type {
                        base: Base::Class(class),
                        shape,
                        ..
                    })) if shape.is_empty() => self.is_scalar_member(class, node),
                    Some(_) => false,
                }
            }),
            BINARY_EXPRESSION => {
                !is_compound_assignment(node) && node.children().all(|n| self.is_quiet(n))
            }
            PREFIX_EXPRESSION => {
                let built_in = |n: &Node<'_>| {
                    let t = self.s.tokens(*n);
                    t.end == t.start + 1 && BUILT_IN.contains(&self.s.word(t.start))
                };
                !node.has(PLUS2)
                    && !node.has(MINUS2)
                    && !has_text(node, "co_await")
                    && node.children().all(|n| {
                        self.is_quiet(n) && (!node.has(STAR) || self.is_scalar_pointer(n))
                            || node.has(AMP) && built_in(&n)
                    })
            }
            NAMED_CAST_EXPRESSION | CAST_EXPRESSION => {
                let mut parts = node.children();
                let to = parts.find(|n| n.kind() == TYPE_ID);
                to.is_some_and(|to| self.is_plain_type_id(to))
                    && node
                        .children()
                        .filter(|n| n.kind() != TYPE_ID)
                        .all(|n| self.is_quiet(n))
            }
            PAREN_EXPRESSION
            | CONDITIONAL_EXPRESSION
            | SUBSCRIPT_EXPRESSION
            | EQUAL_INITIALIZER
            | BRACED_INIT_LIST
            | ARGUMENT_LIST => node.children().all(|n| self.is_quiet(n)),
            _ => false,
        }
    }

    /// The name of a pointer to, or an array of, something that is no class.
    fn is_scalar_pointer(&self, node: Node<'_>) -> bool {
        let t = self.s.tokens(node);
        let local = self.meant(self.s.word(t.start), t.start);
        node.kind() == ID_EXPRESSION
            && t.end == t.start + 1
            && local.is_some_and(|l| {
                l.ty.as_ref()
                    .is_some_and(|ty| matches!(ty.base, Base::Fundamental(_) | Base::Enum))
            })
    }

    /// A cast to a fundamental type or a pointer.
    fn is_plain_type_id(&self, node: Node<'_>) -> bool {
        self.s.tokens(node).range().all(|i| {
            let kind = self.s.kind(i as u32);
            types::is_arithmetic(kind) || matches!(kind, CONST_KW | STAR | VOID_KW)
        })
    }

    /// Whether a name is that of a variable that can be read, or of a function. `class`: it may be an object of a class that
    /// does nothing when it is copied.
    fn is_plain_name(&self, at: u32, class: bool) -> bool {
        let name = self.s.word(at);
        if let Some(local) = self.meant(name, at) {
            return local
                .ty
                .as_ref()
                .is_some_and(|ty| self.is_plain_value(ty, class));
        }
        let s = self.s;
        let all = only_mine(s.db, s.file, name);
        if !all.is_empty() && all.iter().all(|e| e.kind == DeclKind::Function) {
            return true;
        }
        let [only] = all else { return false };
        if only.kind != DeclKind::Variable || only.template || only.class.is_some() {
            return false;
        }
        let theirs = Source::new(s.db, s.file, only.item, s.settings);
        theirs
            .decls
            .get(only.decl as usize)
            .is_some_and(|d| self.is_plain_value(&types::declared(&theirs, d), class))
    }

    fn is_plain_value(&self, ty: &Type<'db>, class: bool) -> bool {
        let shape = match &ty.shape[..] {
            [Shape::LvalueReference | Shape::RvalueReference, rest @ ..] => rest,
            all => all,
        };
        match (shape, &ty.base) {
            ([Shape::Function, ..], _) => false,
            ([], Base::Class(e)) => class && is_plain_class(self.s, e, DEPTH),
            ([], Base::Fundamental(_) | Base::Enum) => true,
            ([], _) => false,
            ([Shape::Array { .. }, ..], _) => self.is_plain(ty, DEPTH),
            _ => true,
        }
    }

    /// Whether a closure holds nothing that does something when it is made or dropped.
    fn captures_are_plain(&self, lambda: Node<'_>) -> bool {
        let Some(introducer) = lambda.child(LAMBDA_INTRODUCER) else {
            return false;
        };
        let mut all = false;
        for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
            let name = capture
                .own_tokens()
                .find(|t| t.kind() == IDENT)
                .map(|t| t.number());
            let plain = match (name, capture.children().next()) {
                _ if capture.has(STAR) => false,
                (Some(_), Some(value)) => {
                    let list = value.kind() == EQUAL_INITIALIZER
                        && value.child(BRACED_INIT_LIST).is_some();
                    capture.has(AMP) || !list && self.is_quiet_initializer(value)
                }
                (Some(at), None) => capture.has(AMP) || self.is_plain_name(at, true),
                (None, _) => {
                    all |= capture.has(EQ);
                    true
                }
            };
            if !plain {
                return false;
            }
        }
        // `[=]` takes every local that the body names.
        !all || {
            let t = self.s.tokens(lambda);
            t.range().map(|i| i as u32).all(|i| {
                self.s.kind(i) != IDENT
                    || self
                        .meant(self.s.word(i), i)
                        .is_none_or(|l| l.at >= t.start || self.is_plain_name(i, true))
            })
        }
    }
}

/// A class without constructors, destructors, operators, bases and members of other classes.
pub(crate) fn is_plain_class<'db>(s: &Source<'db>, class: &Entry<'db>, depth: u32) -> bool {
    if depth == 0 || class.template || class.derived || class.specialization {
        return false;
    }
    let theirs = Source::new(s.db, s.file, class.item, s.settings);
    theirs
        .decls
        .iter()
        .filter(|d| d.parent == Some(class.decl))
        .all(|d| match (&d.function, d.kind) {
            (Some(f), _) => f.special == Special::None,
            (None, DeclKind::Variable) => {
                if d.spec.any(cleave_names::decl::Spec::STATIC) {
                    return true;
                }
                let ty = types::declared(&theirs, d);
                let calls = d
                    .initializer
                    .range()
                    .any(|i| theirs.kind(i as u32) == L_PAREN);
                let inner = match &ty.base {
                    Base::Fundamental(_) | Base::Enum => true,
                    Base::Class(e) => is_plain_class(&theirs, e, depth - 1),
                    _ => ty.shape.iter().any(|p| matches!(p, Shape::Pointer)),
                };
                !calls && inner
            }
            _ => true,
        })
}

/// Where a declaration's names end to be visible.
fn scope(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().skip(1).find(|a| {
        matches!(
            a.kind(),
            COMPOUND_STATEMENT
                | FOR_STATEMENT
                | RANGE_FOR_STATEMENT
                | IF_STATEMENT
                | SWITCH_STATEMENT
                | WHILE_STATEMENT
                | HANDLER
                | LAMBDA_EXPRESSION
                | FUNCTION_DEFINITION
                | REQUIRES_EXPRESSION
        )
    })
}

/// Whether a declaration stands in a template, generic lambdas among them.
fn is_in_template(node: Node<'_>) -> bool {
    node.ancestors().any(|a| match a.kind() {
        TEMPLATE_DECLARATION => !has_empty_head(a),
        LAMBDA_EXPRESSION => a
            .child(PARAMETER_CLAUSE)
            .is_some_and(|c| c.descendants_with_tokens().any(|e| e.kind() == AUTO_KW)),
        _ => false,
    })
}

/// `template <>`
fn has_empty_head(template: Node<'_>) -> bool {
    template
        .child(TEMPLATE_PARAMETER_LIST)
        .is_some_and(|list| list.children().next().is_none())
}

/// Whether a declaration stands in a template that the program does not instantiate. Generic lambdas are looked at as they
/// stand.
fn in_template(s: &Source<'_>, uses: &Uses, node: Node<'_>) -> bool {
    let generic = |d: &Node<'_>| {
        d.descendants()
            .filter(|n| n.kind() == PARAMETER_DECLARATION)
            .any(|p| p.descendants_with_tokens().any(|e| e.kind() == AUTO_KW))
    };
    let mut instantiated = false;
    node.ancestors().any(|a| match a.kind() {
        FUNCTION_DEFINITION => {
            let declarator = a.child(DECLARATOR);
            let id = declarator.and_then(innermost);
            let id = id.and_then(|d| d.child(DECLARATOR_ID));
            let named = id.map(|id| s.tokens(id));
            instantiated |=
                named.is_some_and(|t| t.range().any(|i| uses.instantiated.contains(&(i as u32))));
            !instantiated && declarator.is_some_and(|d| generic(&d))
        }
        TEMPLATE_DECLARATION => !instantiated && !has_empty_head(a),
        _ => false,
    })
}

/// Whether a declaration stands in a constexpr function.
fn in_constexpr(node: Node<'_>) -> bool {
    node.ancestors()
        .filter(|a| a.kind() == FUNCTION_DEFINITION)
        .filter_map(|f| f.child(DECL_SPECIFIER_SEQ))
        .any(|seq| seq.has(CONSTEXPR_KW) || seq.has(CONSTEVAL_KW))
}

/// Whether the attributes of a declaration are memory spaces only: others may say that it need not be used.
fn has_only_spaces(s: &Source<'_>, node: Node<'_>) -> bool {
    let outside = |a: &Node<'_>| {
        !a.ancestors()
            .take_while(|n| *n != node)
            .any(|n| matches!(n.kind(), LAMBDA_EXPRESSION | COMPOUND_STATEMENT))
    };
    let mut attributes = node
        .descendants()
        .filter(|n| n.kind() == ATTRIBUTE_SPECIFIER)
        .filter(outside);
    attributes.all(|a| {
        let words = crate::cuda::attributes::known::gnu_words(s, s.tokens(a));
        !words.is_empty()
            && (words.iter().map(|&i| cleave_attributes::bare(s.word(i))))
                .all(|name| cleave_attributes::is_memory_space(name) || name == "launch_bounds")
    })
}

fn operator(node: Node<'_>) -> Option<SyntaxKind> {
    let mut tokens = node
        .own_tokens()
        .map(|t| t.kind())
        .filter(|k| !k.is_trivia());
    let first = tokens.next()?;
    tokens.next().is_none().then_some(first)
}

fn is_assignment(node: Node<'_>) -> bool {
    operator(node) == Some(EQ)
}

/// `=`, `+=`, `>>=`; the last is made of several tokens.
fn is_compound_assignment(node: Node<'_>) -> bool {
    node.own_tokens()
        .any(|t| t.text().ends_with('=') && !matches!(t.text(), "==" | "!=" | "<=" | ">="))
}

/// Whether nobody takes the value of an expression, or only another assignment does.
fn is_dropped(node: Node<'_>) -> bool {
    let mut at = node;
    while let Some(parent) = at.parent() {
        match parent.kind() {
            EXPRESSION_STATEMENT | FOR_STEP => return true,
            PAREN_EXPRESSION => {}
            BINARY_EXPRESSION => {
                let last = parent.children().last() == Some(at);
                let comma = operator(parent) == Some(COMMA);
                if !(comma || last && is_assignment(parent)) {
                    return false;
                }
            }
            _ => return false,
        }
        at = parent;
    }
    false
}

/// Whether an expression is the value of a statement expression: its last statement.
fn is_value(node: Node<'_>) -> bool {
    let mut around = node.ancestors();
    let Some(statement) = around.find(|n| n.kind() == EXPRESSION_STATEMENT) else {
        return false;
    };
    let Some(block) = statement.parent() else {
        return false;
    };
    block
        .parent()
        .is_some_and(|p| p.kind() == STATEMENT_EXPRESSION)
        && block.children().last() == Some(statement)
}

//! What structured bindings may be declared with ([dcl.struct.bind]/1). The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cxx::standards::CPP20;
use crate::engine::walk::Walk;

/// `constexpr`, `inline`, storage classes, other declarators, a template, a condition, and no initialiser.
pub(crate) fn check(w: &mut Walk<'_, '_>, node: Node<'_>) {
    let s = w.s;
    let mut around = node.ancestors().skip(1);
    let found = around.find_map(|n| Some((n, n.child(DECL_SPECIFIER_SEQ)?)));
    let Some((declaration, seq)) = found else {
        return;
    };
    let at = s.tokens(node).start;
    let is_declarator = |n: &Node<'_>| n.kind() == INIT_DECLARATOR;
    match declaration.kind() {
        CONDITION | CONDITION_DECLARATION => {
            let code = codes::STRUCTURED_BINDING_IN_CONDITION;
            return w.out.push(Finding::new(code, at));
        }
        SIMPLE_DECLARATION
            if declaration
                .children()
                .filter(is_declarator)
                .nth(1)
                .is_some() =>
        {
            let code = codes::STRUCTURED_BINDING_AMONG_DECLARATORS;
            w.out.push(Finding::new(code, at));
        }
        _ => {}
    }
    let is_template = |n: Node<'_>| n.kind() == TEMPLATE_DECLARATION;
    if declaration.ancestors().nth(1).is_some_and(is_template) {
        let code = codes::STRUCTURED_BINDING_TEMPLATE;
        w.out.push(Finding::new(code, at));
    }
    let old = s.settings.standard < CPP20;
    // Of several bindings in a declaration the first one speaks.
    let is_first = declaration.descendants_of(STRUCTURED_BINDING).next() == Some(node);
    let specifiers = s.tokens(seq).range().filter(|_| is_first);
    let mut said = Vec::new();
    for i in specifiers.map(|i| i as u32) {
        let code = match s.kind(i) {
            CONSTEXPR_KW => codes::CONSTEXPR_STRUCTURED_BINDING,
            INLINE_KW => codes::INLINE_STRUCTURED_BINDING,
            // Before C++20 `static` and `thread_local` may not stand there either. One is reported.
            EXTERN_KW | REGISTER_KW if !old => codes::STRUCTURED_BINDING_OTHER_STORAGE_CLASS,
            EXTERN_KW | REGISTER_KW | STATIC_KW | THREAD_LOCAL_KW if old => {
                codes::STRUCTURED_BINDING_STORAGE_CLASS
            }
            _ => continue,
        };
        if !said.contains(&code) {
            said.push(code);
            w.out.push(Finding::new(code, i));
        }
    }
    let whole = node.ancestors().find(|n| n.kind() == INIT_DECLARATOR);
    let is_initializer = |n: Node<'_>| {
        matches!(
            n.kind(),
            EQUAL_INITIALIZER | BRACED_INIT_LIST | ARGUMENT_LIST
        )
    };
    if let Some(whole) = whole.filter(|_| declaration.kind() == SIMPLE_DECLARATION)
        && !whole.children().any(is_initializer)
        && s.kind(s.tokens(whole).end) == SEMICOLON
    {
        let end = s.tokens(whole).end;
        w.out.push(Finding::new(codes::MISSING_INITIALIZER, end));
        let code = codes::AUTO_WITHOUT_INITIALIZER;
        w.out.push(Finding::new(code, at).reported_at(end));
    }
}

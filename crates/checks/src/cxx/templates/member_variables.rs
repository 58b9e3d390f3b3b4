//! Variable templates in classes ([temp.mem]/1): they are static members. The tree alone decides, but for names that may be those of
//! function types.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cuda::attributes::placement::may_be_function;
use crate::engine::nodes::first_name;
use crate::engine::source::{Sink, Source};

/// One template.
pub(crate) fn check<'db>(s: &Source<'db>, template: Node<'_>, out: &mut Sink<'db>) {
    let members = template
        .parent()
        .filter(|p| p.kind() == MEMBER_SPECIFICATION);
    let class = members.and_then(|m| m.parent()).and_then(first_name);
    let declaration = template.child(SIMPLE_DECLARATION);
    let (Some(class), Some(declaration)) = (class, declaration) else {
        return;
    };
    let specifiers = declaration.child(DECL_SPECIFIER_SEQ);
    let init = declaration.child(INIT_DECLARATOR);
    let (Some(specifiers), Some(init)) = (specifiers, init) else {
        return;
    };
    let Some(declarator) = init.child(DECLARATOR) else {
        return;
    };
    let other = [STATIC_KW, TYPEDEF_KW, FRIEND_KW, EXTERN_KW, THREAD_LOCAL_KW];
    let suffix = |n: Node<'_>| matches!(n.kind(), PARAMETERS_AND_QUALIFIERS | PAREN_DECLARATOR);
    let Some(id) = declarator.child(DECLARATOR_ID) else {
        return;
    };
    let object = declarator.child(POINTER_OPERATOR).is_some()
        || declarator.child(ARRAY_SUFFIX).is_some()
        || !may_be_function(s, specifiers, declarator);
    let plain = id.children().next().is_none();
    if other.iter().any(|k| specifiers.has(*k))
        || init.child(BIT_FIELD_WIDTH).is_some()
        || declarator.children().any(suffix)
        || !plain
        || !object
    {
        return;
    }
    let at = id.tokens().start;
    let name = format!("{class}::{}", s.word(at));
    out.push(Finding::new(codes::INVALID_MEMBER_TEMPLATE, at).name(&name));
    let value = (init.child(EQUAL_INITIALIZER)).or(init.child(BRACED_INIT_LIST));
    out.extend(
        value.map(|v| Finding::new(codes::DATA_MEMBER_INITIALIZER_NOT_ALLOWED, v.tokens().start)),
    );
}

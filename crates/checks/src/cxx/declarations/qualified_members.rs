//! Members declared by a qualified name inside of their class ([dcl.meaning.general]/1): `struct S { void S::f(); };`.

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Spec};

use cleave_syntax::SyntaxKind::{IDENT, NESTED_NAME_SPECIFIER, TEMPLATE_ID};

use crate::Finding;
use crate::cxx::declarations::{class_of, is_no_template};
use crate::engine::nodes::first_name;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    if decl.qualifier.is_empty()
        || decl.spec.any(Spec::FRIEND)
        || !matches!(decl.kind, DeclKind::Function | DeclKind::Variable)
        // The parser has said it.
        || is_no_template(s, decl)
        || class_of(s, decl).is_none_or(|class| class.kind != DeclKind::Class)
    {
        return;
    }
    let of_class = class_of(s, decl).map(|class| class.name.as_str());
    let code = match last_name(s, decl) {
        Some(name) if Some(&*name) != of_class => codes::QUALIFIED_NAME_NOT_ALLOWED,
        _ => codes::QUALIFIED_NAME_IN_MEMBER_DECLARATION,
    };
    out.push(Finding::new(code, decl.qualifier.start));
}

/// The last name of the qualifier; `None` if it is `::` alone.
fn last_name(s: &Source<'_>, decl: &Decl) -> Option<String> {
    let mut around = s.tree().token(decl.qualifier.start)?.parent_ancestors();
    let qualifier = around.find(|n| n.kind() == NESTED_NAME_SPECIFIER)?;
    match qualifier.children().last() {
        Some(last) if last.kind() == TEMPLATE_ID => first_name(last),
        _ => (qualifier.own_tokens().filter(|t| t.kind() == IDENT).last())
            .map(|t| t.text().to_owned()),
    }
}

//! Members with the name of their class ([class.mem]/20): only constructors have it, and data members where nobody declared one.

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Spec, Special};

use crate::Finding;
use crate::cxx::declarations::class_of;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    if !class_of(s, decl).is_some_and(|c| is_alike(decl, c)) {
        return;
    }
    let code = match decl.kind {
        DeclKind::Function => {
            let special = decl.function.as_ref().map(|f| f.special);
            (special == Some(Special::None)).then_some(codes::MEMBER_FUNCTION_NAMED_LIKE_CLASS)
        }
        DeclKind::Variable if !decl.spec.any(Spec::STATIC) => {
            if constructors(s, decl).any(|c| c.tokens.start < decl.tokens.start) {
                Some(codes::MEMBER_NAMED_LIKE_ITS_CLASS)
            } else {
                let later = constructors(s, decl).next().is_some();
                later.then_some(codes::FIELD_NAMED_LIKE_CLASS)
            }
        }
        _ => Some(codes::MEMBER_NAMED_LIKE_ITS_CLASS),
    };
    if let Some(code) = code {
        out.push(Finding::new(code, decl.name_tokens.start));
    }
}

/// Whether a member has the name of its class, and is its own and no friend.
pub(crate) fn is_alike(decl: &Decl, class: &Decl) -> bool {
    !decl.name.is_empty()
        && decl.name == class.name
        && decl.qualifier.is_empty()
        && !decl.spec.any(Spec::FRIEND)
}

/// The constructors of the class in which a member stands.
fn constructors<'s>(s: &Source<'s>, member: &Decl) -> impl Iterator<Item = &'s Decl> {
    let parent = member.parent;
    s.decls.iter().filter(move |d| {
        let special = d.function.as_ref().map(|f| f.special);
        d.parent == parent && special == Some(Special::Constructor)
    })
}

//! Qualifiers behind the parameters of functions that have no object ([dcl.fct]/6): functions of namespaces, friends, static
//! members; and of constructors and destructors, whose object has none.

use cleave_codes::codes;
use cleave_names::decl::{Decl, Function, Spec, Special};
use cleave_syntax::SyntaxKind::*;

use crate::Finding;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(f) = &decl.function else { return };
    let member = decl.parent.is_some() && !decl.spec.any(Spec::FRIEND);
    if member && matches!(f.special, Special::Constructor | Special::Destructor) {
        let mut suffix = f.suffix.start..f.suffix.end;
        let reference = suffix.find(|i| matches!(s.kind(*i), AMP | AMP2));
        let at = reference.filter(|&i| i == f.suffix.start);
        out.extend(at.map(|i| Finding::new(codes::REF_QUALIFIER_NOT_ALLOWED, i)));
    }
    // What a qualified name stands for is another declaration's to say.
    if !decl.qualifier.is_empty() || !matches!(f.special, Special::None | Special::Operator) {
        return;
    }
    let code = match (member, decl.spec.any(Spec::STATIC)) {
        (true, true) => codes::QUALIFIER_ON_STATIC_MEMBER_FUNCTION,
        (true, false) => return,
        (false, _) => codes::QUALIFIER_ON_NONMEMBER_FUNCTION,
    };
    behind_parameters(s, f, code, out);
}

/// What is said of a function whose qualified name stands for nothing: that of where it would be.
const NOTHING: [codes::Code; 7] = [
    codes::NO_SUCH_MEMBER,
    codes::NOT_A_CLASS_OR_NAMESPACE_NAME,
    codes::INCOMPLETE_TYPE_NOT_ALLOWED,
    codes::TEMPLATE_ARGUMENTS_MISSING,
    codes::NOT_A_CLASS_TEMPLATE_NAME,
    codes::ENTITY_NOT_A_CLASS_TEMPLATE,
    codes::TEMPLATE_ARGUMENT_LIST_MISMATCH,
];

/// A function of which a qualified name says nothing is no member of a class. `found`: what has been found of the item.
pub(crate) fn of_no_class<'db>(s: &Source<'db>, found: &mut Vec<Finding<'db>>) {
    if !found.iter().any(|f| NOTHING.contains(&f.code)) {
        return;
    }
    for decl in s.decls {
        let Some(f) = decl.function.as_ref().filter(|_| decl.parent.is_none()) else {
            continue;
        };
        let name = decl.qualifier.start..decl.name_tokens.end;
        let of_it = |g: &Finding<'db>| {
            g.item.is_none() && NOTHING.contains(&g.code) && name.contains(&g.at)
        };
        let plain = matches!(f.special, Special::None | Special::Operator);
        if plain && !decl.qualifier.is_empty() && found.iter().any(of_it) {
            let mut of_suffix = Sink::default();
            behind_parameters(s, f, codes::QUALIFIER_ON_NONMEMBER_FUNCTION, &mut of_suffix);
            found.extend(of_suffix);
        }
    }
}

/// The qualifiers behind the parameters of a function.
fn behind_parameters<'db>(s: &Source<'db>, f: &Function, code: codes::Code, out: &mut Sink<'db>) {
    let is_cv = |i: &u32| matches!(s.kind(*i), CONST_KW | VOLATILE_KW);
    let qualifiers =
        (f.suffix.start..f.suffix.end).take_while(|i| is_cv(i) || matches!(s.kind(*i), AMP | AMP2));
    let (cv, references): (Vec<u32>, Vec<u32>) = qualifiers.partition(is_cv);
    out.extend(cv.first().map(|&i| Finding::new(code, i)));
    let reference = references.first();
    out.extend(reference.map(|&i| Finding::new(codes::REF_QUALIFIER_NOT_ALLOWED, i)));
}

//! Qualifiers behind the parameters of functions that have no object ([dcl.fct]/6): functions of namespaces, friends, static
//! members; and of constructors and destructors, whose object has none.

use cleave_codes::codes;
use cleave_names::decl::{Decl, Spec, Special};
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
    let is_cv = |i: &u32| matches!(s.kind(*i), CONST_KW | VOLATILE_KW);
    let qualifiers =
        (f.suffix.start..f.suffix.end).take_while(|i| is_cv(i) || matches!(s.kind(*i), AMP | AMP2));
    let (cv, references): (Vec<u32>, Vec<u32>) = qualifiers.partition(is_cv);
    out.extend(cv.first().map(|&i| Finding::new(code, i)));
    let reference = references.first();
    out.extend(reference.map(|&i| Finding::new(codes::REF_QUALIFIER_NOT_ALLOWED, i)));
}

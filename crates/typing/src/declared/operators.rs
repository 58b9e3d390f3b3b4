//! The shapes that operator functions and special members must have ([over.oper], [class.dtor], [class.conv.fct]).

use cleave_base_db::Db;
use cleave_hir::{Function, NameId};
use cleave_mangle::Operator as O;
use cleave_names::decl::{Spec, Special};
use cleave_syntax::Standard;

use super::Declared;
use crate::function::parameter_types;
use crate::params::function_ref;
use crate::{At, Fill, Problem, Site, Ty};

pub(super) fn check<'db>(
    db: &'db dyn Db,
    d: Declared<'db>,
    f: &Function,
    out: &mut Vec<Problem<'db>>,
) {
    let Some(written) = function_ref(db, d.entity.decl(db)) else {
        return;
    };
    let count = written.params.len();
    let first_parameter = written.params.first().map(|&p| {
        let code = d.site.code;
        let ty = code.code(db).map(|c| c[p].ty);
        ty.map(|ty| Site {
            code,
            index: u32::from(ty.into_raw()),
            is_type: true,
        })
    });
    if f.special == Special::Destructor && count > 0 {
        if let Some(Some(site)) = first_parameter {
            out.push(Problem::new(407, site, Vec::new()).at(At::First));
        }
        return;
    }
    if f.special == Special::Conversion && count > 0 && d.decl.parent.is_some() {
        out.push(Problem::new(343, d.site, Vec::new()));
        return;
    }
    let NameId::Operator(op) = d.decl.name else {
        return;
    };
    let friend = d.decl.spec.any(Spec::FRIEND);
    let member = !friend && (d.decl.parent.is_some() || d.decl.path.is_some());
    // An explicit object counts as one that is not there.
    let explicit = d.site.code.code(db).is_some_and(|code| {
        let first = written.params.first();
        first.is_some_and(|&p| code[p].explicit_object)
    });
    if explicit || f.special == Special::Literal {
        return;
    }
    if let O::New | O::NewArray | O::Delete | O::DeleteArray = op {
        return;
    }
    let name = || Fill::Name(format!("operator{}", op.spelling()).into());
    if !member && matches!(op, O::Assign | O::Call | O::Subscript | O::Arrow) {
        out.push(Problem::new(341, d.site, vec![name()]));
        return;
    }
    let standard = d.site.code.file(db).dialect(db).standard;
    let is_static = d.decl.spec.any(Spec::STATIC);
    if member && is_static {
        let allowed = standard >= Standard::Cpp23 && matches!(op, O::Call | O::Subscript);
        if !allowed {
            out.push(Problem::new(342, d.site, Vec::new()));
        }
        return;
    }
    if op == O::Call {
        return;
    }
    // Of what C++17 takes apart in another way nothing is said.
    if op == O::Spaceship || written.variadic {
        return;
    }
    let packed = parameter_types(db, d.entity).is_none_or(|p| p.len() != count);
    if packed {
        return;
    }
    let operands = count + usize::from(member);
    let most = match op {
        O::Not | O::Complement | O::Arrow => 1,
        _ => 2,
    };
    if operands > most {
        out.push(Problem::new(344, d.site, Vec::new()));
        return;
    }
    if member {
        return;
    }
    let Some(types) = parameter_types(db, d.entity) else {
        return;
    };
    let own = |t: &Ty<'db>| {
        let bare = t.bare(db);
        bare.is_unknown(db) || bare.is_class(db) || bare.is_enum(db) || bare.has_auto(db)
    };
    if !types.is_empty() && !types.iter().any(own) {
        out.push(Problem::new(898, d.site, Vec::new()));
    }
}

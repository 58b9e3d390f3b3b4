//! Notes on the candidates of an operator that takes no such operands (reference: diagnostics, Candidates).

use cleave_codes::codes;
use cleave_lang::Operator;
use cleave_names::decl::Spec;
use cleave_syntax::Standard;
use rustc_hash::FxHashSet;

use crate::check::call::report::mismatches;
use crate::convert::{is_base_of, quietly};
use crate::function::{canonical, signature};
use crate::overload::operators::unmatched::unmatched;
use crate::overload::operators::{declared, operator_candidates};
use crate::thir::ExprId;
use crate::{Context, Fill, NameKey, Problem, Site};

impl<'db> Context<'db> {
    /// Notes on why no candidate of an operator is viable: the functions and the builtin operators of its own name, then those of the
    /// name that C++20 rewrites it to ([over.match.oper]/3.4).
    pub(super) fn operators_unmatched(
        &mut self,
        op: Operator,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Vec<Problem<'db>> {
        if self.is_substitution() {
            return Vec::new();
        }
        let db = self.db;
        let operands = self.operands(args);
        let failed = quietly(self, |cx| operator_candidates(cx, op, &operands).failed);
        let rewritten = match op {
            _ if self.code_ref.item.file(db).dialect(db).standard < Standard::Cpp20 => None,
            Operator::NotEqual => Some(Operator::Equal),
            Operator::Less | Operator::Greater | Operator::LessEqual | Operator::GreaterEqual => {
                Some(Operator::Spaceship)
            }
            _ => None,
        };
        let mut out = Vec::new();
        let mut seen = FxHashSet::default();
        for op in [Some(op), rewritten].into_iter().flatten() {
            let key = Some(NameKey::operator(declared(op)));
            let (mut members, mut others, mut reversed) = (Vec::new(), Vec::new(), Vec::new());
            for &(f, reason) in &failed {
                let own = f.decl(db).key(db) == key;
                // A friend that only its class declares is not spoken of.
                let hidden = canonical(db, f.decl(db)).hir(db);
                let hidden = hidden.is_some_and(|d| d.spec.any(Spec::FRIEND));
                if !own || hidden || !seen.insert(f) {
                    continue;
                }
                let class = signature(db, f)
                    .filter(|s| s.has_object)
                    .and_then(|s| s.class);
                let left = operands.first().map(|o| o.ty.unqualified(db));
                match (class, left) {
                    (None, _) => others.push((f, reason)),
                    (Some(class), Some(left))
                        if left == class.unqualified(db)
                            || is_base_of(db, class.unqualified(db), left) =>
                    {
                        members.push((f, reason));
                    }
                    _ => reversed.push((f, reason)),
                }
            }
            out.extend(mismatches(&members, false, site));
            out.extend(mismatches(&others, false, site));
            let builtin = quietly(self, |cx| unmatched(cx, op, &operands));
            out.extend(builtin.into_iter().map(|(operator, index)| {
                let (operator, index) = (Fill::Text(operator.into()), Fill::Number(index as i128));
                Problem::new(
                    codes::BUILTIN_CANDIDATE_ARGUMENT_MISMATCH { operator, index },
                    site,
                )
            }));
            out.extend(mismatches(&reversed, false, site));
        }
        out
    }
}

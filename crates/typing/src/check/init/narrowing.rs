//! Narrowing conversions ([dcl.init.list]/7).

use cleave_codes::{Message, codes};
use cleave_lang::Builtin;

use crate::code::source::first_token;
use crate::thir::ExprId;
use crate::ty::classify::integer;
use crate::{At, Context, Fill, Problem, Ty, Value};

impl<'db> Context<'db> {
    /// Reports a narrowing conversion ([dcl.init.list]/7).
    pub(crate) fn narrowing(&mut self, e: ExprId, to: Ty<'db>) {
        let strict = self.modes.strict_narrowing || self.is_substitution();
        self.narrows(e, to, strict);
    }

    /// Reports that an element of a list narrows to a constructor's parameter. GNU's compilers only warn of that, wherever it
    /// happens: it is no failure to substitute either.
    pub(crate) fn narrowing_argument(&mut self, e: ExprId, to: Ty<'db>) {
        self.narrows(e, to, false);
    }

    /// Reports a narrowing conversion where no compiler takes one: of operands ([expr.spaceship]/4).
    pub(crate) fn strict_narrowing(&mut self, e: ExprId, to: Ty<'db>) {
        self.narrows(e, to, true);
    }

    /// Reports a narrowing conversion: as an error if `strict`.
    fn narrows(&mut self, e: ExprId, to: Ty<'db>, strict: bool) {
        let db = self.db;
        if self.is_bad(e)
            || to.is_unknown(db)
            || to.is_reference(db) && !to.strip_reference(db).is_arithmetic(db)
        {
            return;
        }
        let from = self.ty(e).unqualified(db);
        let target = to.bare(db);
        if from == target || !(target.is_arithmetic(db)) {
            return;
        }
        let promoted = crate::convert::promoted_enum(db, from);
        let from_integral = from.is_integral(db) || promoted.is_some();
        let narrows = if target.is_bool(db) {
            from.is_pointer_like(db) || from.is_floating(db) || from_integral
        } else if from.is_floating(db) {
            target.is_integral(db) || {
                let rank = |t: Ty<'db>| {
                    t.as_builtin(db)
                        .and_then(crate::ty::classify::floating_rank)
                };
                rank(target) < rank(from)
            }
        } else if from_integral {
            target.is_floating(db) || {
                let range = |t: Ty<'db>| integer(db, self.underlying_or_self(t).as_builtin(db)?);
                let exceeds = |from: Ty<'db>| match (range(from), range(target)) {
                    (Some((a, s)), Some((b, t))) => match (s, t) {
                        (true, false) => true,
                        (false, true) => a >= b,
                        _ => a > b,
                    },
                    _ => false,
                };
                // The values of an enumeration are those of what it promotes to ([dcl.enum]/8).
                exceeds(from) && promoted.is_none_or(exceeds)
            }
        } else {
            false
        };
        if !narrows {
            return;
        }
        if !from.is_pointer_like(db) {
            let value = self.rvalue(e);
            let found = crate::eval::evaluate(db, self.owner, &self.out, value);
            match found {
                Ok(c) if fits(db, c.value(db), target) => return,
                Ok(_) if target.is_bool(db) && from_integral => return,
                Ok(_) if from_integral && target.is_floating(db) => {
                    let fills = vec![Fill::Type(from), Fill::Type(target)];
                    return self.tell_narrowing(
                        (codes::NARROWING_VALUE_NOT_EXACT, fills),
                        e,
                        strict,
                    );
                }
                // What no value of the type is near to is warned of whatever the list is for.
                Ok(c) if target.is_floating(db) && vanishes(db, c.value(db), target) => {
                    let (from, to) = (Fill::Type(from), Fill::Type(target));
                    let said = codes::NARROWING_VALUE_DOES_NOT_FIT { from, to };
                    return self.tell_narrowing(said.filled(), e, strict);
                }
                Ok(_) if from_integral && (strict || promoted.is_some()) => {
                    let (from, to) = (Fill::Type(from), Fill::Type(target));
                    let said = codes::NARROWING_VALUE_DOES_NOT_FIT { from, to };
                    return self.tell_narrowing(said.filled(), e, strict);
                }
                // The conversion itself is warned of.
                Ok(_) if !strict && from_integral || target.is_floating(db) => return,
                Ok(_) => {}
                Err(crate::eval::Failure::Unknown) => return,
                Err(crate::eval::Failure::NotConstant(_)) => {}
            }
        }
        let (from, to) = (Fill::Type(from), Fill::Type(target));
        let said = codes::NARROWING_CONVERSION { from, to };
        self.tell_narrowing(said.filled(), e, strict);
    }

    /// Says that a conversion narrows. Where it is an error the conversion itself is not warned of.
    fn tell_narrowing(&mut self, said: (codes::Code, Vec<Fill<'db>>), e: ExprId, strict: bool) {
        let at = first_token(self.db, self.site_of(e));
        let mut problem = Problem::new(said, at).at(At::First);
        (problem.hard, problem.soft) = (strict, !strict);
        if !strict {
            if !self.warnings.contains(&problem) {
                self.warnings.push(problem);
            }
            return;
        }
        self.problems.push(problem);
        self.forget_conversion_warnings(e);
    }

    /// Takes back what was said of the value that a conversion of a constant changes.
    pub(crate) fn forget_conversion_warnings(&mut self, e: ExprId) {
        let start = self.start_of(e);
        self.warnings.retain(|w| {
            let is_conversion = matches!(
                w.code,
                codes::INTEGER_SIGN_CHANGE
                    | codes::INTEGER_TRUNCATED
                    | codes::FLOAT_TO_INTEGER_CONVERSION
            );
            !is_conversion || w.site != start
        });
    }
}

/// Whether a constant is exactly representable in an arithmetic type.
fn fits<'db>(db: &'db dyn cleave_base_db::Db, value: &Value<'db>, to: Ty<'db>) -> bool {
    let Some(b) = to.as_builtin(db) else {
        return false;
    };
    match *value {
        Value::Int(n) => match integer(db, b) {
            Some(_) if b == Builtin::Bool => n == 0 || n == 1,
            Some((16, _)) => true,
            Some((size, true)) => {
                let max = 1i128 << (size * 8 - 1);
                (-max..max).contains(&n)
            }
            Some((size, false)) => (0..1i128 << (size * 8)).contains(&n),
            None if b == Builtin::Float => (n as f32) as i128 == n,
            None => (n as f64) as i128 == n,
        },
        Value::Float(_) => {
            // Of what exceeds a smaller type the reference says nothing.
            to.is_floating(db) && !vanishes(db, value, to)
        }
        _ => false,
    }
}

/// Whether a floating value is so small that nothing is left of it in a smaller type.
pub(crate) fn vanishes<'db>(
    db: &'db dyn cleave_base_db::Db,
    value: &Value<'db>,
    to: Ty<'db>,
) -> bool {
    let Value::Float(bits) = *value else {
        return false;
    };
    let x = f64::from_bits(bits);
    to.as_builtin(db) == Some(Builtin::Float) && x != 0.0 && x as f32 == 0.0
}

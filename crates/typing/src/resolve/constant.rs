//! Template arguments and bounds that are values.

use cleave_hir::{Expr, ExprId, FunctionRef, Literal, Path, TypeRef};
use cleave_lang::{Builtin, Operator};

use crate::eval::ops::scalar;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::ty::classify::integer;
use crate::{Arg, Const, Context, Entity, Pointer, PointerBase, Ty, TyKind, Value, eval};

/// A name is read more than once where it is qualified, and the arguments in it with it: of arguments that nest deeper than this it is
/// remembered what they are, else each level would take twice the time.
const NEST: u32 = 8;

impl<'db> Context<'db> {
    /// A value as a template argument or bound of type `to`; of its own type if that is to be deduced. `None`: it is ill-formed.
    pub(crate) fn value_arg(&mut self, e: ExprId, to: Option<Ty<'db>>) -> Option<Arg<'db>> {
        self.value_of(e, to, false)
    }

    /// The same; without a type, `referred` says whether a glvalue stays one: for `auto &`.
    pub(crate) fn value_of(
        &mut self,
        e: ExprId,
        to: Option<Ty<'db>>,
        referred: bool,
    ) -> Option<Arg<'db>> {
        let db = self.db;
        if let Expr::Paren(inner) = self.code[e] {
            return self.value_of(inner, to, referred);
        }
        if let Expr::Path(path) = &self.code[e]
            && let Some(key) = self.lone(path)
            && let Found::Param { level, index, pack } = self.lookup_key(&key, Want::Any)
        {
            let bound = self.binding(level, index);
            if !matches!(&bound, Some(Arg::Value(value)) if reads_referent(db, *value, to)) {
                return self.param_value((level, index, pack), bound, to);
            }
        }
        if to.is_some_and(|t| t.is_dependent(db)) || self.is_dependent_expr(e) {
            return Some(self.dependent_value(e));
        }
        if let Some(value) = self.literal(e, to) {
            return Some(Arg::Value(value));
        }
        if self.remembered.failed.contains(&e) {
            self.unknown = true;
            return Some(Arg::Error);
        }
        let key = (self.code_ref, e, to, referred);
        if let Some(value) = self.remembered.values.get(&key) {
            return Some(Arg::Value(*value));
        }
        let said = (self.problems.len(), self.warnings.len());
        let result = self.with_mode(
            |m| &mut m.in_type,
            false,
            |cx| match to.is_some() || referred {
                true => eval::constant_expression(cx, e, to),
                false => eval::deduced_constant(cx, e),
            },
        );
        if self.depth > NEST {
            // In an expansion an argument is another one for each element.
            let expands = !self.scopes.packs.is_empty() || !self.scopes.local_packs.is_empty();
            match &result {
                Err(_) => _ = self.remembered.failed.insert(e),
                Ok(value) if !expands && said == (self.problems.len(), self.warnings.len()) => {
                    self.remembered.values.insert(key, *value);
                }
                Ok(_) => {}
            }
        }
        match result {
            Ok(value) => Some(Arg::Value(value)),
            Err(eval::Failure::Unknown) => {
                if self.is_dependent_place() {
                    return Some(self.dependent_value(e));
                }
                self.unknown = true;
                Some(Arg::Error)
            }
            Err(eval::Failure::NotConstant(problems)) => {
                if self.is_dependent_place() {
                    return Some(self.dependent_value(e));
                }
                match problems.is_empty() {
                    true => self.fail(),
                    false => self.problems.extend(problems),
                }
                None
            }
        }
    }

    fn dependent_value(&mut self, e: ExprId) -> Arg<'db> {
        match self.dependent_env() {
            Some(env) => Arg::Dependent(self.expr_site(e), env),
            None => Arg::Error,
        }
    }

    /// A template parameter as a value: what it is `bound` to, or itself.
    fn param_value(
        &mut self,
        (level, index, pack): (u32, u32, bool),
        bound: Option<Arg<'db>>,
        to: Option<Ty<'db>>,
    ) -> Option<Arg<'db>> {
        match bound {
            None => Some(Arg::Param { level, index, pack }),
            Some(Arg::Value(value)) if reads_referent(self.db, value, to) => {
                match *value.value(self.db) {
                    Value::Pointer(Pointer {
                        base: PointerBase::Static(entity),
                        ref path,
                    }) if path.is_empty() => self.entity_value(entity, to),
                    _ => Some(Arg::Error),
                }
            }
            Some(Arg::Value(value)) => match to {
                Some(to) => match convert(self.db, value, to) {
                    Some(value) => Some(Arg::Value(value)),
                    None => {
                        self.fail();
                        None
                    }
                },
                None => Some(Arg::Value(value)),
            },
            Some(arg @ (Arg::Param { .. } | Arg::Dependent(..))) => Some(arg),
            // `Ns` within `Ns...` that stands for itself.
            Some(Arg::Pack(all)) => match &*all {
                [Arg::Expansion(of)] => Some((**of).clone()),
                _ => Some(Arg::Error),
            },
            // What could not be made out may well convert.
            Some(Arg::Error) => {
                self.unknown = true;
                Some(Arg::Error)
            }
            Some(Arg::Type(_) | Arg::Template(_) | Arg::Expansion(_)) => {
                self.fail();
                None
            }
        }
    }

    /// A literal, which needs no evaluation.
    fn literal(&mut self, e: ExprId, to: Option<Ty<'db>>) -> Option<Const<'db>> {
        let db = self.db;
        let value = match &self.code[e] {
            Expr::Literal(Literal::Bool(value)) => Const::bool(db, *value),
            Expr::Literal(Literal::Int { value, suffix, .. })
                if !suffix.unsigned && suffix.long == 0 && !suffix.size =>
            {
                let value = i32::try_from(*value).ok()?;
                int(db, value.into())
            }
            Expr::Prefix(Operator::Negate | Operator::Minus, inner) => match &self.code[*inner] {
                Expr::Literal(Literal::Int { value, suffix, .. })
                    if !suffix.unsigned && suffix.long == 0 && !suffix.size =>
                {
                    int(db, -i128::from(i32::try_from(*value).ok()?))
                }
                _ => return None,
            },
            _ => return None,
        };
        match to {
            Some(to) if to.is_integral(db) => convert(db, value, to),
            Some(_) => None,
            None => Some(value),
        }
    }

    /// A name as a value: where the grammar took it for a type.
    pub(crate) fn path_value(
        &mut self,
        path: &Path,
        to: Option<Ty<'db>>,
        site: crate::Site<'db>,
    ) -> Option<Arg<'db>> {
        let db = self.db;
        let found = self.with_mode(
            |m| &mut m.in_type,
            false,
            |cx| match cx.lone(path) {
                Some(key) => cx.lookup_key(&key, Want::Any),
                None => cx.lookup_path(path),
            },
        );
        if self.is_no_value(&found, path, site) {
            return None;
        }
        match found {
            Found::Param { level, index, pack } => {
                let bound = self.binding(level, index);
                self.param_value((level, index, pack), bound, to)
            }
            Found::Entities { set, .. } => {
                let mut set = set;
                if let Some(written) = &path.args
                    && let [only] = set[..]
                    && only.is_template(db)
                    && !only.is_function(db)
                {
                    let args = self.template_args(only, written)?;
                    set = vec![only.specialize(db, args)];
                }
                match set[..] {
                    [entity] => self.entity_value(entity, to),
                    _ => Some(Arg::Error),
                }
            }
            Found::Nothing if self.is_users_own() => {
                let Some(problem) = self.undefined_name(path, site) else {
                    return Some(Arg::Error);
                };
                self.problems.push(problem.at(crate::At::First));
                None
            }
            _ => Some(Arg::Error),
        }
    }

    fn entity_value(&mut self, entity: Entity<'db>, to: Option<Ty<'db>>) -> Option<Arg<'db>> {
        let db = self.db;
        if entity.is_function(db) || to.is_some_and(|t| t.is_reference(db)) {
            let Some(to) = to.filter(|t| t.is_pointer(db) || t.is_reference(db)) else {
                return Some(Arg::Error);
            };
            let value = Value::Pointer(Pointer {
                base: PointerBase::Static(entity),
                path: crate::SubobjectPath::WHOLE,
            });
            return Some(Arg::Value(Const::new(db, to, value)));
        }
        // Of a template under arguments that depend on parameters, nothing can be said before those are known
        // ([temp.dep.constexpr]/2), even where its initializer would do without them.
        if entity.env(db).is_some_and(|e| e.is_dependent(db)) {
            return Some(Arg::Error);
        }
        match eval::constant_value(db, entity) {
            Some(value) => match to {
                Some(to) => convert(db, value, to).map(Arg::Value),
                None => {
                    let ty = value.ty(db).unqualified(db);
                    Some(Arg::Value(Const::new(db, ty, value.value(db).clone())))
                }
            },
            None => Some(Arg::Error),
        }
    }
}

impl<'db> Context<'db> {
    /// The value of `T(name)`, which the grammar took for a function type: of a name of an integer or enumerator, cast to such a type
    /// ([expr.type.conv]). That of another is not known.
    pub(super) fn cast_value(
        &mut self,
        cast: &FunctionRef,
        site: crate::Site<'db>,
    ) -> Option<Arg<'db>> {
        let db = self.db;
        let ty = self.resolve_type(cast.ret);
        let [param] = *cast.params else {
            return Some(Arg::Error);
        };
        let TypeRef::Path { path, .. } = &self.code[self.code[param].ty] else {
            return Some(Arg::Error);
        };
        let value = self.path_value(path, None, site)?;
        let is_open =
            ty.is_dependent(db) || matches!(value, Arg::Param { .. } | Arg::Dependent(..));
        if is_open || matches!(value, Arg::Error) && self.is_dependent_place() {
            return Some(match self.dependent_env() {
                Some(env) => Arg::Dependent(site, env),
                None => Arg::Error,
            });
        }
        let Arg::Value(value) = value else {
            return Some(Arg::Error);
        };
        let to = ty.unqualified(db);
        Some(match (value.as_int(db), scalar::int(db, to)) {
            (Some(n), Some(_)) if to.kind(db) == &TyKind::Builtin(Builtin::Bool) => {
                Arg::Value(Const::new(db, to, Value::Int(i128::from(n != 0))))
            }
            (Some(n), Some(int)) => Arg::Value(Const::new(db, to, Value::Int(int.wrap(n)))),
            _ => Arg::Error,
        })
    }
}

/// An `int`.
fn int<'db>(db: &'db dyn cleave_base_db::Db, value: i128) -> Const<'db> {
    Const::new(db, Ty::builtin(db, Builtin::Int), Value::Int(value))
}

/// Whether a value is a reference, and the value of what that refers to is wanted ([conv.lval]).
fn reads_referent<'db>(
    db: &'db dyn cleave_base_db::Db,
    value: Const<'db>,
    to: Option<Ty<'db>>,
) -> bool {
    value.ty(db).is_reference(db) && to.is_some_and(|to| !to.is_reference(db))
}

/// A constant converted to a parameter's type ([temp.arg.nontype]): integral conversions without narrowing. `None`: it does not
/// convert.
pub(crate) fn convert<'db>(
    db: &'db dyn cleave_base_db::Db,
    value: Const<'db>,
    to: Ty<'db>,
) -> Option<Const<'db>> {
    let to = to.unqualified(db);
    if value.ty(db) == to {
        return Some(value);
    }
    if to.is_reference(db) && value.ty(db).unqualified(db) == to.strip_reference(db).unqualified(db)
    {
        // What a reference is bound to has its own type.
        return Some(value);
    }
    if value.ty(db).unqualified(db) == to {
        // That of a constant variable is const ([conv.lval]).
        return Some(Const::new(db, to, value.value(db).clone()));
    }
    match (value.value(db), to.kind(db)) {
        (Value::Int(n), TyKind::Builtin(b)) => {
            let n = *n;
            let (size, signed) = integer(db, *b)?;
            if *b == Builtin::Bool {
                return (n == 0 || n == 1).then(|| Const::new(db, to, Value::Int(n)));
            }
            let bits = size * 8;
            let fits = match (signed, bits) {
                (true, 128) => true,
                (false, 128) => n >= 0,
                (true, _) => n >= -(1i128 << (bits - 1)) && n < (1i128 << (bits - 1)),
                (false, _) => n >= 0 && n < (1i128 << bits),
            };
            fits.then(|| Const::new(db, to, Value::Int(n)))
        }
        (
            _,
            TyKind::Pointer(_)
            | TyKind::MemberPointer { .. }
            | TyKind::LvalueReference(_)
            | TyKind::RvalueReference(_),
        ) => Some(Const::new(db, to, value.value(db).clone())),
        _ => None,
    }
}

//! Function types and the parameters of functions ([dcl.fct]).

use cleave_hir::{Exception, FunctionRef, ParamId, TypeId, TypeRef};
use cleave_lang::Builtin;

use crate::thir::{Local, LocalId, LocalKind};
use crate::{Arg, Context, Declared, FnTy, Ty, TyKind};

impl<'db> Context<'db> {
    pub(super) fn function_type(&mut self, id: TypeId, f: &FunctionRef) -> Ty<'db> {
        let db = self.db;
        let read = self.with_mode(
            |m| &mut m.without_deduction,
            true,
            |cx| Some((cx.parameters(f)?.0, cx.resolve_type(f.ret))),
        );
        let Some((params, ret)) = read else {
            return Ty::error(db);
        };
        if ret.is_error(db) || params.iter().any(|p| p.is_error(db)) {
            return Ty::error(db);
        }
        if ret.is_array(db) || ret.is_function(db) {
            return self.ill_formed(id);
        }
        let noexcept = self.is_noexcept(&f.exception);
        Ty::of(
            db,
            TyKind::Function(FnTy {
                ret,
                params: params.iter().map(|p| p.decayed(db)).collect(),
                variadic: f.variadic,
                quals: f.quals,
                ref_qualifier: f.ref_qualifier,
                noexcept,
                noexcept_param: self.noexcept_param(&f.exception),
            }),
        )
    }

    /// The template parameter that an exception specification consists of, if it is not bound.
    fn noexcept_param(&mut self, exception: &Exception) -> Option<(u32, u32)> {
        let Exception::Computed(e) = exception else {
            return None;
        };
        if !matches!(self.code[*e], cleave_hir::Expr::Path(_)) {
            return None;
        }
        let problems = self.problems.len();
        let unknown = self.unknown;
        let value = self.value_arg(*e, Some(Ty::builtin(self.db, Builtin::Bool)));
        self.problems.truncate(problems);
        self.unknown = unknown;
        match value {
            Some(Arg::Param { level, index, .. }) => Some((level, index)),
            _ => None,
        }
    }

    /// The types of parameters as declared, packs expanded, and for each the number of its declaration. `None`: one is
    /// ill-formed.
    pub(crate) fn parameters(&mut self, f: &FunctionRef) -> Option<(Vec<Ty<'db>>, Vec<u32>)> {
        self.parameter_list(&f.params)
    }

    /// The same of a list of parameters: of a requires-expression.
    pub(crate) fn parameter_list(
        &mut self,
        params: &[ParamId],
    ) -> Option<(Vec<Ty<'db>>, Vec<u32>)> {
        // A parameter is in scope in those after it.
        let locals = self.out.locals.len();
        self.scopes.blocks.push(rustc_hash::FxHashMap::default());
        let found = self.parameters_in_order(params);
        self.scopes.blocks.pop();
        self.out.locals.truncate(locals);
        found
    }

    fn parameters_in_order(&mut self, params: &[ParamId]) -> Option<(Vec<Ty<'db>>, Vec<u32>)> {
        let db = self.db;
        let mut out = Vec::new();
        let mut from = Vec::new();
        for (i, &param) in params.iter().enumerate() {
            let ty = self.code[param].ty;
            let all = match &self.code[ty] {
                TypeRef::Pack(of) => {
                    let of = *of;
                    self.expand(of)
                }
                _ => vec![self.resolve_type(ty)],
            };
            let first = out.len();
            for ty in all {
                if ty.is_void(db) {
                    // `(void)`, by a typedef too
                    if params.len() == 1 && self.code[param].name.is_none() {
                        continue;
                    }
                    self.fail();
                    return None;
                }
                out.push(ty);
                from.push(i as u32);
            }
            if i + 1 < params.len() {
                self.declare_parameter(params, i, &out[first..], first as u32);
            }
        }
        Some((out, from))
    }

    /// Makes a function's parameters visible to what follows them: its trailing return type, its exception specification,
    /// its constraints.
    pub(crate) fn declare_parameters(&mut self, f: &FunctionRef, types: &[Ty<'db>], from: &[u32]) {
        self.declare_parameter_list(&f.params, types, from);
    }

    /// The same of a list of parameters.
    pub(crate) fn declare_parameter_list(
        &mut self,
        params: &[ParamId],
        types: &[Ty<'db>],
        from: &[u32],
    ) {
        self.scopes.blocks.push(rustc_hash::FxHashMap::default());
        for i in 0..params.len() {
            let own = |p: &u32| *p == i as u32;
            let first = from.iter().position(own).unwrap_or(from.len());
            let count = from.iter().filter(|p| own(p)).count();
            self.declare_parameter(params, i, &types[first..first + count], first as u32);
        }
    }

    /// Makes one parameter visible in the innermost block: its types, several for a pack, and the number of the first one.
    fn declare_parameter(&mut self, params: &[ParamId], i: usize, types: &[Ty<'db>], first: u32) {
        let db = self.db;
        let Some(param) = params.get(i).map(|p| &self.code[*p]) else {
            return;
        };
        let Some(name) = param.name.clone() else {
            return;
        };
        let pack = matches!(self.code[param.ty], TypeRef::Pack(_));
        let mut locals = Vec::new();
        for (n, ty) in types.iter().enumerate() {
            let ty = match ty.is_array(db) || ty.is_function(db) {
                true => ty.decayed(db),
                false => *ty,
            };
            locals.push(LocalId(self.out.locals.len() as u32));
            self.out.locals.push(Local {
                name: name.as_str().into(),
                ty,
                kind: LocalKind::Param(first + n as u32),
                site: None,
                is_constexpr: false,
                init: None,
                value: None,
                declared: None,
            });
        }
        if let Some(block) = self.scopes.blocks.last_mut() {
            block.insert(name, Declared::Locals { locals, pack });
        }
    }

    /// Whether an exception specification says that nothing is thrown.
    pub(crate) fn is_noexcept(&mut self, exception: &Exception) -> bool {
        match exception {
            Exception::Noexcept | Exception::ThrowNothing => true,
            Exception::Computed(e) => {
                let problems = std::mem::take(&mut self.problems);
                let unknown = self.unknown;
                let bool_type = Ty::builtin(self.db, Builtin::Bool);
                let value = self.value_arg(*e, Some(bool_type));
                self.problems = problems;
                self.unknown = unknown;
                matches!(value, Some(Arg::Value(c)) if c.as_int(self.db) == Some(1))
            }
            Exception::None | Exception::Throws => false,
        }
    }
}

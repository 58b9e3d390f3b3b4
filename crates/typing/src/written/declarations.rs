//! The types of variables, members, parameters and functions as their declarations write them.

use cleave_base_db::Db;
use cleave_hir::{BodyRoot, DeclKind, Expr, ExprId, Init, ListItem, NameId, TypeId, body_hir};

use crate::code::params::function_ref;
use crate::function::{self, signature_context};
use crate::thir::{LocalId, LocalKind, Stmt};
use crate::written::bound::BoundTo;
use crate::written::{DEPTH, Form, Written, WrittenFunction};
use crate::{CodeRef, Context, Entity, Site, Ty, TyKind, check};

impl<'db> Context<'db> {
    /// The type of a variable of namespaces or classes, of a data member or an enumerator, seen in a class.
    pub(super) fn written_variable(
        &mut self,
        variable: Entity<'db>,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        let ty = function::variable_type(db, variable);
        let DeclKind::Variable(v) = &variable.hir(db)?.kind else {
            return None;
        };
        // One of a block is declared in code that is read here.
        let here = variable.decl(db).code(db) == self.code_ref && self.code_ref.body.is_some();
        if here && function::class_of(db, variable).is_none() {
            return self.written_declaration(v.ty, &v.init, ty, bound, depth);
        }
        let mut cx = Context::of(db, variable)?;
        cx.scopes.this = function::class_of(db, variable);
        cx.written_declaration(v.ty, &v.init, ty, bound, depth)
    }

    /// A declared type, placeholders in it replaced by what the initialiser makes of them ([dcl.spec.auto]).
    pub(super) fn written_declaration(
        &mut self,
        id: TypeId,
        init: &Init,
        ty: Ty<'db>,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        let written = self.written_type_within(id, bound, depth);
        if !written.ty.has_auto(db) {
            // An initialiser gives an array its bound.
            if let (TyKind::Array(..), TyKind::Array(..)) = (written.ty.kind(db), ty.kind(db))
                && written.element(db).map(|e| e.ty) == ty.element(db)
                && let Form::Array(of) = &*written.form
            {
                return Some(Written::new(ty, Form::Array(of.clone())));
            }
            return written.fitted(db, ty);
        }
        let value = match init {
            Init::Elsewhere => self.written_initializer(depth)?,
            _ => self.written_operand(initializer(self.code, init)?, depth)?,
        };
        self.with_placeholder(id, &value, depth)?.fitted(db, ty)
    }

    /// The initialiser of the owner, a variable whose body this is not.
    fn written_initializer(&mut self, depth: u32) -> Option<Written<'db>> {
        let db = self.db;
        let decl = self.owner.decl(db);
        let code = decl.code(db);
        let body = body_hir(db, code.item, decl.index(db))?;
        let BodyRoot::Init(init) = &body.root else {
            return None;
        };
        let init = initializer(&body.code, init)?;
        let at = CodeRef {
            item: code.item,
            body: Some(decl.index(db)),
        };
        let typed = check::body(db, self.owner)?;
        let mut cx = Context::new(db, self.owner, at, &body.code, self.owner.env(db));
        cx.out = typed.clone();
        cx.written_operand(init, depth)
    }

    /// A local variable, parameter or capture.
    pub(super) fn written_local(&mut self, local: LocalId, depth: u32) -> Option<Written<'db>> {
        let db = self.db;
        let found = self.out.locals.get(local.0 as usize)?;
        let (ty, kind) = (found.ty, found.kind.clone());
        let (site, declared) = (found.site, found.declared);
        match kind {
            LocalKind::Binding(e) => return self.written_expr(e, depth),
            LocalKind::Static(entity) => {
                return self.written_variable(entity, &BoundTo::default(), depth);
            }
            LocalKind::Capture(n) => return self.written_capture(n, ty, depth),
            LocalKind::Param(_) | LocalKind::Automatic => {}
        }
        let here = |site: &Site<'db>| site.code == self.code_ref;
        let code = self.code;
        let none = BoundTo::default();
        if let Some(decl) = declared.filter(here).and_then(Site::as_declaration) {
            let decl = crate::code::source::index(&code.decls, decl)?;
            let DeclKind::Variable(v) = &code[decl].kind else {
                return None;
            };
            // A loop over a range gives it its value.
            if v.init == Init::None
                && let Some(value) = self.initialised_by(local)
                && self.resolves_to_placeholder(v.ty)
            {
                let value = self.written_expr(value, depth)?;
                return self.with_placeholder(v.ty, &value, depth)?.fitted(db, ty);
            }
            return self.written_declaration(v.ty, &v.init, ty, &none, depth);
        }
        let Some(param) = site.and_then(Site::as_parameter) else {
            // Invented for a range or bindings.
            return self.written_expr(self.initialised_by(local)?, depth);
        };
        if site.is_some_and(|site| here(&site)) {
            let param = crate::code::source::index(&code.params, param)?;
            let written = self.written_type_within(code[param].ty, &none, depth);
            return written.as_parameter(db).fitted(db, ty);
        }
        // The parameters of a function with a body of its own.
        let mut cx = signature_context(db, self.owner)?;
        if site.is_none_or(|site| site.code != cx.code_ref) {
            return None;
        }
        let param = crate::code::source::index(&cx.code.params, param)?;
        let written = cx.written_type_within(cx.code[param].ty, &none, depth);
        written.as_parameter(db).fitted(db, ty)
    }

    /// What the statement that declares a local variable initialises it with.
    fn initialised_by(&self, local: LocalId) -> Option<crate::thir::ExprId> {
        self.out.stmts.iter().find_map(|s| match s {
            Stmt::Local(l, value) if *l == local => *value,
            _ => None,
        })
    }

    /// A capture: what the code around calls so ([expr.prim.lambda.capture]).
    fn written_capture(&mut self, number: u32, ty: Ty<'db>, depth: u32) -> Option<Written<'db>> {
        let db = self.db;
        let closure = self.scopes.closure?;
        let ty = ty.strip_reference(db);
        let captured = closure.around.captures(db).get(number as usize)?;
        let name = captured.name.as_ref()?;
        let code = self.code;
        let none = BoundTo::default();
        let mut found = None;
        let mut add = |w: Option<Written<'db>>| {
            let unique = found.is_none();
            found = Some(w);
            unique
        };
        let is_it = |n: &NameId| n.ident() == Some(name);
        for (_, decl) in code.decls.iter().filter(|(_, d)| is_it(&d.name)) {
            let DeclKind::Variable(v) = &decl.kind else {
                continue;
            };
            let written = self.written_type_within(v.ty, &none, depth);
            if !add(written.fitted(db, ty)) {
                return None;
            }
        }
        for (_, param) in (code.params.iter()).filter(|(_, p)| p.name.as_ref() == Some(name)) {
            let written = self.written_type_within(param.ty, &none, depth);
            if !add(written.fitted(db, ty)) {
                return None;
            }
        }
        found?
    }

    /// What a call of a function makes: the type that it returns.
    pub(super) fn written_return(
        &mut self,
        function: Entity<'db>,
        bound: &BoundTo<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        let ret = crate::check::return_type(db, function);
        let mut cx = function::parameters_context(db, function)?;
        if let Some(NameId::Conversion(ty)) = function.hir(db).map(|d| &d.name) {
            return cx.written_type_within(*ty, bound, depth).fitted(db, ret);
        }
        let f = function_ref(db, function.decl(db))?;
        let written = cx.written_type_within(f.ret, bound, depth);
        if written.ty.has_auto(db) || written.ty.is_error(db) {
            return self
                .written_deduced_return(function, depth)?
                .fitted(db, ret);
        }
        written.fitted(db, ret)
    }

    /// What the first `return` of a function returns, whose type is deduced from it ([dcl.spec.auto]).
    fn written_deduced_return(
        &mut self,
        function: Entity<'db>,
        depth: u32,
    ) -> Option<Written<'db>> {
        let db = self.db;
        // Its own body is being typed.
        if function == self.owner || self.scopes.closure.is_some() {
            return None;
        }
        let typed = check::body(db, function)?;
        let value = typed.stmts.iter().find_map(|s| match s {
            Stmt::Return(value) => *value,
            _ => None,
        })?;
        let at = typed.code?;
        let mut cx = Context::new(db, function, at, at.code(db)?, function.env(db));
        cx.scopes.this = function::class_of(db, function);
        cx.scopes.closure = function.decl(db).closure(db);
        cx.out = typed.clone();
        cx.written_expr(value, depth)
    }

    fn resolves_to_placeholder(&mut self, id: TypeId) -> bool {
        crate::convert::quietly(self, |cx| cx.resolve_type(id)).has_auto(self.db)
    }

    /// A parameter of a function by its number.
    pub(super) fn written_parameter(
        &mut self,
        function: Entity<'db>,
        number: usize,
        bound: &BoundTo<'db>,
    ) -> Option<Written<'db>> {
        let db = self.db;
        let f = function_ref(db, function.decl(db))?;
        let mut cx = signature_context(db, function)?;
        let param = *f.params.get(number)?;
        let written = cx.written_type_within(cx.code[param].ty, bound, DEPTH);
        Some(written.decayed(db))
    }

    /// The type of a function.
    pub(crate) fn written_function(&mut self, function: Entity<'db>) -> Option<Written<'db>> {
        let db = self.db;
        let signature = function::signature(db, function)?;
        let ty = Ty::of(db, TyKind::Function(signature.ty.clone()));
        let f = function_ref(db, function.decl(db))?;
        let params = parameters(db, function);
        let mut cx = function::parameters_context(db, function)?;
        let ret = cx.written_type_within(f.ret, &BoundTo::default(), DEPTH);
        let ret =
            (ret.fitted(db, signature.ty.ret)).unwrap_or_else(|| Written::plain(signature.ty.ret));
        let form = WrittenFunction {
            ret,
            params,
            trailing: f.trailing,
        };
        Some(Written::new(ty, Form::Function(form)))
    }
}

/// The type that a function is declared to return; none for one that is deduced.
pub(crate) fn returned<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Written<'db>> {
    let f = function_ref(db, function.decl(db))?;
    let mut cx = function::parameters_context(db, function)?;
    let written = cx.written_type_within(f.ret, &BoundTo::default(), DEPTH);
    (!written.ty.has_auto(db) && !written.ty.is_error(db)).then_some(written)
}

/// The types of a function's parameters.
pub(crate) fn parameters<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Written<'db>> {
    let Some(signature) = function::signature(db, function) else {
        return Vec::new();
    };
    let none = BoundTo::default();
    let f = function_ref(db, function.decl(db));
    let mut cx = function::parameters_context(db, function);
    let params = signature.ty.params.iter().enumerate().map(|(i, &ty)| {
        let mut written = || {
            let (f, cx) = (f?, cx.as_mut()?);
            let param = f.params.get(i)?;
            let written = cx.written_type_within(cx.code[*param].ty, &none, DEPTH);
            written.decayed(db).unqualified(db).fitted(db, ty)
        };
        written().unwrap_or_else(|| Written::plain(ty))
    });
    params.collect()
}

/// The expression that an initialiser consists of, if that is one.
fn initializer(code: &cleave_hir::Code, init: &Init) -> Option<ExprId> {
    let only = |items: &[ListItem]| match items {
        [item] if item.designators.is_empty() => Some(item.value),
        _ => None,
    };
    match init {
        Init::Equal(e) => Some(*e),
        Init::Paren(es) => match es[..] {
            [e] => Some(e),
            _ => None,
        },
        Init::Brace(e) => match &code[*e] {
            Expr::List(items) => only(items),
            _ => None,
        },
        Init::None | Init::Elsewhere => None,
    }
}

//! Declarations of variables: their types and initialisers, structured bindings ([dcl.struct.bind]).

use cleave_hir::{DeclId, DeclKind, Init, Name, NameId, TypeId};
use cleave_names::decl::Spec;

use super::init::{Mode, Purpose};
use crate::class::class_info;
use crate::lookup::Found;
use crate::thir::{Category, E, ExprKind, L, LocalKind, S, Stmt};
use crate::{Arg, Bound, Const, Context, DeclRef, Declared, Entity, Env, Site, Ty, TyKind, Value};

impl<'db> Context<'db> {
    /// The entity of a declaration of this code.
    pub(crate) fn local_entity(&self, decl: DeclId) -> Entity<'db> {
        Entity::new(self.db, DeclRef::at(self.db, self.code_ref, decl), self.env)
    }

    fn declare_entity(&mut self, name: &NameId, entity: Entity<'db>) {
        let (Some(name), Some(block)) = (name.ident(), self.blocks.last_mut()) else {
            return;
        };
        match block.get_mut(name) {
            Some(Declared::Entities(all)) => all.push(entity),
            _ => {
                block.insert(name.clone(), Declared::Entities(vec![entity]));
            }
        }
    }

    /// A declaration in a block.
    pub(crate) fn local_decl(&mut self, decl: DeclId, out: &mut Vec<S>) {
        let code = self.code;
        let d = &code[decl];
        match &d.kind {
            DeclKind::Variable(v) => {
                let s = self.local_variable(decl, v.ty, &v.init);
                out.push(s);
            }
            DeclKind::StructuredBinding { ty, bindings, init } => {
                let names = self.binding_names(bindings);
                let e = self.initializer_operand(init);
                let site = self.decl_site(decl);
                let e = e.unwrap_or_else(|| self.error_expr(site));
                self.bind_structure(*ty, &names, e, out);
            }
            DeclKind::Enum(e) => {
                let entity = self.local_entity(decl);
                self.declare_entity(&d.name, entity);
                if !e.scoped {
                    for &enumerator in e.enumerators.iter().flatten() {
                        let entity = self.local_entity(enumerator);
                        self.declare_entity(&code[enumerator].name, entity);
                    }
                }
            }
            DeclKind::Class(_) | DeclKind::Alias(_) | DeclKind::Function(_) => {
                let entity = self.local_entity(decl);
                self.declare_entity(&d.name, entity);
            }
            DeclKind::Using { target, .. } => {
                if let Found::Entities { set, .. } = self.lookup_path(target) {
                    for entity in set {
                        self.declare_entity(&d.name, entity);
                    }
                }
            }
            DeclKind::UsingEnum(path) => {
                let ty = crate::convert::quietly(self, |cx| cx.path_type(path));
                if let Some(TyKind::Enum(e)) = ty.map(|t| t.kind(self.db)) {
                    self.declare_enumerators(*e);
                }
            }
            DeclKind::UsingDirective(path) => {
                if let Found::Namespace(n) = self.lookup_path(path) {
                    self.directives.push((self.blocks.len(), n));
                }
            }
            DeclKind::NamespaceAlias(path) => {
                if let (Found::Namespace(n), Some(name)) = (self.lookup_path(path), d.name.ident())
                    && let Some(block) = self.blocks.last_mut()
                {
                    block.insert(name.clone(), Declared::Namespace(n));
                }
            }
            DeclKind::StaticAssert(e) => {
                let e = self.expr(*e);
                self.condition(e);
            }
            _ => {}
        }
    }

    /// Makes the enumerators of an enumeration visible in the block.
    fn declare_enumerators(&mut self, enumeration: Entity<'db>) {
        let db = self.db;
        let defined = crate::function::definition(db, enumeration).unwrap_or(enumeration);
        let (Some(DeclKind::Enum(e)), Some(code)) = (defined.kind(db), defined.code(db)) else {
            return;
        };
        let code_ref = defined.decl(db).code(db);
        for &id in e.enumerators.iter().flatten() {
            let entity = Entity::new(db, DeclRef::at(db, code_ref, id), defined.env(db));
            self.declare_entity(&code[id].name, entity);
        }
    }

    fn binding_names(&self, bindings: &[DeclId]) -> Vec<Name> {
        let name = |&d: &DeclId| self.code[d].name.ident().cloned();
        let unnamed = || Name::new("");
        bindings
            .iter()
            .map(|d| name(d).unwrap_or_else(unnamed))
            .collect()
    }

    fn decl_site(&self, decl: DeclId) -> Site<'db> {
        Site {
            code: self.code_ref,
            index: u32::from(decl.into_raw()),
            is_type: false,
        }
    }

    fn local_variable(&mut self, decl: DeclId, ty: TypeId, init: &'db Init) -> S {
        let db = self.db;
        let d = &self.code[decl];
        let is_constexpr = d.spec.any(Spec::CONSTEXPR);
        let is_static = d
            .spec
            .any(Spec::STATIC.with(Spec::EXTERN).with(Spec::THREAD))
            || d.attrs.iter().any(|a| {
                matches!(
                    a.name.as_str(),
                    "shared" | "device" | "constant" | "managed"
                )
            });
        let kind = match is_static {
            true => LocalKind::Static(self.local_entity(decl)),
            false => LocalKind::Automatic,
        };
        let name = d.name.ident().cloned();
        let extern_only = d.spec.any(Spec::EXTERN) && *init == Init::None;
        let (pattern, template) = self.declared_pattern(ty);
        // The name is visible in its own initialiser, with the type as far as it is known.
        let l = self.declare(name.as_ref(), pattern, kind);
        let from = self.out.exprs.len();
        let site = self.decl_site(decl);
        let (ty, value) = self.initialize_declared(pattern, template, init, extern_only, site);
        let ty = match is_constexpr && !ty.is_reference(db) {
            true => ty.qualified(db, cleave_mangle::Qualifiers::CONST),
            false => ty,
        };
        let value = value.map(|e| match ty.is_reference(db) {
            true => e,
            false => self.full(e, from),
        });
        let constant = is_constexpr
            || ty.is_reference(db)
            || ty.top_quals(db).is_const && (ty.is_integral(db) || ty.is_enum(db));
        let local = &mut self.out.locals[l.0 as usize];
        local.ty = ty;
        local.is_constexpr = is_constexpr;
        local.init = value.filter(|_| constant);
        self.push_stmt(Stmt::Local(l, value))
    }

    /// The type of a declared variable before deduction, or the class template whose arguments are to be deduced.
    pub(crate) fn declared_pattern(&mut self, ty: TypeId) -> (Ty<'db>, Option<Entity<'db>>) {
        match self.placeholder_class(ty) {
            Some(template) => (Ty::of(self.db, TyKind::Auto(false)), Some(template)),
            None => (self.type_of(ty), None),
        }
    }

    /// The operand of an initialiser: an expression or a list.
    fn initializer_operand(&mut self, init: &'db Init) -> Option<E> {
        match init {
            Init::Equal(e) | Init::Brace(e) => Some(self.expr(*e)),
            Init::Paren(args) => {
                let es = self.arguments(args)?;
                match es[..] {
                    [e] => Some(e),
                    _ => None,
                }
            }
            Init::None | Init::Elsewhere => None,
        }
    }

    /// Initialises a variable as declared: its type, deduced if need be, and what initialises it.
    pub(crate) fn initialize_declared(
        &mut self,
        pattern: Ty<'db>,
        template: Option<Entity<'db>>,
        init: &'db Init,
        extern_only: bool,
        site: Site<'db>,
    ) -> (Ty<'db>, Option<E>) {
        let db = self.db;
        if let Some(template) = template {
            return self.initialize_deduced_class(template, init, site);
        }
        if pattern.has_auto(db) {
            return self.initialize_auto(pattern, init, site);
        }
        let value = match init {
            Init::None if extern_only => return (pattern, None),
            Init::None => match pattern.is_reference(db) {
                true => self.reject(252, site, Vec::new()),
                false => self.default_initialize(pattern, site),
            },
            Init::Elsewhere => return (pattern, None),
            Init::Equal(e) => {
                let e = self.expr(*e);
                self.initialize(pattern, e, Mode::Copy, Purpose::Variable)
            }
            Init::Brace(e) => {
                let list = self.expr(*e);
                self.list_initialize(pattern, list, Mode::Direct, Purpose::Variable)
            }
            Init::Paren(args) => {
                let Some(es) = self.arguments(args) else {
                    let bad = self.dependent_expr(site);
                    return (pattern, Some(bad));
                };
                self.direct_initialize(pattern, &es, site)
            }
        };
        let completed = match pattern.kind(db) {
            TyKind::Array(_, Bound::Unknown) if self.ty(value).is_array(db) => {
                let quals = pattern.top_quals(db);
                self.ty(value).unqualified(db).qualified(db, quals)
            }
            _ => pattern,
        };
        (completed, Some(value))
    }

    /// `T x(args)`
    pub(crate) fn direct_initialize(&mut self, ty: Ty<'db>, es: &[E], site: Site<'db>) -> E {
        let db = self.db;
        if ty.is_unknown(db) {
            let bad = self.infect(es, site);
            self.out.dependent |= ty.is_dependent(db);
            self.out.exprs[bad.0 as usize].ty = ty.strip_reference(db);
            return bad;
        }
        match *es {
            [] => self.value_initialize(ty, site),
            [e] if !ty.is_class(db) => self.initialize(ty, e, Mode::Direct, Purpose::Variable),
            _ if ty.is_class(db) => {
                if let [e] = *es
                    && let ExprKind::List(_) = self.node(e).kind
                {
                    return self.class_from_list_argument(ty, e, site);
                }
                self.class_initialize(ty, es, Mode::Direct, Purpose::Variable, site)
            }
            _ if ty.is_array(db) => self.aggregate_initialize(ty, es, None, site),
            _ => self.reject(146, site, Vec::new()),
        }
    }

    /// `T x({…})`: the list is a constructor's argument.
    fn class_from_list_argument(&mut self, ty: Ty<'db>, list: E, site: Site<'db>) -> E {
        self.class_initialize(ty, &[list], Mode::Direct, Purpose::Variable, site)
    }

    fn initialize_auto(
        &mut self,
        pattern: Ty<'db>,
        init: &'db Init,
        site: Site<'db>,
    ) -> (Ty<'db>, Option<E>) {
        let db = self.db;
        let Some(e) = self.initializer_operand(init) else {
            self.unknown = true;
            return (Ty::error(db), None);
        };
        // `auto x{e}` is `auto x(e)` ([dcl.type.auto.deduct]/3).
        let e = match (init, &self.node(e).kind) {
            (Init::Brace(_), ExprKind::List(items)) if items.len() == 1 => items[0],
            _ => e,
        };
        if self.is_bad(e) {
            self.out.dependent |= self.is_dependent(e);
            let bad = self.infect(&[e], site);
            let ty = match self.is_dependent(e) {
                true => self.dependent_type(site),
                false => Ty::error(db),
            };
            return (ty, Some(bad));
        }
        if let TyKind::Auto(true) = pattern.kind(db) {
            let ty = match init {
                Init::Equal(x) => super::decltype(self, *x),
                _ => self.ty(e),
            };
            let value = self.initialize(ty, e, Mode::Copy, Purpose::Variable);
            return (ty, Some(value));
        }
        let operand = self.operand(e);
        match crate::template::deduce_auto(self, pattern, &operand) {
            Some(ty) => {
                let value = self.initialize(ty, e, Mode::Copy, Purpose::Variable);
                (ty, Some(value))
            }
            None => {
                self.unknown = true;
                let bad = self.error_expr(site);
                (Ty::error(db), Some(bad))
            }
        }
    }

    /// A type that depends on template parameters in a way that nothing more is known of.
    pub(crate) fn dependent_type(&mut self, site: Site<'db>) -> Ty<'db> {
        let env = self
            .env
            .unwrap_or_else(|| Env::new(self.db, None, Box::default()));
        Ty::of(self.db, TyKind::Dependent(site, env))
    }

    /// `A x(args)` with the arguments of `A` deduced.
    fn initialize_deduced_class(
        &mut self,
        template: Entity<'db>,
        init: &'db Init,
        site: Site<'db>,
    ) -> (Ty<'db>, Option<E>) {
        let db = self.db;
        match init {
            Init::Paren(args) => {
                let Some(es) = self.arguments(args) else {
                    let bad = self.dependent_expr(site);
                    return (self.dependent_type(site), Some(bad));
                };
                let ty = self.deduce_class(template, &es, false, site);
                if ty.is_unknown(db) {
                    let bad = self.infect(&es, site);
                    return (ty, Some(bad));
                }
                let value = self.direct_initialize(ty, &es, site);
                (ty, Some(value))
            }
            Init::Equal(e) | Init::Brace(e) => {
                let e = self.expr(*e);
                let (ty, mode) = match self.node(e).kind.clone() {
                    ExprKind::List(items) => (
                        self.deduce_class(template, &items, true, site),
                        Mode::Direct,
                    ),
                    _ => (self.deduce_class(template, &[e], false, site), Mode::Copy),
                };
                if ty.is_unknown(db) {
                    let bad = self.infect(&[e], site);
                    return (ty, Some(bad));
                }
                let value = self.initialize(ty, e, mode, Purpose::Variable);
                (ty, Some(value))
            }
            Init::None | Init::Elsewhere => {
                let ty = self.deduce_class(template, &[], false, site);
                let value = self.default_initialize(ty, site);
                (ty, Some(value))
            }
        }
    }

    /// The variable of a range-based `for`.
    pub(crate) fn range_variable(&mut self, decl: DeclId, element: E, out: &mut Vec<S>) {
        let db = self.db;
        let code = self.code;
        let d = &code[decl];
        let site = self.decl_site(decl);
        match &d.kind {
            DeclKind::StructuredBinding { ty, bindings, .. } => {
                let names = self.binding_names(bindings);
                self.bind_structure(*ty, &names, element, out);
            }
            DeclKind::Variable(v) => {
                let pattern = self.type_of(v.ty);
                let (ty, value) = if self.is_bad(element) {
                    let ty = match pattern.has_auto(db) {
                        true if self.is_dependent(element) => self.dependent_type(site),
                        true => Ty::error(db),
                        false => pattern,
                    };
                    let bad = self.infect(&[element], site);
                    (ty, bad)
                } else {
                    let ty = match pattern.has_auto(db) {
                        true => {
                            let operand = self.operand(element);
                            crate::template::deduce_auto(self, pattern, &operand)
                                .unwrap_or(Ty::error(db))
                        }
                        false => pattern,
                    };
                    let value = self.initialize(ty, element, Mode::Copy, Purpose::Variable);
                    (ty, value)
                };
                let l = self.declare(d.name.ident(), ty, LocalKind::Automatic);
                out.push(self.push_stmt(Stmt::Local(l, Some(value))));
            }
            _ => {}
        }
    }

    /// A structured binding declaration: an invented variable, and names for its parts.
    fn bind_structure(&mut self, ty: TypeId, names: &[Name], e: E, out: &mut Vec<S>) {
        let db = self.db;
        let site = self.site_of(e);
        let pattern = self.type_of(ty);
        // `auto [a, b]{e}` and `(e)` are as `= e`.
        let e = match &self.node(e).kind {
            ExprKind::List(items) if items.len() == 1 => items[0],
            _ => e,
        };
        if self.is_bad(e) {
            return self.bind_unknown(names, self.is_dependent(e), site);
        }
        let by_value = matches!(pattern.unqualified(db).kind(db), TyKind::Auto(_));
        let (ty, value) = if by_value && self.ty(e).is_array(db) {
            let ty = self.ty(e).qualified(db, pattern.top_quals(db));
            let value = self.prvalue(
                ExprKind::Convert(crate::thir::Conversion::Load, e),
                ty,
                site,
            );
            (ty, value)
        } else {
            let operand = self.operand(e);
            let Some(ty) = crate::template::deduce_auto(self, pattern, &operand) else {
                return self.bind_unknown(names, false, site);
            };
            let value = self.initialize(ty, e, Mode::Copy, Purpose::Variable);
            (ty, value)
        };
        let whole = self.declare(None, ty, LocalKind::Automatic);
        out.push(self.push_stmt(Stmt::Local(whole, Some(value))));
        let object = ty.strip_reference(db);
        if let TyKind::Array(element, Bound::Known(n)) = *object.kind(db) {
            if n != names.len() as u64 {
                return self.bind_unknown(names, false, site);
            }
            for (i, name) in names.iter().enumerate() {
                let base = self.local_expr(whole, site);
                let index = self.int(cleave_mangle::Builtin::Long, i as i128, site);
                let part = self.push(
                    ExprKind::Index(base, index),
                    element,
                    Category::Lvalue,
                    site,
                );
                self.declare(Some(name), element, LocalKind::Binding(part));
            }
            return;
        }
        if self.bind_tuple(whole, ty, names, out, site).is_some() {
            return;
        }
        self.bind_members(whole, object, names, site);
    }

    fn bind_unknown(&mut self, names: &[Name], dependent: bool, site: Site<'db>) {
        let ty = match dependent || self.in_template() {
            true => self.dependent_type(site),
            false => Ty::error(self.db),
        };
        self.unknown = true;
        for name in names {
            self.declare(Some(name), ty, LocalKind::Automatic);
        }
    }

    /// Bindings to the data members of a class ([dcl.struct.bind]/5).
    fn bind_members(&mut self, whole: L, object: Ty<'db>, names: &[Name], site: Site<'db>) {
        let db = self.db;
        let mut class = object.unqualified(db);
        let mut e = self.local_expr(whole, site);
        // All members are of one class: this one, or a base.
        for _ in 0..64 {
            let Some(info) = class_info(db, class) else {
                return self.bind_unknown(names, false, site);
            };
            if !info.fields.is_empty() {
                break;
            }
            let mut with = info.bases.iter().filter(|b| has_fields(db, b.ty, 0));
            let (Some(base), None) = (with.next(), with.next()) else {
                return self.bind_unknown(names, false, site);
            };
            class = base.ty.unqualified(db);
            let to = class.qualified(db, object.top_quals(db));
            e = self.convert_glvalue(crate::thir::Conversion::ToBase(class), e, to);
        }
        let Some(info) = class_info(db, class) else {
            return self.bind_unknown(names, false, site);
        };
        if info.fields.len() != names.len() {
            return self.bind_unknown(names, false, site);
        }
        for (i, (name, field)) in names.iter().zip(&info.fields).enumerate() {
            let part = self.subobject(e, i as u32, field, site);
            let ty = match field.ty.is_reference(db) {
                true => field.ty,
                false => self.ty(part),
            };
            self.declare(Some(name), ty, LocalKind::Binding(part));
        }
    }

    /// Bindings by `std::tuple_size` and `get` ([dcl.struct.bind]/4). `None`: the class is no tuple.
    fn bind_tuple(
        &mut self,
        whole: L,
        declared: Ty<'db>,
        names: &[Name],
        out: &mut Vec<S>,
        site: Site<'db>,
    ) -> Option<()> {
        let db = self.db;
        let object = declared.strip_reference(db);
        let class = object.unqualified(db);
        class.class_entity(db)?;
        let size = self.std_template("tuple_size", vec![Arg::Type(object)])?;
        class_info(db, size)?;
        let value = NameId::Ident(Name::new("value"));
        let count = match self.lookup_member(size, &value) {
            Found::Entities { set, .. } => {
                crate::eval::constant_value(db, *set.first()?)?.as_int(db)?
            }
            _ => return None,
        };
        if count != names.len() as i128 {
            self.bind_unknown(names, false, site);
            return Some(());
        }
        for (i, name) in names.iter().enumerate() {
            let size_ty = self.builtin(cleave_mangle::Builtin::UnsignedLong);
            let index = Arg::Value(Const::new(db, size_ty, Value::Int(i as i128)));
            let element =
                self.std_template("tuple_element", vec![index.clone(), Arg::Type(object)]);
            let element = element.and_then(|t| self.member_type(t, "type"));
            let Some(element) = element else {
                self.declare(Some(name), Ty::error(db), LocalKind::Automatic);
                continue;
            };
            let mut e = self.local_expr(whole, site);
            if !matches!(declared.kind(db), TyKind::LvalueReference(_)) {
                e = self.as_xvalue(e);
            }
            let value = self.get_element(class, e, index, site);
            let ty = match self.category(value) {
                Category::Lvalue => element.lvalue_reference(db),
                _ => element.rvalue_reference(db),
            };
            let value = self.initialize(ty, value, Mode::Copy, Purpose::Variable);
            let holder = self.declare(None, ty, LocalKind::Automatic);
            out.push(self.push_stmt(Stmt::Local(holder, Some(value))));
            let part = self.local_expr(holder, site);
            self.declare(Some(name), element, LocalKind::Binding(part));
        }
        Some(())
    }

    /// `e.get<i>()` or `get<i>(e)`
    fn get_element(&mut self, class: Ty<'db>, e: E, index: Arg<'db>, site: Site<'db>) -> E {
        use crate::overload::{Candidate, Choice, Pool, select};
        let db = self.db;
        let name = NameId::Ident(Name::new("get"));
        let operand = self.operand(e);
        let members = match self.lookup_member(class, &name) {
            Found::Entities { set, .. } if set.iter().any(|f| f.is_template(db)) => Some(set),
            _ => None,
        };
        let is_member = members.is_some();
        let set = match members {
            Some(set) => set,
            None => self.lookup_arguments(&name, &[operand.ty]),
        };
        let mut pool = Pool::default();
        let args: &[_] = match is_member {
            true => &[],
            false => std::slice::from_ref(&operand),
        };
        for f in set.into_iter().filter(|f| f.is_template(db)) {
            // The index in the type of the template's own parameter: a size for the library's, often an `int` for others.
            let as_int = match &index {
                Arg::Value(c) => c.as_int(db),
                _ => None,
            };
            let int = as_int.map(|n| {
                let ty = self.builtin(cleave_mangle::Builtin::Int);
                Arg::Value(Const::new(db, ty, Value::Int(n)))
            });
            let found = [Some(index.clone()), int]
                .into_iter()
                .flatten()
                .find_map(|index| {
                    crate::convert::quietly(self, |cx| {
                        crate::template::deduce_call(cx, f, &[index], args).ok()
                    })
                });
            let Some(found) = found else { continue };
            let Some(sig) = crate::function::signature(db, found) else {
                continue;
            };
            let sequence = match is_member {
                true => crate::overload::object_sequence(self, &sig.ty, &operand),
                false => sig.ty.params.first().and_then(|&p| {
                    crate::convert::quietly(self, |cx| {
                        crate::convert::sequence(cx, &operand, p, crate::convert::Options::COPY)
                    })
                }),
            };
            if let Some(sequence) = sequence {
                pool.candidates.push(Candidate {
                    callable: crate::overload::Callable::Function(found),
                    template: Some(f),
                    params: sig.ty.params.to_vec(),
                    ..Candidate::new(vec![sequence])
                });
            }
        }
        match select(self, pool, 1) {
            Choice::One(best) => match (best.function(), is_member) {
                (Some(f), true) => self.call_function(f, Some(e), &[], false, site),
                (Some(f), false) => self.call_function(f, None, &[e], false, site),
                _ => self.error_expr(site),
            },
            _ => self.error_expr(site),
        }
    }

    /// A specialisation of a class template of namespace `std`.
    fn std_template(&mut self, name: &str, args: Vec<Arg<'db>>) -> Option<Ty<'db>> {
        let db = self.db;
        let path = cleave_hir::Path {
            global: true,
            decltype: None,
            qualifiers: Box::new([cleave_hir::PathSegment {
                name: Name::new("std"),
                args: None,
            }]),
            name: NameId::Ident(Name::new(name)),
            args: None,
        };
        let found = crate::convert::quietly(self, |cx| cx.lookup_path(&path));
        let Found::Entities { set, .. } = found else {
            return None;
        };
        let template = set.into_iter().find(|t| t.is_template(db))?;
        let env = Env::new(db, template.env(db), args.into_boxed_slice());
        let entity = Entity::new(db, template.decl(db), Some(env));
        Some(Ty::of(db, TyKind::Class(entity)))
    }

    /// A member type of a class.
    fn member_type(&mut self, class: Ty<'db>, name: &str) -> Option<Ty<'db>> {
        let found = self.lookup_member(class, &NameId::Ident(Name::new(name)));
        self.found_type(found, None)
    }
}

fn has_fields<'db>(db: &'db dyn cleave_base_db::Db, class: Ty<'db>, depth: u32) -> bool {
    depth < 64
        && class_info(db, class.unqualified(db)).is_some_and(|i| {
            !i.fields.is_empty() || i.bases.iter().any(|b| has_fields(db, b.ty, depth + 1))
        })
}

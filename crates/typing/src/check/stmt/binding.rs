//! Structured bindings ([dcl.struct.bind]).

use cleave_codes::codes;
use cleave_hir::{DeclId, DeclKind, Name, NameId, TypeId};

use crate::check::init::{Mode, Purpose};
use crate::class::class_info;
use crate::lookup::Found;
use crate::thir::{Category, ExprId, ExprKind, LocalId, LocalKind, Stmt, StmtId};
use crate::{Arg, Bound, Const, Context, Entity, Env, Fill, Site, Ty, TyKind, Value};

impl<'db> Context<'db> {
    /// A structured binding declaration: an invented variable, and names for its parts.
    pub(crate) fn bind_structure(
        &mut self,
        decl: DeclId,
        ty: TypeId,
        names: &[Name],
        e: ExprId,
        out: &mut Vec<StmtId>,
    ) {
        let first = self.out.locals.len() as u32;
        self.bind_names(decl, ty, names, e, out);
        let new = first..self.out.locals.len() as u32;
        self.body.bindings.extend(new.map(LocalId));
    }

    fn bind_names(
        &mut self,
        decl: DeclId,
        ty: TypeId,
        names: &[Name],
        e: ExprId,
        out: &mut Vec<StmtId>,
    ) {
        let db = self.db;
        let site = self.site_of(e);
        let written = self.type_site(ty);
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
        self.check_constraint(written, pattern, ty);
        let whole = self.declare(None, ty, LocalKind::Automatic);
        // What a reference refers to may be a constant ([expr.const]/5).
        self.out.locals[whole.0 as usize].init = Some(value).filter(|_| ty.is_reference(db));
        out.push(self.push_stmt(Stmt::Local(whole, Some(value))));
        self.comes_to_life(decl, whole, Some(value), true);
        let object = ty.strip_reference(db);
        if let TyKind::Array(element, Bound::Known(n)) = *object.kind(db) {
            if n != names.len() as u64 {
                self.wrong_count(decl, n, names);
                return self.bind_unknown(names, false, site);
            }
            for (i, name) in names.iter().enumerate() {
                let base = self.local_expr(whole, site);
                let index = self.int(cleave_lang::Builtin::Long, i as i128, site);
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
        if self.bind_tuple(decl, whole, ty, names, out, site).is_some() {
            return;
        }
        if !self.has_components(object) {
            let shown = match object.is_function(db) {
                true => object.decayed(db),
                false => object,
            };
            let empty = class_info(db, object.unqualified(db))
                .is_some_and(|i| !i.is_union && i.fields.is_empty());
            let at = match empty && !has_fields(db, object, 0) {
                true => self.binding_at(decl, 0),
                false => decl,
            };
            let shown = self.shown(e, shown);
            self.wrong_binding(at, codes::NO_COMPONENTS_TO_BIND, vec![shown]);
            return self.bind_unknown(names, false, site);
        }
        self.bind_members(decl, whole, object, names, site);
    }

    /// Whether an object that is no array and no tuple may have parts to bind to ([dcl.struct.bind]/5): all of its members are
    /// of one class, and none of them is an anonymous union.
    fn has_components(&self, object: Ty<'db>) -> bool {
        let db = self.db;
        if object.is_unknown(db) {
            return true;
        }
        if let TyKind::Array(_, bound) = object.kind(db) {
            return !matches!(bound, Bound::Unknown);
        }
        let mut class = object.unqualified(db);
        if !class.is_class(db) {
            return !(object.is_scalar(db) || object.is_function(db));
        }
        for _ in 0..64 {
            let Some(info) = class_info(db, class) else {
                return true;
            };
            if info
                .bases
                .iter()
                .any(|b| class_info(db, b.ty.unqualified(db)).is_none())
            {
                return true;
            }
            let mut with = info.bases.iter().filter(|b| has_fields(db, b.ty, 0));
            let (base, more) = (with.next(), with.next());
            if !info.fields.is_empty() {
                let anonymous = info.fields.iter().any(|f| f.name.is_empty());
                return base.is_none() && !anonymous && !info.is_union;
            }
            match (base, more) {
                (Some(base), None) => class = base.ty.unqualified(db),
                _ => return false,
            }
        }
        true
    }

    /// Says that there are more or fewer names than parts.
    fn wrong_count(&mut self, decl: DeclId, parts: u64, names: &[Name]) {
        match names.len() as u64 > parts {
            true => {
                let first = self.binding_at(decl, parts as usize);
                self.wrong_binding(first, codes::TOO_MANY_BINDING_NAMES, Vec::new());
            }
            false => self.wrong_binding(decl, codes::TOO_FEW_BINDING_NAMES, Vec::new()),
        }
    }

    /// One of the names of a structured binding declaration.
    fn binding_at(&self, decl: DeclId, number: usize) -> DeclId {
        match &self.code[decl].kind {
            DeclKind::StructuredBinding { bindings, .. } => {
                bindings.get(number).copied().unwrap_or(decl)
            }
            _ => decl,
        }
    }

    fn wrong_binding(&mut self, decl: DeclId, number: codes::Code, fills: Vec<Fill<'db>>) {
        if !self.is_substitution() {
            let site = self.decl_site(decl);
            self.problem((number, fills), site);
        }
    }

    /// Names that are declared already, in the block or before in the same list.
    pub(crate) fn check_bindings(&mut self, bindings: &[DeclId], names: &[Name]) {
        for (i, (name, &decl)) in names.iter().zip(bindings).enumerate() {
            if name.as_str().is_empty() {
                continue;
            }
            let known = self.redeclares(name).or_else(|| self.is_brought(name));
            let taken = known.or(names[..i]
                .contains(name)
                .then_some(codes::ALREADY_DECLARED_IN_SCOPE));
            if let Some(number) = taken {
                let site = self.decl_site(decl);
                self.problem((number, vec![Fill::Name(name.as_str().into())]), site);
            }
        }
    }

    pub(crate) fn bind_unknown(&mut self, names: &[Name], dependent: bool, site: Site<'db>) {
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
    pub(crate) fn bind_members(
        &mut self,
        decl: DeclId,
        whole: LocalId,
        object: Ty<'db>,
        names: &[Name],
        site: Site<'db>,
    ) {
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
        // The first member that may not be named speaks for all, and for their number.
        let env = info.definition.and_then(|d| d.env(db));
        let hidden = names.iter().zip(&info.fields).position(|(_, field)| {
            self.reports_access() && self.is_inaccessible(crate::Entity::new(db, field.decl, env))
        });
        if let Some(i) = hidden {
            let member = crate::Entity::new(db, info.fields[i].decl, env);
            let entity = Fill::Entity(member);
            let at = self.decl_site(self.binding_at(decl, i));
            self.problem(codes::BINDING_TO_NONPUBLIC_MEMBER { entity }, at);
        }
        if info.fields.len() != names.len() {
            if hidden.is_none() {
                self.wrong_count(decl, info.fields.len() as u64, names);
            }
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
    pub(crate) fn bind_tuple(
        &mut self,
        decl: DeclId,
        whole: LocalId,
        declared: Ty<'db>,
        names: &[Name],
        out: &mut Vec<StmtId>,
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
            if let Ok(count) = u64::try_from(count) {
                self.wrong_count(decl, count, names);
            }
            self.bind_unknown(names, false, site);
            return Some(());
        }
        for (i, name) in names.iter().enumerate() {
            let size_ty = self.builtin(crate::ty::classify::size_type(db));
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
    pub(crate) fn get_element(
        &mut self,
        class: Ty<'db>,
        e: ExprId,
        index: Arg<'db>,
        site: Site<'db>,
    ) -> ExprId {
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
                let ty = self.builtin(cleave_lang::Builtin::Int);
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
                true => crate::overload::object_sequence(self, &sig.ty, None, &operand),
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
    pub(crate) fn std_template(&mut self, name: &str, args: Vec<Arg<'db>>) -> Option<Ty<'db>> {
        let db = self.db;
        let path = cleave_hir::Path::new(
            NameId::Ident(Name::new(name)),
            cleave_hir::PathParts {
                global: true,
                qualifiers: Box::new([cleave_hir::PathSegment {
                    name: Name::new("std"),
                    args: None,
                }]),
                ..Default::default()
            },
        );
        let found = crate::convert::quietly(self, |cx| cx.lookup_path(&path));
        let Found::Entities { set, .. } = found else {
            return None;
        };
        let template = set.into_iter().find(|t| t.is_template(db))?;
        let env = Env::make(db, template.env(db), args);
        let entity = Entity::new(db, template.decl(db), Some(env));
        Some(Ty::of(db, TyKind::Class(entity)))
    }

    /// A member type of a class.
    pub(crate) fn member_type(&mut self, class: Ty<'db>, name: &str) -> Option<Ty<'db>> {
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

//! Class member access ([expr.ref]).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{CaptureKind, DeclKind, ExprId, Name, NameId, Path};
use cleave_lang::{Operator, Qualifiers};
use cleave_names::decl::Spec;

use crate::check::expr::name::Named;
use crate::class::{Field, Special, class_info, special};
use crate::code::source::first_token;
use crate::convert::{is_base_of, is_same_class};
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::lookup::qualified::Scope;
use crate::overload::operators::operator_candidates;
use crate::overload::{Callable, Choice, select};
use crate::template::Failure;
use crate::thir::{self, Category, Conversion, ExprKind};
use crate::{At, Closure, Context, DeclRef, Entity, Fill, Problem, Site, Ty, TyKind};

/// How many `operator->` may follow each other.
const ARROWS: u32 = 64;

/// The way to a member by numbers, through anonymous unions and structs.
fn field_path<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    decl: DeclRef<'db>,
    depth: u32,
) -> Option<Vec<(u32, &'db Field<'db>)>> {
    let info = class_info(db, class)?;
    for (i, field) in info.fields.iter().enumerate() {
        if field.decl == decl {
            return Some(vec![(i as u32, field)]);
        }
        if field.name.is_empty()
            && depth < 16
            && field.ty.is_class(db)
            && let Some(rest) = field_path(db, field.ty.unqualified(db), decl, depth + 1)
        {
            let mut path = vec![(i as u32, field)];
            path.extend(rest);
            return Some(path);
        }
    }
    None
}

/// Whether a class that is no template's specialisation has no definition anywhere. What a block declares is not followed.
pub(crate) fn is_incomplete<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    class.class_entity(db).is_some_and(|e| {
        e.env(db).is_none()
            && e.decl(db).code(db).body.is_none()
            && crate::function::definition(db, e).is_none()
    })
}

impl<'db> Context<'db> {
    /// The object of a member access: a glvalue or prvalue, `->` resolved. `None`: it is no class; the value is given.
    pub(crate) fn member_object(
        &mut self,
        base: ExprId,
        arrow: bool,
        site: Site<'db>,
    ) -> thir::ExprId {
        let mut object = self.expr(base);
        if !arrow {
            return match self.node(object).kind {
                ExprKind::Overloaded { .. } => match self.undetermined(object) {
                    Some(bad) => bad,
                    None => self.error_expr(site),
                },
                _ => object,
            };
        }
        let db = self.db;
        let mut seen = Vec::new();
        for _ in 0..ARROWS {
            let class = self.ty(object).unqualified(db);
            if self.is_bad(object) || !class.is_class(db) {
                break;
            }
            if seen.contains(&class) {
                let fills = seen.first().and_then(|c| c.class_entity(db));
                let fills = fills.map(Fill::Entity).into_iter().collect();
                return self.wrong_operand((codes::ARROW_OPERATOR_LOOP, fills), object);
            }
            seen.push(class);
            let operand = [self.operand(object)];
            let pool = operator_candidates(self, Operator::Arrow, &operand);
            object = match select(self, pool, 1) {
                Choice::One(best) => match best.callable {
                    Callable::Function(f) => self.call_function(f, Some(object), &[], false, site),
                    _ => return self.error_expr(site),
                },
                Choice::None(_) => return self.no_arrow(object),
                _ => return self.infect(&[object], site),
            };
        }
        if self.is_bad(object) {
            return self.infect(&[object], site);
        }
        let pointer = self.rvalue(object);
        match self.ty(pointer).pointee(db) {
            Some(ty) => {
                let kind = ExprKind::Unary(Operator::Dereference, pointer);
                self.push(kind, ty, Category::Lvalue, site)
            }
            None => self.no_arrow(object),
        }
    }

    /// `->` on what is neither a pointer nor a class with that operator: pointed at by its first token.
    fn no_arrow(&mut self, object: thir::ExprId) -> thir::ExprId {
        if matches!(
            self.ty(object).kind(self.db),
            TyKind::Overloaded | TyKind::List
        ) {
            if let Some(bad) = self.undetermined(object) {
                return bad;
            }
            let site = self.site_of(object);
            return self.error_expr(site);
        }
        let ty = self.shown(object, self.ty(object).decayed(self.db));
        self.wrong_operand(codes::ARROW_ON_NON_POINTER { ty }, object)
    }

    /// Of conversion functions those to the type that their name says ([class.conv.fct]), none if there certainly are none; all where it
    /// cannot be known. `None`: which specialisation of a template it is depends on template parameters.
    pub(crate) fn converting(
        &mut self,
        set: Vec<Entity<'db>>,
        class: Option<Ty<'db>>,
        path: &'db Path,
    ) -> Option<Vec<Entity<'db>>> {
        let db = self.db;
        let (NameId::Conversion(to), Some(class)) = (&path.name, class) else {
            return Some(set);
        };
        let to = self.resolve_type(*to);
        if to.is_dependent(db) && set.iter().any(|f| f.is_template(db)) {
            return None;
        }
        if to.is_unknown(db) || to.is_dependent(db) {
            return Some(set);
        }
        let all = crate::class::conversions(db, class.unqualified(db));
        let gives = |f: &Entity<'db>| !f.is_template(db) && crate::check::return_type(db, *f) == to;
        let mut found: Vec<_> = all.iter().copied().filter(gives).collect();
        let open = |ty: Ty<'db>| ty.is_unknown(db) || ty.is_dependent(db) || ty.has_auto(db);
        let mut certain = !self.is_dependent_place()
            && (all.iter()).all(|f| f.is_template(db) || !open(crate::check::return_type(db, *f)));
        if found.is_empty() {
            // A template names the specialisation that gives just this type ([temp.mem]/5).
            for &template in all.iter().filter(|f| f.is_template(db)) {
                match crate::template::deduce_type(self, template, &[], to) {
                    Ok(f) => match crate::check::return_type(db, f) {
                        made if made == to => found.push(f),
                        made => certain &= !open(made),
                    },
                    Err(Failure::Unknown(_)) => certain = false,
                    Err(_) => {}
                }
            }
        }
        Some(match found.is_empty() && !certain {
            true => set,
            false => found,
        })
    }

    /// Says that a class has no conversion function to a type.
    pub(crate) fn no_conversion_member(
        &mut self,
        class: Option<Ty<'db>>,
        path: &Path,
        site: Site<'db>,
    ) {
        let db = self.db;
        let entity = class.and_then(|c| c.unqualified(db).class_entity(db));
        let (NameId::Conversion(to), Some(entity)) = (&path.name, entity) else {
            return;
        };
        let to = crate::display::type_text(db, self.resolve_type(*to));
        let code = codes::NO_SUCH_MEMBER {
            class: Fill::Entity(entity),
            name: Fill::Name(format!("operator {to}").into()),
        };
        self.problem(code, site);
    }

    /// What a member access denotes.
    pub(crate) fn member_callee(
        &mut self,
        base: ExprId,
        arrow: bool,
        member: &'db Path,
        site: Site<'db>,
    ) -> Named<'db> {
        let db = self.db;
        let object = self.member_object(base, arrow, site);
        if self.is_bad(object) {
            if let Some(field) = self.own_field(base, member) {
                let object = self.this_object(site);
                if let Some(e) = self.field_of_pattern(field, object, site) {
                    return Named::Value(e);
                }
            }
            return match self.is_dependent(object) {
                true => Named::Dependent,
                false => Named::Unknown,
            };
        }
        let class = self.ty(object).unqualified(db);
        if let NameId::Destructor(named) = member.name {
            if member.is_unqualified() {
                self.check_destructor_name(named, class, site);
            }
            // A qualified name may name the destructor of a base.
            let base = match member.is_unqualified() {
                true => None,
                false => match crate::convert::quietly(self, |cx| cx.scope_of(member)) {
                    Scope::Type(base) => Some(base.unqualified(db)),
                    _ => None,
                },
            };
            let base = base.filter(|b| class.is_class(db) && is_base_of(db, *b, class));
            let destroyed = base.unwrap_or(class);
            let object = self.object_argument(object, base);
            let function = match destroyed.is_class(db) {
                true => special(db, destroyed, Special::Destructor).and_then(|s| s.declared),
                false => None,
            };
            return Named::Destructor(object, function);
        }
        if !class.is_class(db) {
            let ty = self.ty(object);
            if matches!(ty.kind(db), TyKind::Overloaded | TyKind::List) {
                return Named::Unknown;
            }
            let at = first_token(self.db, self.site(base));
            let number = if arrow {
                codes::NOT_A_POINTER_TO_CLASS
            } else {
                codes::NOT_OF_CLASS_TYPE
            };
            // After an arrow the pointer is what is reported.
            let shown = match (arrow, ty.is_function(db)) {
                (true, _) => ty.pointer(db),
                (false, true) => ty.decayed(db),
                (false, false) => ty,
            };
            let shown = match self.node(object).kind {
                ExprKind::Unary(Operator::Dereference, pointer) if arrow => {
                    self.shown(pointer, shown)
                }
                _ => self.shown(object, shown),
            };
            self.problems
                .push(Problem::new((number, vec![shown]), at).at(At::First));
            return Named::Unknown;
        }
        if class_info(db, class).is_none() {
            if is_incomplete(db, class) {
                self.incomplete_object(class, arrow, base);
            }
            return Named::Unknown;
        }
        let found = match member.is_unqualified() {
            true => self.lookup_member(class, &member.name),
            false => self.lookup_from_object(class, member, site),
        };
        // `this` is of no unknown type where the class is no template, so that the name is looked up where it is written: a
        // function is declared behind its return type ([basic.scope.pdecl]/1).
        let found = match found {
            Found::Entities { set, .. }
                if self.modes.is_undeclared
                    && matches!(self.code[base], cleave_hir::Expr::This)
                    && matches!(set[..], [only] if only.decl(db) == self.owner.decl(db))
                    && class.class_entity(db).is_some_and(|c| c.env(db).is_none()) =>
            {
                Found::Nothing
            }
            found => found,
        };
        if let Found::Nothing = found {
            if let (TyKind::Closure(closure), Some(name)) = (class.kind(db), member.name.ident())
                && member.is_unqualified()
            {
                self.no_member_of_closure(*closure, class, name, site);
            }
            let name = match &member.name {
                NameId::Ident(name) => Some(name.as_str().into()),
                // An implicit assignment operator is nothing that lookup finds.
                NameId::Operator(op) if *op != Operator::Assign => Some(op.function_id().into()),
                _ => None,
            };
            if let (Some(name), Some(entity)) = (name, class.class_entity(db))
                && member.is_unqualified()
            {
                let class = self.shown_class(object, entity);
                let name = Fill::Name(name);
                self.problem(codes::NO_SUCH_MEMBER { class, name }, site);
            }
            if let NameId::Conversion(to) = member.name
                && member.is_unqualified()
                && !self.is_dependent_place()
                && !self.resolve_type(to).is_unknown(db)
            {
                self.no_conversion_member(Some(class), member, site);
            }
            return Named::Unknown;
        }
        if let Found::Entities { set, .. } = &found
            && let [only] = set[..]
            && member.is_unqualified()
            && !only.is_function(db)
        {
            self.check_inherited_access(only, class, site);
        }
        if !member.is_unqualified() && self.is_of_other_class(member, &found, class) {
            self.not_of_class(class, base, site);
            return Named::Unknown;
        }
        match self.denoted(found, member, Some(object), site) {
            // What `decltype` and `sizeof` are asked of is the member.
            Named::Value(value)
                if !self.modes.unevaluated
                    && matches!(
                        self.node(value).kind,
                        ExprKind::Static(_) | ExprKind::Value(_)
                    ) =>
            {
                Named::Value(self.behind_object(Some(object), value, site))
            }
            named => named,
        }
    }

    /// A static member, an enumerator or a call of a static member function behind the expression in front of the dot or arrow,
    /// which is evaluated and discarded ([expr.ref]/2). Where that does nothing it is left out.
    pub(crate) fn behind_object(
        &mut self,
        object: Option<thir::ExprId>,
        member: thir::ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let Some(object) = object.filter(|&o| !self.is_idle(o, 0)) else {
            return member;
        };
        let object = self.materialize(object);
        let thir::Expr { ty, category, .. } = *self.node(member);
        self.push(ExprKind::Comma(object, member), ty, category, site)
    }

    /// Captures with an initialiser are private members of a closure as far as anybody can tell; it has no others with a name
    /// ([expr.prim.lambda.capture]/10).
    fn no_member_of_closure(
        &mut self,
        closure: Closure<'db>,
        class: Ty<'db>,
        name: &Name,
        site: Site<'db>,
    ) {
        let db = self.db;
        let Some(lambda) = closure.hir(db) else {
            return;
        };
        let text = crate::display::type_text(db, class);
        let captured = lambda.captures.iter().find(|c| match &c.kind {
            CaptureKind::Init { name: own, .. } => own == name,
            _ => false,
        });
        match captured {
            Some(_) => {
                let name = format!("{text}::{name}").into();
                let entity = Fill::Local("member", name, Some(closure.site));
                self.problem(codes::INACCESSIBLE_ENTITY { entity }, site);
            }
            None => {
                let class = Fill::Kind("class", text.into());
                let name = Fill::Name(name.as_str().into());
                self.problem(codes::NO_SUCH_MEMBER { class, name }, site);
            }
        }
    }

    /// A qualified member: its first qualifier is looked for in the class of the object before it is where it stands
    /// ([basic.lookup.qual]).
    fn lookup_from_object(
        &mut self,
        class: Ty<'db>,
        member: &'db Path,
        site: Site<'db>,
    ) -> Found<'db> {
        if let ([first], false, None) = (&*member.qualifiers, member.global, &member.decltype)
            && first.args.is_none()
        {
            let name = NameId::Ident(first.name.clone());
            let own = self.with_mode(
                |m| &mut m.in_type,
                true,
                |cx| cx.lookup_in(&Scope::Type(class), &name, Want::Scope),
            );
            let own = match own {
                Found::Type(ty) => Some(ty),
                found @ Found::Entities { .. } => {
                    crate::convert::quietly(self, |cx| cx.found_type(found, None))
                }
                _ => None,
            };
            if let Some(ty) = own {
                let scope = Scope::Type(ty);
                let found = self.lookup_in(&scope, &member.name, Want::Any);
                if found == Found::Nothing
                    && let Some(problem) = self.no_such_member(&scope, member, site)
                {
                    self.problems.push(problem);
                    return Found::Unknown;
                }
                return found;
            }
        }
        let problems = self.problems.len();
        let found = self.lookup_path(member);
        if found == Found::Nothing && self.problems.len() == problems && !self.is_substitution() {
            let scope = crate::convert::quietly(self, |cx| cx.scope_of(member));
            if let Some(problem) = self.no_such_member(&scope, member, site) {
                self.problems.push(problem);
                return Found::Unknown;
            }
        }
        // The first name is looked up in the class and where it stands ([basic.lookup.classref]/4).
        if found == Found::Unknown
            && self.problems.len() == problems
            && !self.is_substitution()
            && self.is_users_own()
            && let Some(problem) = self.no_such_scope(member, true, site)
            && problem.code == codes::NOT_A_CLASS_OR_NAMESPACE_NAME
        {
            self.problems.push(problem);
        }
        found
    }

    /// `e.m`, `e->m` where it is not called.
    pub(crate) fn member_expr(
        &mut self,
        base: ExprId,
        arrow: bool,
        member: &'db Path,
        site: Site<'db>,
    ) -> thir::ExprId {
        let reported = self.problems.len();
        let named = self.member_callee(base, arrow, member, site);
        if self.problems.len() == reported {
            self.check_compared_arguments(&named, (member, site), None);
        }
        if let Named::Functions { set, .. } = &named
            && member.args.is_none()
            && set.iter().all(|f| {
                let signature = crate::function::signature(self.db, *f);
                let known = |s: &crate::function::Signature<'db>| {
                    let class = s.class.filter(|_| self.in_template());
                    class.is_none_or(|c| {
                        c.class_entity(self.db).is_some_and(|c| {
                            crate::code::params::levels(self.db, c.decl(self.db)).is_empty()
                        })
                    })
                };
                !f.is_template(self.db)
                    && signature.is_some_and(|s| {
                        (s.has_object || set.len() > 1 && !self.modes.unevaluated) && known(s)
                    })
            })
        {
            return self.bound_function(site);
        }
        self.named_expr(named, member, site)
    }

    /// A non-static data member; without an object, of `*this`.
    pub(crate) fn field(
        &mut self,
        entity: Entity<'db>,
        class: Option<Ty<'db>>,
        object: Option<thir::ExprId>,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let implicit = object.is_none();
        let object = match object {
            Some(object) => object,
            None => match self.implicit_this(class, entity, site) {
                Some(_) if !self.is_this_captured() => {
                    return self.reject(codes::THIS_NOT_IN_CAPTURE_LIST, site);
                }
                Some(object) => {
                    self.note_this(site);
                    object
                }
                None => return self.member_without_object(entity, site),
            },
        };
        if self.is_bad(object) {
            if let Some(field) = self.field_of_pattern(entity, object, site) {
                return field;
            }
            return self.infect(&[object], site);
        }
        self.check_data_access(entity, class, site);
        if implicit {
            let of = self.ty(object);
            self.check_inherited_access(entity, of, site);
        }
        let own = self.ty(object).unqualified(db);
        let class = class.map_or(own, |c| c.unqualified(db));
        let mut object = self.materialize(object);
        if !is_same_class(db, own, class) && is_base_of(db, class, own) {
            let to = class.qualified(db, self.ty(object).top_quals(db));
            object = self.convert_glvalue(Conversion::ToBase(class), object, to);
        }
        let mut in_class = self.ty(object).unqualified(db);
        let mut path = field_path(db, in_class, entity.decl(db), 0);
        // A using-declaration names a member of a base ([namespace.udecl]).
        if path.is_none()
            && let Some(of) = crate::function::class_of(db, entity).map(|c| c.unqualified(db))
            && is_base_of(db, of, in_class)
        {
            let to = of.qualified(db, self.ty(object).top_quals(db));
            object = self.convert_glvalue(Conversion::ToBase(of), object, to);
            in_class = of;
            path = field_path(db, in_class, entity.decl(db), 0);
        }
        let Some(path) = path else {
            return match in_class.is_dependent(db) {
                true => {
                    let ty = crate::function::variable_type(db, entity);
                    self.dependent_of(ty.strip_reference(db), Category::Lvalue, site)
                }
                false => self.error_expr(site),
            };
        };
        for (number, field) in path {
            object = self.subobject(object, number, field, site);
        }
        object
    }

    /// One step to a member.
    pub(crate) fn subobject(
        &mut self,
        object: thir::ExprId,
        number: u32,
        field: &Field<'db>,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let kind = ExprKind::Field(object, number);
        if field.ty.is_reference(db) {
            let ty = field.ty.strip_reference(db);
            return self.push(kind, ty, Category::Lvalue, site);
        }
        let mut quals = self.ty(object).top_quals(db);
        quals.is_restrict = false;
        if field.is_mutable {
            quals.is_const = false;
        }
        let ty = field.ty.qualified(db, quals);
        let category = match self.category(object) {
            Category::Lvalue => Category::Lvalue,
            _ => Category::Xvalue,
        };
        self.push(kind, ty, category, site)
    }

    fn implicit_this(
        &mut self,
        class: Option<Ty<'db>>,
        entity: Entity<'db>,
        site: Site<'db>,
    ) -> Option<thir::ExprId> {
        let db = self.db;
        let this = self.scopes.this?;
        // The initializer of a static data member has no object.
        let is_static = |d: &cleave_hir::Decl| {
            let is_static = d.spec.any(Spec::STATIC) || d.parent.is_none();
            matches!(d.kind, DeclKind::Variable(_)) && is_static
        };
        if self.owner.hir(db).is_some_and(is_static) {
            return None;
        }
        if this.is_dependent(db) {
            return Some(self.this_object(site));
        }
        let related = class.is_none_or(|c| is_same_class(db, c, this) || is_base_of(db, c, this));
        let own = || {
            let this = this.unqualified(db);
            class.is_some() || field_path(db, this, entity.decl(db), 0).is_some()
        };
        (related && own()).then(|| self.this_object(site))
    }

    /// A data member named without an object: allowed where nothing is evaluated ([expr.prim.id.general]/3).
    fn member_without_object(&mut self, entity: Entity<'db>, site: Site<'db>) -> thir::ExprId {
        let db = self.db;
        let ty = crate::function::variable_type(db, entity);
        if ty.is_unknown(db) {
            return self.dependent_of(ty.strip_reference(db), Category::Lvalue, site);
        }
        self.check_data_access(entity, None, site);
        if self.modes.unevaluated {
            return self.push(
                ExprKind::Error,
                ty.strip_reference(db),
                Category::Lvalue,
                site,
            );
        }
        match self.in_template() {
            true => self.dependent_of(ty.strip_reference(db), Category::Lvalue, site),
            false => self.reject(codes::NONSTATIC_MEMBER_WITHOUT_OBJECT, site),
        }
    }

    /// `e.*m`, `e->*m` on a builtin pointer to member: the object is a glvalue by now.
    pub(crate) fn member_pointer(
        &mut self,
        object: thir::ExprId,
        pointer: thir::ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let pointer = self.rvalue(pointer);
        let TyKind::MemberPointer { class, member } = *self.ty(pointer).kind(db) else {
            let ty = self.ty(pointer);
            let known = !self.is_bad(pointer) && !ty.is_unknown(db);
            return match known && !ty.is_dependent(db) {
                true => self.wrong_operand(codes::NOT_A_POINTER_TO_MEMBER, pointer),
                false => self.error_expr(site),
            };
        };
        let own = self.ty(object);
        if own.is_scalar(db) && !own.is_unknown(db) && !self.in_template() && !self.is_bad(object) {
            let ty = self.shown(object, own);
            return self.wrong_operand(codes::NOT_OF_CLASS_TYPE { ty }, object);
        }
        let mut object = object;
        if !member.is_function(db) {
            object = self.materialize(object);
        }
        if !is_same_class(db, own, class) {
            if !is_base_of(db, class, own) {
                let derives = crate::class::derives(db, own.unqualified(db), class);
                let known = own.is_class(db) && class.is_class(db) && derives == Some(false);
                let dependent = own.is_dependent(db) || class.is_dependent(db);
                let object = Fill::Type(own.unqualified(db));
                let class = Fill::Type(class);
                return match known && !dependent {
                    true => {
                        self.reject(codes::MEMBER_POINTER_OF_OTHER_CLASS { object, class }, site)
                    }
                    false => self.error_expr(site),
                };
            }
            let to = class.unqualified(db).qualified(db, own.top_quals(db));
            object = self.materialize(object);
            object = self.convert_glvalue(Conversion::ToBase(class.unqualified(db)), object, to);
        }
        let kind = ExprKind::MemberPointer(object, pointer);
        if member.is_function(db) {
            return self.push(kind, member, Category::Prvalue, site);
        }
        let quals = Qualifiers {
            is_restrict: false,
            ..own.top_quals(db)
        };
        let category = match self.category(object) {
            Category::Lvalue => Category::Lvalue,
            _ => Category::Xvalue,
        };
        self.push(kind, member.qualified(db, quals), category, site)
    }
}

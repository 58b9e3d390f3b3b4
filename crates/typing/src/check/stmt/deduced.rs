//! Variables whose initializers say their types: placeholders ([dcl.spec.auto]) and templates of classes ([over.match.class.deduct]).

use cleave_codes::{Message, codes};
use cleave_hir::{DeclId, DeclKind, Init, TypeId, TypeRef};
use cleave_lang::Qualifiers;

use crate::check::init::{Mode, Purpose};
use crate::code::source::index;
use crate::declarations::placeholders::without_initializer;
use crate::thir::{ExprId, ExprKind};
use crate::{Context, Entity, Env, Fill, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// That `auto` stands for one type in all declarators of a declaration ([dcl.spec.auto]/8).
    pub(super) fn agreed_placeholder(
        &mut self,
        decl: DeclId,
        pattern: Ty<'db>,
        ty: Ty<'db>,
        site: Site<'db>,
    ) {
        use crate::declarations::placeholders::{deduced, placeholder};
        let DeclKind::Variable(v) = &self.code[decl].kind else {
            return;
        };
        let auto = placeholder(self.code, v.ty);
        let (Some(auto), Some(value)) = (auto, deduced(self.db, pattern, ty)) else {
            return;
        };
        let before = self.body.implied.replace((auto, value));
        if let Some((of, before)) = before
            && of == auto
            && before != value
            && !self.in_template()
            && !self.is_instantiation()
        {
            self.problem(
                codes::AUTO_DEDUCED_DIFFERENTLY {
                    ty: Fill::Type(value),
                    previous: Fill::Type(before),
                },
                site,
            );
        }
    }

    /// The type of a declared variable before deduction, or the class template whose arguments are to be deduced.
    pub(crate) fn declared_pattern(&mut self, ty: TypeId) -> (Ty<'db>, Option<Entity<'db>>) {
        match self.placeholder_class(ty) {
            Some(template) => {
                let auto = Ty::of(self.db, TyKind::Auto(false));
                (
                    auto.qualified(self.db, self.written_quals(ty)),
                    Some(template),
                )
            }
            None => (self.type_of(ty), None),
        }
    }

    /// Says so if a class template without arguments stands for a component of a variable's type: `A *p`, `A x[2]`
    /// ([dcl.type.class.deduct]/1).
    pub(crate) fn check_placeholder_component(&mut self, ty: TypeId, is_initialized: bool) -> bool {
        use cleave_hir::TypeRef as T;
        let (mut at, mut is_array) = (ty, false);
        while let T::Pointer(inner)
        | T::LvalueReference(inner)
        | T::RvalueReference(inner)
        | T::Qualified(_, inner)
        | T::Array { element: inner, .. } = &self.code[at]
        {
            is_array |= matches!(self.code[at], T::Array { .. });
            at = *inner;
        }
        if self.placeholder_class(ty).is_some() || self.in_template() || self.is_substitution() {
            return false;
        }
        let Some(template) = self.placeholder_class(at) else {
            return false;
        };
        let entity = Fill::Entity(template);
        let said = match (is_array, is_initialized) {
            (true, _) => codes::TEMPLATE_ARGUMENTS_MISSING { entity }.filled(),
            (false, true) => (codes::CANNOT_DEDUCE_CLASS_TEMPLATE_ARGUMENTS, Vec::new()),
            (false, false) => (codes::TEMPLATE_NAME_FOR_COMPONENT, Vec::new()),
        };
        let site = self.type_site(at);
        self.problems
            .push(crate::Problem::new(said, site).at(crate::At::First));
        true
    }

    /// The qualifiers that are written of a type.
    fn written_quals(&self, ty: TypeId) -> Qualifiers {
        match self.code[ty] {
            TypeRef::Qualified(quals, inner) => quals.union(self.written_quals(inner)),
            _ => Qualifiers::NONE,
        }
    }

    pub(crate) fn initialize_auto(
        &mut self,
        pattern: Ty<'db>,
        init: &'db Init,
        site: Site<'db>,
    ) -> (Ty<'db>, Option<ExprId>) {
        let db = self.db;
        if let Some(at) = self.declared_type_site(site)
            && self.is_array_of_placeholders(pattern, at)
        {
            return (Ty::error(db), None);
        }
        if let Init::Paren(args) = init
            && args.len() > 1
            && let Some(es) = self.arguments(args)
            && let [_, extra, ..] = es[..]
        {
            let bad = self.wrong_operand(codes::TOO_MANY_INITIALIZERS, extra);
            return (Ty::error(db), Some(bad));
        }
        let Some(e) = self.initializer_operand(init) else {
            if let (Init::None, Some(_)) = (init, site.as_declaration()) {
                match pattern.kind(self.db) {
                    TyKind::Auto(true) => self.problems.push(without_initializer(site)),
                    _ => self.problem(codes::AUTO_WITHOUT_INITIALIZER, site),
                }
                return (Ty::error(db), None);
            }
            self.unknown = true;
            return (Ty::error(db), None);
        };
        if let (Init::Brace(_), ExprKind::List(items)) = (init, &self.node(e).kind)
            && items.len() != 1
            && !self.is_bad(e)
        {
            let at = self.site_of(e);
            let is_empty = items.is_empty();
            let bad = self.report(
                crate::Problem::new(codes::PLACEHOLDER_NEEDS_ONE_BRACED_ELEMENT, at)
                    .at(crate::At::First),
            );
            if let (true, Some(at)) = (is_empty, self.declared_type_site(site)) {
                let said = crate::Problem::new(codes::CANNOT_DEDUCE_AUTO, at);
                self.problems.push(said.at(crate::At::First));
            }
            return (Ty::error(db), Some(bad));
        }
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
        // `auto x{{e}}` has no type, and neither has `decltype(auto) x = {e}`.
        let is_braced = matches!(self.node(e).kind, ExprKind::List(_));
        let is_listed = match init {
            Init::Brace(_) => is_braced,
            _ => is_braced && matches!(pattern.kind(db), TyKind::Auto(true)),
        };
        if is_listed
            && !self.in_template()
            && !self.is_substitution()
            && let Some(at) = self.declared_type_site(site)
        {
            let code = match pattern.kind(db) {
                TyKind::Auto(true) => codes::CANNOT_DEDUCE_DECLTYPE_AUTO,
                _ => codes::CANNOT_DEDUCE_AUTO,
            };
            let bad = self.report(crate::Problem::new(code, at).at(crate::At::First));
            return (Ty::error(db), Some(bad));
        }
        if let TyKind::Auto(true) = pattern.kind(db) {
            let ty = match init {
                Init::Equal(x) => crate::check::decltype(self, *x),
                _ => self.ty(e),
            };
            self.check_variable_constraint(site, pattern, ty);
            let value = self.initialize(ty, e, Mode::Copy, Purpose::Variable);
            return (ty, Some(value));
        }
        let operand = self.operand(e);
        // No variable is of type `void`.
        let certain = !self.ty(e).is_void(db) || self.in_template() || self.is_substitution();
        match crate::template::deduce_auto(self, pattern, &operand).filter(|_| certain) {
            Some(ty) => {
                self.check_variable_constraint(site, pattern, ty);
                let mode = match init {
                    Init::Equal(_) => Mode::Copy,
                    _ => Mode::Direct,
                };
                let value = self.initialize(ty, e, mode, Purpose::Variable);
                (ty, Some(value))
            }
            _ => {
                let bad = match self.declared_type_site(site) {
                    Some(at) if self.is_undeducible(pattern, e) => self.report(
                        crate::Problem::new(codes::CANNOT_DEDUCE_AUTO, at).at(crate::At::First),
                    ),
                    _ => self.error_expr(site),
                };
                self.unknown = true;
                (Ty::error(db), Some(bad))
            }
        }
    }

    /// The type-constraint of a declared variable's placeholder type.
    fn check_variable_constraint(&mut self, site: Site<'db>, pattern: Ty<'db>, deduced: Ty<'db>) {
        if let Some(written) = self.declared_type_site(site) {
            self.check_constraint(written, pattern, deduced);
        }
    }

    /// Where the type of a declared variable stands.
    fn declared_type_site(&self, site: Site<'db>) -> Option<Site<'db>> {
        let (db, own) = (self.db, self.owner.decl(self.db));
        let (code_ref, decl) = match site.as_declaration() {
            Some(decl) => (site.code, decl),
            // That of a closure is the number of its lambda-expression.
            None if own.closure(db).is_some() => return None,
            None => (own.code(db), own.index(db)),
        };
        let code = code_ref.code(db)?;
        let DeclKind::Variable(v) = &code[index(&code.decls, decl)?].kind else {
            return None;
        };
        // The specifiers, not what the declarator adds.
        let mut at = v.ty;
        while let cleave_hir::TypeRef::Pointer(inner)
        | cleave_hir::TypeRef::LvalueReference(inner)
        | cleave_hir::TypeRef::RvalueReference(inner)
        | cleave_hir::TypeRef::Array { element: inner, .. }
        | cleave_hir::TypeRef::Attributed(inner, _) = &code[at]
        {
            at = *inner;
        }
        Some(Site {
            code: code_ref,
            index: u32::from(at.into_raw()),
            is_type: true,
        })
    }

    /// Whether nothing can be deduced from an initialiser: a set of functions, `void`, a list, no pointer for `auto *`.
    fn is_undeducible(&self, pattern: Ty<'db>, e: ExprId) -> bool {
        let db = self.db;
        let ty = self.ty(e);
        if self.in_template() || self.is_substitution() {
            return false;
        }
        match ty.kind(db) {
            TyKind::Overloaded | TyKind::List => true,
            _ if ty.is_void(db) => true,
            // A pointer to `decltype(auto)` is reported where it is written.
            _ => pattern.pointee(db).is_some_and(|of| {
                !matches!(of.kind(db), TyKind::Auto(true)) && !ty.decayed(db).is_pointer(db)
            }),
        }
    }

    /// A type that depends on template parameters in a way that nothing more is known of.
    pub(crate) fn dependent_type(&mut self, site: Site<'db>) -> Ty<'db> {
        let env = self
            .env
            .unwrap_or_else(|| Env::make(self.db, None, Vec::new()));
        Ty::of(self.db, TyKind::Dependent(site, env))
    }

    /// `A x(args)` with the arguments of `A` deduced.
    pub(crate) fn initialize_deduced_class(
        &mut self,
        template: Entity<'db>,
        init: &'db Init,
        site: Site<'db>,
    ) -> (Ty<'db>, Option<ExprId>) {
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
}

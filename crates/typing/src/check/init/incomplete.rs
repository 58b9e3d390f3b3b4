//! Classes that are declared and never defined where objects of them are needed ([basic.types.general]/5).
//!
//! Where a class is defined behind its use nothing is said. Nor is anything of templates before they are instantiated.

use cleave_codes::codes;
use cleave_hir::{DeclKind, Expr as H, ExprId, TypeId, TypeRef};

use crate::check::expr::name::member::is_incomplete;
use crate::code::source::first_token;
use crate::thir;
use crate::{At, Context, Entity, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// Whether a type is a class, or an array of one, that is certainly incomplete.
    pub(crate) fn lacks_definition(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        let class = ty.innermost_element(db);
        // What a template's parameters have nothing to do with is as incomplete in a template as elsewhere.
        let plain = |e: Entity<'db>| crate::code::params::levels(db, e.decl(db)).is_empty();
        let certain = !self.in_template() || class.class_entity(db).is_some_and(plain);
        class.is_class(db) && certain && is_incomplete(db, class)
    }

    /// Whether a class is a specialisation of a template that is declared only.
    pub(crate) fn lacks_template_definition(&self, ty: Ty<'db>) -> bool {
        let class = ty
            .class_entity(self.db)
            .filter(|e| e.env(self.db).is_some());
        let undefined =
            class.is_some_and(|e| crate::class::specialization::is_made_of_nothing(self.db, e));
        undefined && !self.in_template() && !ty.is_dependent(self.db)
    }

    /// What is said of a member that a class without a definition is named with ([basic.lookup.qual.general]/3).
    pub(crate) fn incomplete_scope(
        &mut self,
        path: &cleave_hir::Path,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        let scope = crate::convert::quietly(self, |cx| cx.scope_of(path));
        let crate::lookup::qualified::Scope::Type(ty) = scope else {
            return None;
        };
        if !self.lacks_definition(ty) && !self.lacks_template_definition(ty) {
            return None;
        }
        let ty = Fill::Type(ty);
        Some(Problem::new(codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty }, site).at(At::First))
    }

    /// What a cast makes: an object of a class without a definition, or of an enumeration among its own enumerators.
    pub(crate) fn check_made(&mut self, ty: Ty<'db>, at: Site<'db>) -> bool {
        let db = self.db;
        let open = match ty.kind(db) {
            TyKind::Enum(e) => self.is_among_enumerators(*e),
            _ => !ty.is_array(db) && self.lacks_definition(ty),
        };
        if open {
            let ty = self.shown_at(at, ty.unqualified(db));
            let code = codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty };
            self.problems.push(Problem::new(code, at).at(At::First));
        }
        open
    }

    /// Whether the value of an enumerator is read whose enumeration nothing gives a type yet ([dcl.enum]/5).
    pub(crate) fn is_among_enumerators(&self, e: Entity<'db>) -> bool {
        let db = self.db;
        let owner = self.owner.decl(db);
        let fixed = |d: crate::DeclRef<'db>| match d.hir(db).map(|d| &d.kind) {
            Some(cleave_hir::DeclKind::Enum(e)) => e.scoped || e.base.is_some(),
            _ => true,
        };
        let mut around = std::iter::successors(Some(owner), |d| d.parent(db));
        around.any(|d| !fixed(d) && crate::function::canonical(db, d) == e.decl(db))
    }

    /// A member of an object or of what a pointer points to, of an incomplete class.
    pub(crate) fn incomplete_object(&mut self, class: Ty<'db>, arrow: bool, base: ExprId) {
        let number = match (self.in_template(), arrow) {
            (true, _) => codes::Code::NONE,
            (false, true) => codes::POINTER_TO_INCOMPLETE_TYPE,
            (false, false) => codes::INCOMPLETE_TYPE_NOT_ALLOWED,
        };
        let at = first_token(self.db, self.site(base));
        self.problems
            .push(Problem::new((number, vec![Fill::Type(class)]), at).at(At::First));
    }

    /// `new A`, written at `at`.
    pub(crate) fn check_allocated(&mut self, ty: Ty<'db>, at: Site<'db>) -> bool {
        let wrong = self.lacks_definition(ty);
        if wrong {
            let ty = self.shown_at(at, ty);
            let code = codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty };
            self.problems.push(Problem::new(code, at).at(At::First));
        }
        wrong
    }

    /// `sizeof` of an incomplete class.
    pub(crate) fn incomplete_operand(&mut self, ty: Ty<'db>, site: Site<'db>) {
        if !self.lacks_definition(ty) {
            self.problem(codes::Code::NONE, site);
            return;
        }
        let problem = self.incomplete_measured(ty, site);
        self.problems.push(problem);
    }

    /// That the type is incomplete whose size is asked for.
    pub(crate) fn incomplete_measured(&mut self, ty: Ty<'db>, site: Site<'db>) -> Problem<'db> {
        let ty = self.shown_measured(site, ty);
        let code = codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty };
        match self.written(site) {
            Some(H::SizeofType(_)) => Problem::new(code, site).at(At::Inside),
            Some(H::SizeofExpr(operand)) => Problem::new(code, self.site(*operand)).at(At::First),
            _ => Problem::new(codes::Code::NONE, site),
        }
    }

    /// Whether the definition of a class has not ended where a declaration stands: in the class itself, outside of what is read when
    /// that is complete ([class.mem.general]/7), or in front of it.
    pub(crate) fn is_open_here(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        // The initialiser of a static member is read at once.
        let is_static = |d: &cleave_hir::Decl| {
            let is_static = d.spec.any(cleave_names::decl::Spec::STATIC);
            d.parent.is_some() && is_static && matches!(d.kind, DeclKind::Variable(_))
        };
        let at_once = self.code_ref.body.is_none() || self.owner.hir(db).is_some_and(is_static);
        let plain = at_once && self.env.is_none() && !self.is_substitution();
        if !plain || self.in_template() || self.scopes.closure.is_some() {
            return false;
        }
        let class = ty.innermost_element(db).unqualified(db).class_entity(db);
        let (Some(class), Some(decl)) = (class, self.owner.hir(db)) else {
            return false;
        };
        let at_once = matches!(
            decl.kind,
            DeclKind::StaticAssert(_)
                | DeclKind::Alias(_)
                | DeclKind::Enum(_)
                | DeclKind::Enumerator(_)
                | DeclKind::Variable(_)
        );
        let place = crate::class::Place::Declaration(self.owner.decl(db));
        at_once && decl.heads.is_empty() && crate::class::is_defined_later(db, class, place)
    }

    /// `delete p`: whether the class is not complete here.
    pub(crate) fn check_deleted(&mut self, operand: thir::ExprId, class: Ty<'db>) -> bool {
        let item = self.code_ref.item;
        let place = crate::class::Place::Body(item);
        let later = (class.class_entity(self.db).filter(|_| !self.in_template()))
            .is_some_and(|e| crate::class::is_defined_later(self.db, e, place));
        let incomplete = later || self.lacks_definition(class);
        if incomplete && !self.is_instantiation() {
            let at = self.start_of(operand);
            self.warnings
                .push(Problem::new(codes::DELETE_OF_INCOMPLETE_CLASS, at).at(At::First));
        }
        incomplete
    }

    /// A call of a function whose result is of an incomplete class. It is reported once.
    pub(crate) fn check_result(&mut self, function: Entity<'db>, ret: Ty<'db>, site: Site<'db>) {
        if !self.modes.unevaluated && function.env(self.db).is_none() {
            let found = self.abstract_result(ret, site);
            self.problems.extend(found.map(|p| p.at(At::Opening)));
        }
        if self.modes.unevaluated || !self.lacks_definition(ret) || ret.is_array(self.db) {
            return;
        }
        let ret = self.shown_return(function, ret.unqualified(self.db));
        let fills = vec![Fill::Entity(function), ret];
        let reported = (self.problems.iter())
            .any(|p| p.code == codes::INCOMPLETE_RETURN_TYPE && p.fills == fills);
        if !reported {
            self.problems
                .push(Problem::new((codes::INCOMPLETE_RETURN_TYPE, fills), site).at(At::Opening));
        }
    }

    /// An exception object is of no abstract class ([except.throw]/5).
    pub(crate) fn check_thrown(&mut self, e: thir::ExprId) {
        let class = self.ty(e).unqualified(self.db);
        let is_instance = class
            .class_entity(self.db)
            .is_none_or(|c| c.env(self.db).is_some());
        if is_instance || self.in_template() || self.lacks_definition(class) {
            return;
        }
        let (number, at) = (codes::ABSTRACT_CLASS_OBJECT, self.start_of(e));
        let found = crate::class::abstract_class(self.db, class, number, at);
        self.problems.extend(found.map(|p| p.at(At::First)));
    }

    /// What is said of a function that gives an object of an abstract class ([class.abstract]/3). The class is no instance of a template,
    /// which nothing else may have asked for.
    pub(crate) fn abstract_result(&self, ret: Ty<'db>, site: Site<'db>) -> Option<Problem<'db>> {
        let class = ret.unqualified(self.db);
        let entity = class.class_entity(self.db)?;
        if entity.env(self.db).is_some() || self.in_template() || self.lacks_definition(class) {
            return None;
        }
        let number = codes::FUNCTION_RETURNING_ABSTRACT_CLASS;
        crate::class::abstract_class(self.db, class, number, site)
    }

    /// The parameters and the result of a function that is defined ([dcl.fct]/12).
    pub(crate) fn check_defined(
        &mut self,
        function: Entity<'db>,
        ty: TypeId,
        params: &[Ty<'db>],
        ret: Ty<'db>,
    ) {
        let db = self.db;
        let decl = function.decl(db);
        let code_ref = decl.code(db);
        let Some(code) = function.code(db) else {
            return;
        };
        if self.lacks_definition(ret) && !ret.is_array(db) {
            let named = match function.is_template(db) {
                true => {
                    let text = crate::display::function_text(db, function, true);
                    Fill::Kind("function", text.into())
                }
                false => Fill::Entity(function),
            };
            let fills = vec![named, self.shown_return(function, ret.unqualified(db))];
            let site = Site::declaration(code_ref, decl.index(db));
            self.problem((codes::INCOMPLETE_RETURN_TYPE, fills), site);
        }
        let site = Site::declaration(code_ref, decl.index(db));
        let found = self.abstract_result(ret, site);
        self.problems.extend(found);
        let mut at = ty;
        let f = loop {
            match &code[at] {
                TypeRef::Function(f) => break f,
                TypeRef::Attributed(t, _) | TypeRef::Qualified(_, t) => at = *t,
                _ => return,
            }
        };
        for (&param, &ty) in f.params.iter().zip(params) {
            if ty.is_class(db) && decl.parent_class(db).is_none() && !self.in_template() {
                let site = Site {
                    code: code_ref,
                    index: code[param].ty.into_raw().into(),
                    is_type: true,
                };
                let number = codes::PARAMETER_OF_ABSTRACT_CLASS;
                let found = crate::class::abstract_class(db, ty.unqualified(db), number, site);
                self.problems.extend(found.map(|p| p.at(At::First)));
            }
            if self.lacks_definition(ty) && ty.is_class(db) {
                let site = Site {
                    code: code_ref,
                    index: code[param].ty.into_raw().into(),
                    is_type: true,
                };
                self.problems.push(
                    Problem::new(
                        codes::INCOMPLETE_TYPE_NOT_ALLOWED {
                            ty: Fill::Type(ty.unqualified(db)),
                        },
                        site,
                    )
                    .at(At::First),
                );
            }
        }
    }
}

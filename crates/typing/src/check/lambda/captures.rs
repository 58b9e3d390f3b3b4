//! What a lambda may capture, and what its body may use without ([expr.prim.lambda.capture]).

use cleave_codes::codes;
use cleave_hir::{CaptureKind, DeclKind, ExprId, Init, Lambda, Name, NameId, TypeRef};
use cleave_lang::Operator;
use cleave_syntax::Standard;

use crate::lookup::Found;
use crate::thir::{self, ExprKind, LocalId, LocalKind};
use crate::{At, Context, Declared, Entity, Fill, Problem, Reach, Site};

impl<'db> Context<'db> {
    /// Whether the object of a local that a lambda without a capture-default does not capture is certainly needed wherever it is
    /// named: it is no constant ([basic.def.odr]/10).
    pub(crate) fn reach(&mut self, l: LocalId) -> Reach {
        let db = self.db;
        if self.body.out_of_reach.contains_key(&l) {
            return Reach::Uncaptured;
        }
        let Some(local) = self.out.locals.get(l.0 as usize).cloned() else {
            return Reach::Open;
        };
        if local.is_constexpr {
            return Reach::Open;
        }
        let needed = match local.kind {
            LocalKind::Param(_) => true,
            LocalKind::Capture(_) => {
                !local.ty.is_unknown(db) && !local.ty.innermost_element(db).top_quals(db).is_const
            }
            LocalKind::Automatic if local.ty.is_unknown(db) || local.ty.has_auto(db) => false,
            LocalKind::Automatic if local.ty.is_reference(db) => match local.init {
                Some(init) => self.is_local_object(init),
                None => false,
            },
            LocalKind::Automatic => {
                let object = local.ty.innermost_element(db);
                let constant = object.top_quals(db).is_const;
                let integral = object.is_integral(db) || object.is_enum(db);
                !constant
                    || object.is_class(db)
                    || local.ty.is_array(db)
                    // What has no value by now has none.
                    || integral
                        && !self.in_template()
                        && local.init.is_some_and(|e| !self.is_bad(e))
            }
            LocalKind::Static(_) | LocalKind::Binding(_) => false,
        };
        match needed {
            true => Reach::Uncaptured,
            false => Reach::Open,
        }
    }

    /// Whether an initialiser of a reference is an object of this code.
    fn is_local_object(&self, mut e: thir::ExprId) -> bool {
        for _ in 0..crate::check::DEPTH {
            e = match self.node(e).kind {
                ExprKind::Full(inner) | ExprKind::Convert(_, inner) => inner,
                ExprKind::Local(l) => {
                    let local = self.out.locals.get(l.0 as usize);
                    return local.is_some_and(|l| {
                        matches!(l.kind, LocalKind::Automatic) && !l.ty.is_reference(self.db)
                            || matches!(l.kind, LocalKind::Param(_))
                    });
                }
                _ => return false,
            };
        }
        false
    }

    /// A local is used that is not captured.
    pub(crate) fn not_captured(&mut self, reach: Reach, site: Site<'db>) -> thir::ExprId {
        let number = match reach {
            Reach::Open => return self.error_expr(site),
            Reach::Uncaptured => codes::VARIABLE_NOT_IN_CAPTURE_LIST,
            Reach::Enclosed => codes::NO_IMPLICIT_CAPTURE_IN_OUTER_LAMBDA,
        };
        self.reject(number, site)
    }

    /// Whether `this` may be used: not in a lambda that could not have captured it.
    pub(crate) fn is_this_captured(&self) -> bool {
        let Some(closure) = self.scopes.closure.filter(|_| !self.modes.unevaluated) else {
            return true;
        };
        self.scopes.this.is_none()
            || closure.hir(self.db).is_none_or(|l| l.default.is_some())
            || (closure.around.captures(self.db).iter()).any(|c| c.name.is_none())
    }

    /// Notes that a lambda captures `this` because it captures what it uses by copy ([depr.capture.this]); reported once.
    pub(crate) fn note_this(&mut self, site: Site<'db>) {
        let db = self.db;
        let standard = self.code_ref.item.file(db).dialect(db).standard;
        let Some(closure) = self.scopes.closure.filter(|_| !self.modes.unevaluated) else {
            return;
        };
        let implicit = closure.hir(db).is_some_and(|l| {
            l.default == Some(false) && l.captures.iter().all(|c| captured_name(&c.kind).is_some())
        });
        let reported = self
            .warnings
            .iter()
            .any(|w| w.code == codes::IMPLICIT_THIS_CAPTURE_DEPRECATED);
        if standard >= Standard::Cpp20 && implicit && !reported && !self.is_instantiation() {
            self.warnings
                .push(Problem::new(codes::IMPLICIT_THIS_CAPTURE_DEPRECATED, site).at(At::First));
        }
    }

    /// Whether an object is `*this` that nobody has written.
    pub(crate) fn is_implicit(&self, object: thir::ExprId) -> bool {
        let node = self.node(object);
        node.site.index == 0
            && matches!(node.kind, ExprKind::Unary(Operator::Dereference, e)
                if matches!(self.node(e).kind, ExprKind::This))
    }

    /// The rules for one entry of a capture-list.
    pub(crate) fn check_capture(&mut self, lambda: &'db Lambda, index: usize) {
        let Some(capture) = lambda.captures.get(index) else {
            return;
        };
        let site = self.site(capture.at);
        let standard = self.code_ref.item.file(self.db).dialect(self.db).standard;
        let known = match &capture.kind {
            CaptureKind::Name { name, .. } => self.may_be_captured(name, capture.pack, site),
            _ => true,
        };
        if !known {
            return;
        }
        self.check_braced_capture(&capture.kind, site);
        let matches = match (&capture.kind, lambda.default) {
            (CaptureKind::Name { by_ref, .. }, Some(default)) => *by_ref == default,
            (CaptureKind::This, Some(false)) => standard < Standard::Cpp20,
            _ => false,
        };
        if matches {
            self.problems
                .push(Problem::new(codes::CAPTURE_MATCHES_DEFAULT, site).at(At::First));
        }
        let name = captured_name(&capture.kind);
        let before = lambda.captures.get(..index).unwrap_or_default();
        if before.iter().any(|c| captured_name(&c.kind) == name) {
            // Of `*this` the second token is reported.
            let at = if name.is_none() { At::Last } else { At::Point };
            self.problems
                .push(Problem::new(codes::DUPLICATE_CAPTURE, site).at(at));
        }
    }

    /// `[n {a}]` deduces a type from one element, as a variable does ([dcl.type.auto.deduct]/3).
    fn check_braced_capture(&mut self, kind: &CaptureKind, site: Site<'db>) {
        let CaptureKind::Init {
            init: Init::Brace(list),
            ..
        } = kind
        else {
            return;
        };
        let cleave_hir::Expr::List(items) = &self.code[*list] else {
            return;
        };
        let packs = items
            .iter()
            .any(|i| matches!(self.code[i.value], cleave_hir::Expr::Pack(_)));
        if items.len() != 1 && !packs && !self.is_instantiation() {
            let code = codes::PLACEHOLDER_NEEDS_ONE_BRACED_ELEMENT;
            self.problems.push(Problem::new(code, site).at(At::First));
        }
    }

    /// Whether a name in a capture-list is a variable of a block around; says so if it certainly is something else.
    fn may_be_captured(&mut self, name: &Name, pack: bool, site: Site<'db>) -> bool {
        let id = NameId::Ident(name.clone());
        let set = match self.declared(name).cloned() {
            Some(Declared::Locals { locals, .. }) => {
                let is_static = |l: &LocalId| {
                    let local = self.out.locals.get(l.0 as usize);
                    local.is_some_and(|l| matches!(l.kind, LocalKind::Static(_)))
                };
                let wrong = locals.iter().any(is_static);
                if wrong {
                    self.problem(codes::CAPTURE_OF_STATIC_VARIABLE, site);
                }
                return !wrong;
            }
            Some(Declared::Entities(set)) => set,
            Some(_) => return true,
            None => match crate::convert::quietly(self, |cx| cx.lookup(&id)) {
                Found::Entities { set, .. } => set,
                Found::Nothing => {
                    if !pack && !self.is_instantiation() && !self.is_substitution() {
                        let fill = Fill::Name(name.as_str().into());
                        self.problem(codes::UNDEFINED_IDENTIFIER { name: fill }, site);
                    }
                    return false;
                }
                _ => return true,
            },
        };
        let [first, ..] = set[..] else { return true };
        let Some((number, fill)) = self.no_variable(first, set.len() > 1) else {
            return true;
        };
        self.problem((number, Vec::from_iter(fill)), site);
        false
    }

    /// What is wrong with an entity in a capture-list.
    fn no_variable(
        &self,
        entity: Entity<'db>,
        overloaded: bool,
    ) -> Option<(codes::Code, Option<Fill<'db>>)> {
        let db = self.db;
        let decl = entity.hir(db)?;
        let name = || crate::display::qualified_name(db, entity).into_boxed_str();
        let is_class_member = decl.parent.is_some();
        Some(match &decl.kind {
            DeclKind::Variable(_) if is_class_member => (
                codes::CAPTURED_ENTITY_NOT_A_VARIABLE,
                Some(Fill::Kind("member", name())),
            ),
            DeclKind::Variable(_) if !entity.is_template(db) => {
                (codes::CAPTURE_OF_STATIC_VARIABLE, None)
            }
            DeclKind::Function(_) if overloaded => (
                codes::CAPTURED_ENTITY_NOT_A_VARIABLE,
                Some(Fill::Overloaded(entity)),
            ),
            DeclKind::Function(_) | DeclKind::Class(_) | DeclKind::Alias(_) => (
                codes::CAPTURED_ENTITY_NOT_A_VARIABLE,
                Some(Fill::Entity(entity)),
            ),
            DeclKind::Enumerator(_) => (
                codes::CAPTURED_ENTITY_NOT_A_VARIABLE,
                Some(Fill::Kind("constant", name())),
            ),
            _ => return None,
        })
    }

    /// What involves an array of variable length is not captured, but for such an array by reference ([expr.prim.lambda.capture], of
    /// GNU's arrays).
    pub(crate) fn check_variable_length(&mut self, l: LocalId, by_ref: bool, site: Site<'db>) {
        if self.in_template() || self.is_instantiation() || self.is_substitution() {
            return;
        }
        let Some(local) = self.out.locals.get(l.0 as usize) else {
            return;
        };
        let declared = local.site.filter(|s| s.code == self.code_ref);
        let Some(index) = declared.and_then(|s| s.as_declaration()) else {
            return;
        };
        if !local.ty.is_unknown(self.db) {
            return;
        }
        let DeclKind::Variable(variable) =
            &self.code[crate::code::idx::<cleave_hir::Decl>(index)].kind
        else {
            return;
        };
        let mut at = variable.ty;
        let mut indirect = false;
        while let TypeRef::Pointer(to) | TypeRef::LvalueReference(to) = self.code[at] {
            (at, indirect) = (to, true);
        }
        if !self.is_of_variable_length(at) {
            return;
        }
        let element = match self.code[at] {
            TypeRef::Array { element, .. } => Some(element),
            _ => None,
        };
        let plain = element.is_some_and(|e| !self.is_of_variable_length(e));
        if indirect || !plain || !by_ref {
            self.problem(codes::CAPTURE_OF_VARIABLE_LENGTH_ARRAY, site);
        }
    }

    /// `[this]` outside of non-static member functions ([expr.prim.this]).
    pub(crate) fn check_this_capture(&mut self, at: ExprId, copied: bool) {
        if self.modes.unevaluated {
            return;
        }
        let site = self.site(at);
        if !self.is_this_captured() {
            self.problem(codes::NO_IMPLICIT_CAPTURE_IN_OUTER_LAMBDA, site);
            return;
        }
        if self.scopes.this.is_some() {
            return;
        }
        self.problems
            .push(Problem::new(codes::THIS_OUTSIDE_MEMBER_FUNCTION, site).at(At::First));
        if copied {
            // `*` is read as the end of the list.
            self.problems
                .push(Problem::new(codes::EXP_RBRACKET, site).at(At::Last));
        }
    }
}

/// The name that a capture has; `None`: `this`.
fn captured_name(kind: &CaptureKind) -> Option<&Name> {
    match kind {
        CaptureKind::Name { name, .. } | CaptureKind::Init { name, .. } => Some(name),
        CaptureKind::This | CaptureKind::StarThis => None,
    }
}

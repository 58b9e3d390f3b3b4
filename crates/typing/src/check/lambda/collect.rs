//! The captures of a lambda-expression, explicit and by default, as they are collected ([expr.prim.lambda.capture]).

use cleave_hir::{Capture, CaptureKind, Init, Lambda, Name};

use super::{is_nonstatic, mention};
use crate::check::init::{Mode, Purpose};
use crate::lookup::Found;
use crate::thir::{ExprId, ExprKind, LocalId, LocalKind};
use crate::{Captured, Const, Context, Declared, Entity, Outer, Reach, Site, Ty, TyKind};

/// Captures while they are collected.
#[derive(Clone, Default)]
pub(super) struct Captures<'db> {
    pub(super) list: Vec<Captured<'db>>,
    pub(super) inits: Vec<ExprId>,
    pub(super) names: Vec<(Name, Outer<'db>)>,
    /// Of each capture the variable that it copies or refers to.
    pub(super) locals: Vec<Option<LocalId>>,
    /// The names of constants that the capture-default would capture: they are read without.
    pub(super) constants: Vec<Name>,
    pub(super) dependent: bool,
}

impl<'db> Context<'db> {
    fn add_capture(
        &mut self,
        name: Option<Name>,
        ty: Ty<'db>,
        e: ExprId,
        pack: bool,
        out: &mut Captures<'db>,
    ) {
        let value = self.initialize(ty, e, Mode::Direct, Purpose::Variable);
        out.dependent |= ty.is_dependent(self.db);
        out.list.push(Captured {
            name,
            ty,
            pack,
            is_binding: false,
            value: None,
        });
        out.inits.push(value);
    }

    /// What was said of a lambda since then belongs to a name: where a variable is captured.
    fn placed(&mut self, from: usize, lambda: Site<'db>, at: Site<'db>) {
        for problem in self.problems.iter_mut().skip(from) {
            if problem.site == lambda {
                problem.site = at;
                problem.read = Some(lambda);
            }
        }
    }

    fn capture_local(
        &mut self,
        name: &Name,
        l: LocalId,
        by_ref: bool,
        pack: bool,
        out: &mut Captures<'db>,
        site: Site<'db>,
    ) {
        // Whether it has a value is asked when the body has been read.
        self.with_body(
            |b| &mut b.uninitialized,
            Default::default(),
            |cx| cx.capture_of(name, l, by_ref, pack, out, site),
        );
        let is_binding = self.is_binding(l);
        let local = self.out.locals.get(l.0 as usize);
        let init = local.filter(|l| l.is_constexpr && !l.ty.is_reference(self.db));
        let (value, init) = (local.and_then(|l| l.value), init.and_then(|l| l.init));
        let value = match (value, init) {
            (None, Some(init)) if !self.in_template() => self.constant_of(init),
            _ => value,
        };
        if let Some(last) = out.list.last_mut() {
            last.is_binding = is_binding;
            last.value = value;
        }
        out.locals.resize(out.list.len(), None);
        if let Some(last) = out.locals.last_mut() {
            *last = Some(l);
        }
    }

    /// Whether a local is a structured binding, or the capture of one.
    fn is_binding(&self, l: LocalId) -> bool {
        match self.out.locals.get(l.0 as usize).map(|l| &l.kind) {
            Some(LocalKind::Capture(n)) => self.scopes.closure.is_some_and(|closure| {
                let captured = closure.around.captures(self.db);
                captured.get(*n as usize).is_some_and(|c| c.is_binding)
            }),
            _ => self.body.bindings.contains(&l),
        }
    }

    fn capture_of(
        &mut self,
        name: &Name,
        l: LocalId,
        by_ref: bool,
        pack: bool,
        out: &mut Captures<'db>,
        site: Site<'db>,
    ) {
        let db = self.db;
        let e = self.local_expr(l, site);
        let mut ty = self.ty(e);
        if let Some(local) = self.out.locals.get(l.0 as usize)
            && let LocalKind::Capture(_) = local.kind
            && !local.ty.is_reference(db)
            && !by_ref
        {
            // A copy of a captured copy has the outer one's declared type; a reference to it is one to a const member, unless
            // the lambda around is mutable.
            ty = local.ty;
        }
        if by_ref || ty.is_function(db) {
            ty = ty.lvalue_reference(db);
        }
        if ty.is_array(db) {
            out.list.push(Captured {
                name: Some(name.clone()),
                ty,
                pack,
                is_binding: false,
                value: None,
            });
            let copy = self.prvalue(
                ExprKind::Convert(crate::thir::Conversion::Load, e),
                ty,
                site,
            );
            out.inits.push(copy);
            return;
        }
        self.add_capture(Some(name.clone()), ty, e, pack, out);
    }

    pub(super) fn explicit_capture(
        &mut self,
        capture: &'db Capture,
        out: &mut Captures<'db>,
        site: Site<'db>,
    ) {
        let db = self.db;
        match &capture.kind {
            CaptureKind::This => {
                self.check_this_capture(capture.at, false);
                let e = self.this_expr(site);
                let ty = self.ty(e);
                self.add_capture(None, ty, e, false, out);
            }
            CaptureKind::StarThis => {
                self.check_this_capture(capture.at, true);
                let e = self.this_object(site);
                // The copy of a constant object is none in a lambda that is mutable.
                let ty = self.ty(e).unqualified(db);
                self.add_capture(None, ty, e, false, out);
            }
            CaptureKind::Name { name, by_ref } => {
                let Some(Declared::Locals { locals, pack }) = self.declared(name).cloned() else {
                    return;
                };
                if let [l] = locals[..]
                    && self.body.out_of_reach.contains_key(&l)
                {
                    let at = self.site(capture.at);
                    self.not_captured(Reach::Enclosed, at);
                    let ty = self.out.locals.get(l.0 as usize).map(|l| l.ty);
                    let ty = ty.unwrap_or(Ty::error(db));
                    let bad = self.error_expr(at);
                    out.list.push(Captured {
                        name: Some(name.clone()),
                        ty,
                        pack: false,
                        is_binding: false,
                        value: None,
                    });
                    out.inits.push(bad);
                    return;
                }
                if let Some((_, l)) = self
                    .scopes
                    .local_packs
                    .iter()
                    .rev()
                    .find(|(n, _)| n == name)
                    .cloned()
                {
                    self.capture_local(name, l, *by_ref, false, out, site);
                    return;
                }
                if pack && locals.is_empty() {
                    out.names.push((name.clone(), Outer::Pack));
                }
                for l in locals {
                    let at = self.site(capture.at);
                    self.check_variable_length(l, *by_ref, at);
                    let from = self.problems.len();
                    self.capture_local(name, l, *by_ref, pack, out, site);
                    self.placed(from, site, at);
                }
            }
            CaptureKind::Init { name, by_ref, init } => {
                let pattern = match init {
                    Init::Equal(e) | Init::Brace(e) if capture.pack => Some(*e),
                    Init::Paren(args) if capture.pack => args.first().copied(),
                    _ => None,
                };
                let elements = pattern.and_then(|pattern| {
                    self.expand_with(pattern, |cx| {
                        cx.init_capture(name, *by_ref, init, true, out, site);
                    })
                });
                match elements {
                    Some(all) if all.is_empty() => out.names.push((name.clone(), Outer::Pack)),
                    Some(_) => {}
                    None => self.init_capture(name, *by_ref, init, capture.pack, out, site),
                }
            }
        }
    }

    /// One variable of an init-capture ([expr.prim.lambda.capture]/6).
    fn init_capture(
        &mut self,
        name: &Name,
        by_ref: bool,
        init: &'db Init,
        pack: bool,
        out: &mut Captures<'db>,
        site: Site<'db>,
    ) {
        let e = match init {
            Init::Equal(e) | Init::Brace(e) => Some(self.expr(*e)),
            Init::Paren(args) => match self.arguments(args).as_deref() {
                Some([e]) => Some(*e),
                _ => None,
            },
            _ => None,
        };
        let e = e.unwrap_or_else(|| self.error_expr(site));
        let e = match (init, &self.node(e).kind) {
            (Init::Brace(_), ExprKind::List(items)) if items.len() == 1 => items[0],
            _ => e,
        };
        let auto = Ty::of(self.db, TyKind::Auto(false));
        let pattern = match by_ref {
            true => auto.lvalue_reference(self.db),
            false => auto,
        };
        let operand = self.operand(e);
        let ty = match self.is_bad(e) {
            true if self.is_dependent(e) => self.dependent_type(site),
            true => Ty::error(self.db),
            false => {
                crate::template::deduce_auto(self, pattern, &operand).unwrap_or(Ty::error(self.db))
            }
        };
        self.add_capture(Some(name.clone()), ty, e, pack, out);
    }

    /// What the body mentions of the blocks around: captured by the default, or seen without a capture.
    /// `odr_used` are the constants that the body odr-uses.
    pub(super) fn implicit_captures(
        &mut self,
        lambda: &'db Lambda,
        out: &mut Captures<'db>,
        odr_used: &[Name],
        site: Site<'db>,
    ) {
        let mentioned = crate::check::lambda::mention::of_lambda(self.code, lambda, true);
        let is_extended = self.is_extended(lambda);
        for (n, name) in mentioned.names.iter().enumerate() {
            // Captures are in the order of the text.
            let captures_this = lambda.default.is_some() && !mentioned.unevaluated.contains(name);
            if mentioned.this_at == Some(n)
                || self.names_qualified_member(lambda, &mentioned, n..n + 1)
                || captures_this && self.is_member(name)
            {
                self.capture_this(lambda, out, site);
            }
            if out.list.iter().any(|c| c.name.as_ref() == Some(name))
                || out.names.iter().any(|n| n.0 == *name)
            {
                continue;
            }
            let is_bound = mentioned.bounds.contains(name);
            let by = lambda
                .default
                .filter(|_| !mentioned.unevaluated.contains(name));
            match self.declared(name).cloned() {
                None => out.names.extend(self.nominated(name)),
                Some(Declared::Entities(all)) => {
                    out.names.push((name.clone(), Outer::Entities(all)));
                }
                Some(Declared::Namespace(_)) => {}
                Some(Declared::Type(ty)) => out.names.push((name.clone(), Outer::Type(ty))),
                Some(Declared::Unknown) => out.names.push((name.clone(), Outer::Unknown)),
                Some(Declared::Locals { locals, pack }) => {
                    let element = self
                        .scopes
                        .local_packs
                        .iter()
                        .rev()
                        .find(|(n, _)| n == name)
                        .map(|p| p.1);
                    let all = match element {
                        Some(l) => vec![(l, false)],
                        None => locals.iter().map(|&l| (l, pack)).collect(),
                    };
                    // Its elements do not tell, as there are none, or but one that may not be captured.
                    if pack && element.is_none() && locals.len() < 2 {
                        out.names.push((name.clone(), Outer::Pack));
                    }
                    let used = (mentioned.uses.iter()).find(|u| u.0.as_ref() == Some(name));
                    for (l, pack) in all {
                        if let (Some(by_ref), Some(used), None) = (by, used, element) {
                            let at = self.site(used.1);
                            self.check_variable_length(l, by_ref, at);
                        }
                        let by = match is_bound && !self.is_bound_constant(l) {
                            true => lambda.default,
                            false => by,
                        };
                        let captures_constants = is_extended || odr_used.contains(name);
                        let from = self.problems.len();
                        self.implicit_capture(
                            name,
                            l,
                            pack,
                            (by, captures_constants, lambda.default.is_some()),
                            out,
                            site,
                        );
                        if let Some(used) = used {
                            let at = self.site(used.1);
                            self.placed(from, site, at);
                        }
                    }
                }
            }
        }
        let behind = mentioned.names.len()..usize::MAX;
        if mentioned.this_at.is_some() || self.names_qualified_member(lambda, &mentioned, behind) {
            self.capture_this(lambda, out, site);
        }
    }

    /// Whether a lambda that captures by default evaluates a qualified name of a non-static member of the class around or one of its
    /// bases, so many names in front of it.
    fn names_qualified_member(
        &mut self,
        lambda: &Lambda,
        mentioned: &mention::Mentioned,
        before: std::ops::Range<usize>,
    ) -> bool {
        let db = self.db;
        if lambda.default.is_none() || self.scopes.this.is_none() {
            return false;
        }
        let code = self.code;
        // They are in the order of the text.
        let all = &mentioned.qualified;
        let first = all.partition_point(|q| q.0 < before.start);
        let mut here = all[first..].iter().take_while(|q| q.0 < before.end);
        here.any(|&(_, e)| {
            let cleave_hir::Expr::Path(path) = &code[e] else {
                return false;
            };
            let found = crate::convert::quietly(self, |cx| cx.lookup_path(path));
            let Found::Entities { set, .. } = found else {
                return false;
            };
            let own = self.scopes.this.map(|t| t.unqualified(db));
            let related = |e: &Entity<'db>| {
                let class = crate::function::class_of(db, *e).map(|c| c.unqualified(db));
                class.zip(own).is_some_and(|(class, own)| {
                    class == own || crate::convert::is_base_of(db, class, own)
                })
            };
            set.iter().any(|e| is_nonstatic(db, *e) && related(e))
        })
    }

    /// The object, where the lambda captures by default and has not captured it yet.
    fn capture_this(&mut self, lambda: &Lambda, out: &mut Captures<'db>, site: Site<'db>) {
        if let (Some(_), Some(_)) = (lambda.default, self.scopes.this)
            && !out.list.iter().any(|c| c.name.is_none())
        {
            let e = self.this_expr(site);
            let ty = self.ty(e);
            self.add_capture(None, ty, e, false, out);
        }
    }

    /// What a using-directive of a block around makes visible by a name that means nothing without it.
    fn nominated(&mut self, name: &Name) -> Option<(Name, Outer<'db>)> {
        let id = cleave_hir::NameId::Ident(name.clone());
        if self.scopes.directives.is_empty() {
            return None;
        }
        let around = std::mem::take(&mut self.scopes.directives);
        let known = !matches!(self.lookup(&id), Found::Nothing);
        self.scopes.directives = around;
        if known {
            return None;
        }
        let path = cleave_hir::Path::unqualified(id);
        match self.lookup_nominated(&path) {
            Found::Entities { set, .. } => Some((name.clone(), Outer::Entities(set))),
            _ => None,
        }
    }

    /// Whether a name that no block declares is a non-static member of the class around.
    fn is_member(&mut self, name: &Name) -> bool {
        let db = self.db;
        let Some(this) = self.scopes.this.filter(|_| self.declared(name).is_none()) else {
            return false;
        };
        let id = cleave_hir::NameId::Ident(name.clone());
        let Found::Entities { set, .. } = self.lookup_member(this.unqualified(db), &id) else {
            return false;
        };
        set.iter().any(|e| is_nonstatic(db, *e))
    }

    /// Whether a lambda is annotated for the device in a function of the host, as far as the text of both tells: an extended one.
    fn is_extended(&self, lambda: &Lambda) -> bool {
        let device = |attrs: &[cleave_hir::Attr]| {
            let names = |a: &cleave_hir::Attr| matches!(a.name.as_str(), "device" | "global");
            attrs.iter().any(names)
        };
        let around = self.owner.hir(self.db);
        device(&lambda.attrs) && !around.is_some_and(|d| device(&d.attrs))
    }

    /// Whether a local is, or may be when the template is instantiated, a constant that bounds an array.
    fn is_bound_constant(&self, l: LocalId) -> bool {
        let local = self.out.locals.get(l.0 as usize);
        local.is_some_and(|l| {
            l.value.is_some() || l.is_constexpr || l.init.is_some() && self.in_template()
        })
    }

    fn implicit_capture(
        &mut self,
        name: &Name,
        l: LocalId,
        pack: bool,
        (by, captures_constants, by_default): (Option<bool>, bool, bool),
        out: &mut Captures<'db>,
        site: Site<'db>,
    ) {
        let db = self.db;
        let Some(local) = self.out.locals.get(l.0 as usize).cloned() else {
            return;
        };
        if let LocalKind::Static(entity) = local.kind {
            out.names
                .push((name.clone(), Outer::Entities(vec![entity])));
            return;
        }
        // A constant is read without being captured ([basic.def.odr]/4), but by an extended lambda.
        let scalar = local.ty.is_arithmetic(db) || local.ty.is_enum(db) || local.is_constexpr;
        let is_read = match by {
            Some(_) => !captures_constants && !local.ty.is_class(db),
            None => true,
        };
        if let Some(init) = (local.init).filter(|_| is_read && scalar && !local.ty.is_reference(db))
            && let Some(value) = self.constant_of(init)
        {
            if by.is_some() && !out.constants.contains(name) {
                out.constants.push(name.clone());
            }
            out.names.push((
                name.clone(),
                Outer::Local(local.ty, Some(value), Reach::Open),
            ));
            return;
        }
        if by.is_some() && self.body.out_of_reach.contains_key(&l) {
            out.names
                .push((name.clone(), Outer::Local(local.ty, None, Reach::Enclosed)));
            return;
        }
        match by {
            Some(by_ref) => self.capture_local(name, l, by_ref, pack, out, site),
            // Named where nothing is evaluated, or ill-formed. With a capture-default what has to be a constant may name it.
            None => {
                let reach = match self.reach(l) {
                    Reach::Uncaptured if by_default && !self.body.out_of_reach.contains_key(&l) => {
                        Reach::Open
                    }
                    reach => reach,
                };
                out.names
                    .push((name.clone(), Outer::Local(local.ty, None, reach)));
            }
        }
    }

    fn constant_of(&mut self, init: ExprId) -> Option<Const<'db>> {
        match self.is_bad(init) {
            true => None,
            false => self.evaluated(init),
        }
    }
}

//! Pack expansion ([temp.variadic]): a pattern is read once per element.

use cleave_hir::{Expr, ExprId, NameId, Path, TemplateArgRef, TypeId};

use crate::code::params::levels;
use crate::code::unexpanded;
use crate::lookup::qualified::Scope;
use crate::{Arg, Context, Declared, NameKey, Ty, TyKind};

/// What the packs of a pattern are bound to for one element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Element<'db> {
    /// Template parameter packs.
    pub(crate) packs: Vec<((u32, u32), Arg<'db>)>,
    /// Packs of locals.
    pub(crate) locals: Vec<(cleave_hir::Name, crate::thir::LocalId)>,
    /// The element is itself the pattern of an expansion.
    pub(crate) expansion: bool,
}

/// How a pattern expands.
#[derive(Clone, Debug)]
pub(crate) enum Expansion<'db> {
    /// To these elements.
    Elements(Vec<Element<'db>>),
    /// Its packs are not bound.
    Open,
    /// Its packs have different lengths.
    Mismatch,
}

impl<'db> Context<'db> {
    /// How a pattern that mentions these names expands.
    pub(crate) fn expansion_of(&mut self, names: &[cleave_hir::Name]) -> Expansion<'db> {
        let db = self.db;
        let mut elements: Option<Vec<Element<'db>>> = None;
        let mut open = false;
        let all = levels(db, self.owner.decl(db));
        for name in names {
            if let Some(Declared::Locals { locals, pack }) = self.declared(name) {
                if !*pack {
                    continue;
                }
                let locals = locals.clone();
                // A parameter pack that stands for itself.
                if let [only] = locals[..]
                    && let Some(local) = self.out.locals.get(only.0 as usize)
                    && matches!(local.ty.kind(db), TyKind::Pack(_))
                {
                    open = true;
                    continue;
                }
                let list = elements.get_or_insert_with(|| vec![Element::default(); locals.len()]);
                if list.len() != locals.len() {
                    return Expansion::Mismatch;
                }
                for (element, local) in list.iter_mut().zip(locals) {
                    element.locals.push((name.clone(), local));
                }
                continue;
            }
            let found = all.iter().enumerate().rev().find_map(|(level, l)| {
                let (index, pack) = l.find(name)?;
                Some((level as u32, index, pack))
            });
            let Some((level, index, true)) = found else {
                continue;
            };
            // An expansion within another one takes the whole pack, whatever element the outer one is at.
            let whole = self.env.and_then(|e| e.arg(db, level, index).cloned());
            let bound = match whole {
                Some(Arg::Pack(_)) => whole,
                _ => self.binding(level, index),
            };
            match bound {
                None => open = true,
                Some(Arg::Pack(args)) => {
                    let list = elements.get_or_insert_with(|| vec![Element::default(); args.len()]);
                    if list.len() != args.len() {
                        // One of them may be `Ts...`, of any length.
                        let any = |a: &Arg<'db>| matches!(a, Arg::Expansion(_));
                        if args.iter().any(any) || list.iter().any(|e| e.expansion) {
                            open = true;
                            continue;
                        }
                        return Expansion::Mismatch;
                    }
                    for (element, arg) in list.iter_mut().zip(args.iter()) {
                        let arg = match arg {
                            Arg::Expansion(of) => {
                                element.expansion = true;
                                (**of).clone()
                            }
                            arg => arg.clone(),
                        };
                        element.packs.push(((level, index), arg));
                    }
                }
                Some(_) => open = true,
            }
        }
        match elements {
            Some(elements) if !open => Expansion::Elements(elements),
            _ => Expansion::Open,
        }
    }

    /// Binds the packs of an element; [`Context::leave`] undoes it.
    pub(crate) fn enter(&mut self, element: &Element<'db>) -> (usize, usize) {
        let before = (self.scopes.packs.len(), self.scopes.local_packs.len());
        self.scopes.packs.extend(element.packs.iter().cloned());
        self.scopes
            .local_packs
            .extend(element.locals.iter().cloned());
        before
    }

    /// Ends what [`Context::enter`] began.
    pub(crate) fn leave(&mut self, before: (usize, usize)) {
        self.scopes.packs.truncate(before.0);
        self.scopes.local_packs.truncate(before.1);
    }

    /// The types that a pattern expands to. Where it cannot be expanded, one that stands for all of them.
    pub(crate) fn expand(&mut self, pattern: TypeId) -> Vec<Ty<'db>> {
        let db = self.db;
        let mut names = Vec::new();
        unexpanded::type_names(self.code, pattern, &mut |n| names.push(n.clone()));
        // `auto... x`: an invented pack.
        if let Some(elements) = self.invented_elements(pattern) {
            return elements;
        }
        match self.expansion_of(&names) {
            Expansion::Elements(elements) => elements
                .iter()
                .map(|element| {
                    let before = self.enter(element);
                    let ty = self.resolve_type(pattern);
                    self.leave(before);
                    match element.expansion && !ty.is_error(db) {
                        true => Ty::of(db, TyKind::Pack(ty)),
                        false => ty,
                    }
                })
                .collect(),
            Expansion::Open => {
                let ty = self.resolve_type(pattern);
                match ty.is_error(db) {
                    true => vec![ty],
                    false => vec![Ty::of(db, TyKind::Pack(ty))],
                }
            }
            Expansion::Mismatch => {
                self.fail();
                vec![Ty::error(db)]
            }
        }
    }

    /// The elements of a pattern around a placeholder, if its invented parameter is bound.
    fn invented_elements(&mut self, pattern: TypeId) -> Option<Vec<Ty<'db>>> {
        let db = self.db;
        for (level, l) in levels(db, self.owner.decl(db)).iter().enumerate().rev() {
            if l.invented.is_empty() || l.decl.code(db) != self.code_ref {
                continue;
            }
            let at = crate::code::params::placeholder(self.code, pattern, 0)?;
            let raw: u32 = at.into_raw().into();
            let Some(position) = l.invented.iter().position(|i| *i == raw) else {
                continue;
            };
            let written = l.written(db).map_or(0, |h| h.params.len());
            let index = (written + position) as u32;
            let Some(Arg::Pack(args)) = self.binding(level as u32, index) else {
                return None;
            };
            let mut out = Vec::new();
            for arg in args.iter() {
                let (arg, expansion) = match arg {
                    Arg::Expansion(of) => ((**of).clone(), true),
                    arg => (arg.clone(), false),
                };
                self.scopes.packs.push(((level as u32, index), arg));
                let ty = self.resolve_type(pattern);
                self.scopes.packs.pop();
                out.push(match expansion {
                    true => Ty::of(db, TyKind::Pack(ty)),
                    false => ty,
                });
            }
            return Some(out);
        }
        None
    }

    /// The scopes that the nested-name-specifier of an expanded using-declarator means.
    pub(crate) fn expand_scopes(&mut self, path: &Path) -> Vec<Scope<'db>> {
        let mut names = Vec::new();
        for segment in &path.qualifiers {
            names.push(segment.name.clone());
            for arg in segment.args.iter().flatten() {
                unexpanded::arg_names(self.code, arg, &mut |n| names.push(n.clone()));
            }
        }
        match self.expansion_of(&names) {
            Expansion::Elements(elements) => elements
                .iter()
                .map(|element| {
                    let before = self.enter(element);
                    let scope = self.scope_of(path);
                    self.leave(before);
                    scope
                })
                .collect(),
            _ => vec![Scope::Unknown],
        }
    }

    /// The elements that an expanded template argument stands for: each with what is to be read, and its bindings.
    pub(crate) fn arg_elements(&mut self, arg: &TemplateArgRef) -> Expansion<'db> {
        let mut names = Vec::new();
        unexpanded::arg_names(self.code, arg, &mut |n| names.push(n.clone()));
        self.expansion_of(&names)
    }

    /// The operand of `__integer_pack(n)`.
    pub(crate) fn integer_pack(&self, arg: &TemplateArgRef) -> Option<ExprId> {
        let TemplateArgRef::Expr(e) = arg else {
            return None;
        };
        let name = |n: &str| n == "__integer_pack";
        match &self.code[*e] {
            Expr::Call(callee, args) => match (&self.code[*callee], &args[..]) {
                (Expr::Path(path), [n]) => match &path.name {
                    NameId::Ident(ident) if name(ident.as_str()) => Some(*n),
                    _ => None,
                },
                _ => None,
            },
            Expr::Builtin(ident, args) if name(ident.as_str()) => match args.first() {
                Some(cleave_hir::TypeOrExpr::Expr(n)) => Some(*n),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an expression mentions template parameters that are not bound, or locals whose types depend on some.
    pub(crate) fn is_dependent_expr(&mut self, e: ExprId) -> bool {
        let (mut names, mut scopes) = (Vec::new(), Vec::new());
        unexpanded::expr_parts_of(self.code, e, &mut |seen| match seen {
            unexpanded::Seen::Name(name) => names.push(name.clone()),
            unexpanded::Seen::Scope(name) => scopes.push(name.clone()),
            _ => {}
        });
        names.iter().any(|n| self.is_dependent_name(n))
            || scopes.iter().any(|n| self.is_open_parameter(n, true))
    }

    /// Whether a name is a template parameter that is not bound, or a local whose type depends on one.
    pub(crate) fn is_dependent_name(&mut self, name: &cleave_hir::Name) -> bool {
        let db = self.db;
        if let Some(declared) = self.declared(name) {
            return match declared {
                Declared::Locals { locals, .. } => locals.iter().any(|l| {
                    (self.out.locals.get(l.0 as usize)).is_some_and(|l| l.ty.is_dependent(db))
                }),
                _ => false,
            };
        }
        self.is_open_parameter(name, false)
    }

    /// Whether a name is a template parameter that is not bound. `scope`: it stands in front of `::`, where it is no value.
    fn is_open_parameter(&self, name: &cleave_hir::Name, scope: bool) -> bool {
        let all = levels(self.db, self.owner.decl(self.db));
        let found = all.iter().enumerate().rev().find_map(|(level, l)| {
            let (index, _) = l.find(name)?;
            let counts = !scope || l.value_type(index).is_none();
            counts.then_some((level as u32, index))
        });
        found.is_some_and(|(level, index)| self.is_open(level, index))
    }

    /// The key of a path's name without qualifiers and arguments, if it is no more than that.
    pub(crate) fn lone(&self, path: &Path) -> Option<NameKey> {
        (path.is_unqualified() && path.args.is_none())
            .then(|| NameKey::of(&path.name))
            .flatten()
    }
}

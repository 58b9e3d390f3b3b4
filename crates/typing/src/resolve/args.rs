//! Template arguments: as written, converted to the parameters of their template ([temp.arg]).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, FunctionRef, TemplateArgRef, TemplateParamKind, TypeId, TypeRef};
use cleave_syntax::Standard;

use crate::class::structural::is_structural;
use crate::code::idx;
use crate::code::params::{ParamKind, ParamRef, Sort, levels, own_level};
use crate::convert::quietly;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::lookup::same::is_type;
use crate::resolve::compatible::is_compatible;
use crate::resolve::declared::{default_arg, default_problems, refers, value_param_type};
use crate::resolve::packs::{Element, Expansion};
use crate::written::Target;
use crate::{Arg, At, Context, Entity, Env, Fill, Problem, Ty, TyKind};

/// Template arguments beyond this are not counted out.
pub(super) const MAX_PACK: i128 = 100_000;

/// An argument before it is converted to its parameter.
enum Raw<'a, 'db> {
    /// As written, under the bindings of an element; the pattern of an expansion or not.
    Written(&'a TemplateArgRef, Element<'db>, bool),
    /// Known already.
    Done(Arg<'db>),
}

impl<'db> Context<'db> {
    /// The explicit arguments of a function template, converted to its parameters as far as they are written; the others are
    /// deduced ([temp.arg.explicit]). `None`: they do not fit (a problem is recorded).
    pub fn explicit_args(
        &mut self,
        template: Entity<'db>,
        written: &[TemplateArgRef],
    ) -> Option<Vec<Arg<'db>>> {
        let problems = self.problems.len();
        let args = self.convert_args(template, Vec::new(), written, true);
        // What is wrong inside of an argument is a failure of substitution as well ([temp.deduct]/8), and one that cannot be converted
        // fits no parameter.
        args.filter(|args| {
            let mut args = args.iter();
            self.problems.len() == problems
                || !self.is_substitution() && !args.any(|a| a.has_error(self.db))
        })
    }

    /// The arguments of a template-id, converted to the template's parameters, defaults filled in ([temp.arg]).
    /// `None`: they do not fit (a problem is recorded).
    pub fn template_args(
        &mut self,
        template: Entity<'db>,
        written: &[TemplateArgRef],
    ) -> Option<Vec<Arg<'db>>> {
        self.convert_args(template, Vec::new(), written, false)
    }

    /// The same where the first arguments are known: those of a concept in a type-constraint.
    pub(crate) fn template_args_after(
        &mut self,
        template: Entity<'db>,
        first: Vec<Arg<'db>>,
        written: &[TemplateArgRef],
    ) -> Option<Vec<Arg<'db>>> {
        self.convert_args(template, first, written, false)
    }

    /// The written arguments with expansions counted out.
    fn raw_args<'a>(&mut self, written: &'a [TemplateArgRef]) -> Option<Vec<Raw<'a, 'db>>> {
        let mut out = Vec::new();
        for arg in written {
            let TemplateArgRef::Pack(pattern) = arg else {
                // `F<T...>` where the grammar kept the dots in the type
                if let TemplateArgRef::Type(ty) = arg
                    && let TypeRef::Pack(_) = self.code[*ty]
                {
                    self.type_pack(*ty, &mut out)?;
                    continue;
                }
                out.push(Raw::Written(arg, Element::default(), false));
                continue;
            };
            if let Some(n) = self.integer_pack(pattern) {
                match self.value_arg(n, None)? {
                    Arg::Value(count) => {
                        let n = count.as_int(self.db).filter(|n| (0..=MAX_PACK).contains(n));
                        let Some(n) = n else {
                            self.fail();
                            return None;
                        };
                        let ty = count.ty(self.db);
                        out.extend((0..n).map(|i| {
                            let value = crate::Value::Int(i);
                            Raw::Done(Arg::Value(crate::Const::new(self.db, ty, value)))
                        }));
                    }
                    Arg::Error => out.push(Raw::Done(Arg::Error)),
                    arg => out.push(Raw::Done(Arg::Expansion(Box::new(arg)))),
                }
                continue;
            }
            match self.arg_elements(pattern) {
                Expansion::Elements(elements) => {
                    out.extend(elements.into_iter().map(|e| {
                        let expansion = e.expansion;
                        Raw::Written(pattern, e, expansion)
                    }));
                }
                Expansion::Open => out.push(Raw::Written(pattern, Element::default(), true)),
                Expansion::Mismatch => {
                    self.fail();
                    return None;
                }
            }
        }
        Some(out)
    }

    fn type_pack(&mut self, ty: TypeId, out: &mut Vec<Raw<'_, 'db>>) -> Option<()> {
        let TypeRef::Pack(of) = self.code[ty] else {
            return None;
        };
        for ty in self.expand(of) {
            let arg = match ty.kind(self.db) {
                TyKind::Pack(of) => Arg::Expansion(Box::new(Arg::Type(*of))),
                _ => Arg::Type(ty),
            };
            out.push(Raw::Done(arg));
        }
        Some(())
    }

    fn convert_args(
        &mut self,
        template: Entity<'db>,
        first: Vec<Arg<'db>>,
        written: &[TemplateArgRef],
        partial: bool,
    ) -> Option<Vec<Arg<'db>>> {
        let db = self.db;
        let decl = template.decl(db);
        let Some(level) = own_level(db, decl) else {
            self.fail();
            return None;
        };
        let params = &level.kinds;
        let as_written = written;
        let written = self.raw_args(written)?;
        let mut raw = (first.into_iter().map(Raw::Done)).chain(written);
        let mut out: Vec<Arg<'db>> = Vec::with_capacity(params.len());
        let mut misfits = false;
        for (i, param) in params.iter().enumerate() {
            if param.pack {
                // Only one that expands a pack of a template around may have others behind it: it has as many arguments as that.
                let is_class = matches!(template.kind(db), Some(DeclKind::Class(_)));
                let count = match i + 1 < params.len() && is_class && !partial {
                    true if param.value_type().is_some() => {
                        let Some(count) = template.env(db).and_then(|e| only_pack(db, e)) else {
                            self.unknown = true;
                            return None;
                        };
                        count
                    }
                    _ => usize::MAX,
                };
                let mut pack = Vec::new();
                for arg in raw.by_ref().take(count) {
                    let arg = self.convert_raw(template, &out, i, *param, arg);
                    pack.push(self.or_misfit(arg, &mut misfits)?);
                }
                if partial && pack.is_empty() && i + 1 == params.len() {
                    break;
                }
                out.push(Arg::Pack(pack.into()));
                continue;
            }
            match raw.next() {
                Some(arg) => {
                    let arg = self.convert_raw(template, &out, i, *param, arg);
                    let arg = self.or_misfit(arg, &mut misfits)?;
                    // `A<Ts...>` for parameters that are no pack: nobody knows which is which.
                    if matches!(arg, Arg::Expansion(_)) {
                        out.push(arg);
                        // Those of a class are what a pattern's list is matched with ([temp.deduct.type]/9).
                        if matches!(template.kind(db), Some(DeclKind::Class(_))) {
                            return Some(out);
                        }
                        for _ in i + 1..params.len() {
                            out.push(Arg::Error);
                        }
                        self.unknown = true;
                        return Some(out);
                    }
                    out.push(arg);
                }
                None if partial => break,
                None => {
                    let env = Env::make(db, template.env(db), out.clone());
                    match default_arg(db, decl, i as u32, Some(env)) {
                        Some(Some(arg)) => out.push(arg.clone()),
                        Some(None) => {
                            self.ill_formed_default(template, i as u32, env);
                            self.fail();
                            return None;
                        }
                        None => {
                            self.too_few_args(template, as_written);
                            return None;
                        }
                    }
                }
            }
        }
        // `A<int, Ts...>`: whether there are too many is known when the packs are. Until then it is no class.
        let is_class = matches!(template.kind(db), Some(DeclKind::Class(_))) && !partial;
        for r in raw {
            match r {
                // The reference counts it as an argument, however many it expands to.
                Raw::Written(extra, _, true) if is_class && self.is_users_own() => {
                    self.too_many_args(template, extra);
                    return None;
                }
                Raw::Written(arg, element, true) if is_class => {
                    let before = self.enter(&element);
                    let value = self.loose_arg(arg);
                    self.leave(before);
                    out.push(Arg::Expansion(Box::new(value)));
                }
                Raw::Written(_, _, true) => {}
                Raw::Written(extra, ..) => {
                    self.too_many_args(template, extra);
                    return None;
                }
                Raw::Done(_) => {
                    self.fail();
                    return None;
                }
            }
        }
        (!misfits).then_some(out)
    }

    /// A default argument of the user's own class or alias template that names what there is not.
    fn ill_formed_default(&mut self, template: Entity<'db>, index: u32, env: Env<'db>) {
        let db = self.db;
        let of_type = matches!(
            template.kind(db),
            Some(DeclKind::Class(_) | DeclKind::Alias(_))
        );
        let decl = template.decl(db);
        if of_type
            && !self.is_substitution()
            && !env.is_dependent(db)
            && cleave_names::is_of_user(db, decl.code(db).item)
        {
            let found = default_problems(db, decl, index, env);
            self.problems.extend(found);
        }
    }

    /// An argument, or that it does not fit: what the user wrote is read to its end all the same.
    fn or_misfit(&mut self, arg: Option<Arg<'db>>, misfits: &mut bool) -> Option<Arg<'db>> {
        if arg.is_none() && self.is_users_own() {
            *misfits = true;
            return Some(Arg::Error);
        }
        arg
    }

    fn convert_raw(
        &mut self,
        template: Entity<'db>,
        so_far: &[Arg<'db>],
        index: usize,
        param: ParamKind,
        raw: Raw<'_, 'db>,
    ) -> Option<Arg<'db>> {
        let db = self.db;
        match raw {
            Raw::Done(arg) => match (&arg, param) {
                (Arg::Value(value), ParamKind { sort, .. }) if sort != Sort::Invented => {
                    let Some(ty) = param.value_type() else {
                        self.fail();
                        return None;
                    };
                    let to = value_param_type(db, template, so_far, ty);
                    match to.filter(|t| !t.has_auto(db)) {
                        Some(to) if !to.is_dependent(db) => {
                            crate::resolve::constant::convert(db, *value, to).map(Arg::Value)
                        }
                        _ => Some(arg),
                    }
                }
                _ => Some(arg),
            },
            Raw::Written(arg, element, expansion) => {
                let before = self.enter(&element);
                let converted = self.convert_arg(template, so_far, index, param, arg);
                self.leave(before);
                let converted = converted?;
                Some(match expansion && !matches!(converted, Arg::Error) {
                    true => Arg::Expansion(Box::new(converted)),
                    false => converted,
                })
            }
        }
    }

    fn convert_arg(
        &mut self,
        template: Entity<'db>,
        so_far: &[Arg<'db>],
        index: usize,
        param: ParamKind,
        arg: &TemplateArgRef,
    ) -> Option<Arg<'db>> {
        let db = self.db;
        match param.sort {
            Sort::Invented => self.type_arg(arg),
            Sort::Type => self.read_arg((arg.clone(), None, false), |cx| cx.type_arg(arg)),
            Sort::Value(ty) => {
                let to = value_param_type(db, template, so_far, idx(ty));
                let Some(to) = to else {
                    self.fail();
                    return None;
                };
                if to.is_error(db) {
                    self.unknown = true;
                    return Some(Arg::Error);
                }
                if is_structural(db, to) == Some(false) {
                    self.fail();
                    return None;
                }
                let declared = to;
                let to = match (to.class_entity(db).filter(|e| e.is_template(db)), arg) {
                    // The argument says which class it is ([dcl.type.class.deduct]/2).
                    (Some(class), TemplateArgRef::Expr(e)) if !self.is_dependent_expr(*e) => {
                        self.deduced_parameter(class, *e).unwrap_or(to)
                    }
                    _ => to,
                };
                let to = (!to.has_auto(db)).then(|| to.unqualified(db));
                match arg {
                    TemplateArgRef::Expr(e) => {
                        let referred = refers(db, self.code, declared, *e);
                        let value = self.read_arg((arg.clone(), Some(to), referred), |cx| {
                            let target = Target::Argument(template.decl(db), idx(ty));
                            cx.for_target(target, |cx| cx.value_of(*e, to, referred))
                        })?;
                        // No placeholder stands for void.
                        if let (None, Arg::Value(constant)) = (to, &value)
                            && constant.ty(db).is_void(db)
                        {
                            let site = self.expr_site(*e);
                            let parameter = Fill::Type(declared);
                            let ty = Fill::Type(constant.ty(db));
                            let problem = match declared.kind(db) {
                                TyKind::Auto(true) => {
                                    Problem::new(codes::TEMPLATE_PARAMETER_OF_VOID_TYPE, site)
                                }
                                _ => {
                                    let code =
                                        codes::CANNOT_DEDUCE_AUTO_PARAMETER { parameter, ty };
                                    Problem::new(code, site)
                                }
                            };
                            self.void_argument(problem.at(At::First));
                            return None;
                        }
                        // The type that a placeholder stands for is known by now.
                        if let (None, Arg::Value(constant)) = (to, &value)
                            && is_structural(db, constant.ty(db)) == Some(false)
                        {
                            let code = codes::TEMPLATE_PARAMETER_NOT_STRUCTURAL;
                            self.misfit(code, self.expr_site(*e), At::First, Vec::new());
                            return None;
                        }
                        Some(value)
                    }
                    TemplateArgRef::Type(ty) => match &self.code[*ty] {
                        TypeRef::Path {
                            path,
                            elaborated: None,
                            typename: false,
                        } => {
                            let value = self.path_value(path, to, self.type_site(*ty))?;
                            if matches!(value, Arg::Error) && self.is_dependent_place() {
                                let site = self.type_site(*ty);
                                return Some(match self.dependent_env() {
                                    Some(env) => Arg::Dependent(site, env),
                                    None => Arg::Error,
                                });
                            }
                            self.unknown |= matches!(value, Arg::Error);
                            Some(value)
                        }
                        // `int()` is taken for a value.
                        TypeRef::Function(f) if f.params.is_empty() => {
                            self.fail();
                            None
                        }
                        TypeRef::Function(f) if self.is_cast(f) => {
                            let value = self.cast_value(f, self.type_site(*ty))?;
                            self.unknown |= matches!(value, Arg::Error);
                            match (&value, to.filter(|to| !to.is_dependent(db))) {
                                (Arg::Value(value), Some(to)) => {
                                    let converted =
                                        crate::resolve::constant::convert(db, *value, to);
                                    if converted.is_none() {
                                        self.fail();
                                    }
                                    converted.map(Arg::Value)
                                }
                                _ => Some(value),
                            }
                        }
                        _ => {
                            self.no_value_arg(*ty);
                            None
                        }
                    },
                    TemplateArgRef::Pack(_) => Some(Arg::Error),
                }
            }
            Sort::Template => {
                let found = self.template_arg(arg)?;
                self.check_compatible(template, index, arg, &found)?;
                Some(found)
            }
        }
    }

    /// The class that a placeholder for a deduced class type stands for in the type of a parameter, by its argument.
    fn deduced_parameter(
        &mut self,
        class: Entity<'db>,
        argument: cleave_hir::ExprId,
    ) -> Option<Ty<'db>> {
        let ty = quietly(self, |cx| {
            cx.with_mode(
                |m| &mut m.in_type,
                false,
                |cx| {
                    let site = cx.expr_site(argument);
                    let argument = cx.expr(argument);
                    cx.deduce_class(class, &[argument], false, site)
                },
            )
        });
        (!ty.is_unknown(self.db)).then_some(ty)
    }

    /// Says so of a template that a template template parameter does not take.
    fn check_compatible(
        &mut self,
        template: Entity<'db>,
        index: usize,
        arg: &TemplateArgRef,
        found: &Arg<'db>,
    ) -> Option<()> {
        let db = self.db;
        let Arg::Template(argument) = *found else {
            return Some(());
        };
        let level = own_level(db, template.decl(db))?;
        let Some(&ParamRef::Written(param)) = level.params(db).get(index) else {
            return Some(());
        };
        let TemplateParamKind::Template { params, .. } = &param.kind else {
            return Some(());
        };
        let cpp17 = self.code_ref.item.file(db).dialect(db).standard >= Standard::Cpp17;
        if is_compatible(db, level.decl, params, argument, cpp17) {
            return Some(());
        }
        let site = self.arg_site(arg);
        let name = param.name.as_ref().map_or("<unnamed>", |n| n.as_str());
        self.problems.push(
            Problem::new(
                codes::NOT_COMPATIBLE_WITH_TEMPLATE {
                    function: Fill::Entity(argument),
                    template: Fill::Kind("template parameter", name.into()),
                },
                site,
            )
            .at(At::First),
        );
        None
    }

    /// Whether what the grammar took for a function type, `int(E::x)`, is a cast: what stands for a parameter is no type
    /// ([dcl.ambig.res]/2).
    fn is_cast(&mut self, f: &FunctionRef) -> bool {
        let code = self.code;
        f.params.iter().any(|&param| match &code[code[param].ty] {
            TypeRef::Path { path, .. } => match quietly(self, |cx| cx.lookup_path(path)) {
                Found::Entities { set, .. } => {
                    (set.first()).is_some_and(|e| !is_type(self.db, e.decl(self.db)))
                }
                Found::Local(_) | Found::Unknown => true,
                _ => false,
            },
            _ => false,
        })
    }

    /// Arguments whose parameters are not known: those of a template template parameter.
    pub(crate) fn loose_args(&mut self, written: &[TemplateArgRef]) -> Vec<Arg<'db>> {
        let Some(raw) = self.raw_args(written) else {
            return vec![Arg::Error];
        };
        let mut out = Vec::new();
        for raw in raw {
            out.push(match raw {
                Raw::Done(arg) => arg,
                Raw::Written(arg, element, expansion) => {
                    let before = self.enter(&element);
                    let value = self.loose_arg(arg);
                    self.leave(before);
                    match expansion {
                        true => Arg::Expansion(Box::new(value)),
                        false => value,
                    }
                }
            });
        }
        out
    }

    fn loose_arg(&mut self, arg: &TemplateArgRef) -> Arg<'db> {
        let db = self.db;
        match arg {
            TemplateArgRef::Expr(e) => self.value_arg(*e, None).unwrap_or(Arg::Error),
            TemplateArgRef::Type(ty) => {
                if let TypeRef::Path { path, .. } = &self.code[*ty]
                    && let Some(key) = self.lone(path)
                    && let Found::Param { level, index, pack } = self.lookup_key(&key, Want::Any)
                {
                    let all = levels(db, self.owner.decl(db));
                    let is_type = (all.get(level as usize))
                        .and_then(|l| l.params(db).get(index as usize).copied())
                        .is_none_or(|p| p.is_type());
                    if !is_type {
                        return self.binding(level, index).unwrap_or(Arg::Param {
                            level,
                            index,
                            pack,
                        });
                    }
                }
                match self.argument_type(*ty) {
                    ty if ty.is_error(db) => Arg::Error,
                    ty => Arg::Type(ty),
                }
            }
            TemplateArgRef::Pack(_) => Arg::Error,
        }
    }
}

/// How many elements the only pack among the arguments of the templates around has.
fn only_pack<'db>(db: &'db dyn Db, env: Env<'db>) -> Option<usize> {
    let levels = std::iter::successors(Some(env), |e| e.parent(db));
    let mut packs = levels.flat_map(|e| e.args(db)).filter_map(|arg| match arg {
        Arg::Pack(all) if !arg.is_dependent(db) => Some(all.len()),
        _ => None,
    });
    let found = packs.next()?;
    packs.next().is_none().then_some(found)
}

//! The variables of an item's bodies and what the code does with them, as typed code has it: whether making and dropping one
//! does nothing, and whether its value is taken, set, or neither, at each place that names it.
//!
//! Of templates an instance is read. A name that typed code says nothing of may mean every variable that is called so.

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclId, DeclKind, Expr, Init, NameId, TypeRef, item_hir};
use cleave_lang::Operator;
use cleave_names::decl::Spec;
use cleave_names::item_id_of_node;
use cleave_odr_use::pieces::local_members;
use cleave_odr_use::{Around, parents, used_of};
use cleave_typing::function::{definition, signature};
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Local, LocalId, LocalKind, Stmt, Typed};
use cleave_typing::{CodeRef, DeclRef, Entity, Site, Ty, TyKind, check, display, program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::device::unused::attributes;
use crate::device::unused::silent::Code;
use crate::engine::entities::execution_space;
use crate::engine::source::Source;

/// How many pieces of code of one item are looked at.
const PIECES: usize = 4096;

/// What a name in an expression does with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mention {
    /// Nothing with its value.
    Unevaluated,
    /// Gives it a value.
    Set,
    /// Anything else.
    Use,
}

/// What a variable is to messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A variable of a declaration statement.
    Variable,
    /// A parameter of a function or of a lambda.
    Parameter,
    /// What a handler catches.
    Handler,
    /// What a condition, a `for` over a range or a structured binding declares: that nobody uses it is not reported.
    Other,
}

/// A variable that a body declares, or a parameter.
pub(crate) struct Variable<'db> {
    /// The token of its name.
    pub(crate) at: u32,
    pub(crate) name: Box<str>,
    pub(crate) role: Role,
    pub(crate) ty: Ty<'db>,
    /// Where it is declared.
    declared: Site<'db>,
    /// It stands in a template, generic lambdas among them.
    pub(crate) template: bool,
    /// Its type may be a class of whatever kind, as far as its template tells.
    pub(crate) open: bool,
    /// It has an initialiser, or is declared static: it always has a value.
    pub(crate) has_value: bool,
    /// Making and dropping it does nothing.
    pub(crate) silent: bool,
    /// Dropping it does nothing.
    pub(crate) dropped: bool,
    /// Something names it.
    pub(crate) is_named: bool,
    /// Something sets it.
    pub(crate) is_set: bool,
    /// Something takes its value, or may do so.
    pub(crate) is_used: bool,
}

impl Variable<'_> {
    fn mentioned(&mut self, mention: Mention) {
        self.is_named = true;
        match mention {
            Mention::Unevaluated => {}
            Mention::Set => self.is_set = true,
            Mention::Use => self.is_used = true,
        }
    }
}

/// The functions and closures whose code an item has, and their variables.
#[derive(Default)]
pub(crate) struct Variables<'db> {
    pub(crate) all: Vec<Variable<'db>>,
    /// What was read.
    pub(crate) functions: Vec<Entity<'db>>,
    by_site: FxHashMap<Site<'db>, usize>,
    /// The names that typed code says the meaning of.
    known: FxHashSet<(CodeRef<'db>, u32)>,
    /// Names of variables of the code around a lambda that it does not capture, and whether the lambda evaluates them.
    around: FxHashMap<(CodeRef<'db>, u32), bool>,
    /// Lambdas that were typed: what they capture is known.
    lambdas: FxHashSet<(CodeRef<'db>, u32)>,
    /// What declaration statements declare, by code.
    statements: FxHashMap<CodeRef<'db>, FxHashSet<DeclId>>,
}

impl<'db> Variables<'db> {
    /// Those of the item's functions that are no templates, and of the instances that the program makes of the others.
    pub(crate) fn of(s: &Source<'db>) -> Variables<'db> {
        let db = s.db;
        let item = item_id_of_node(db, s.item);
        let mut out = Variables::default();
        let mut next: Vec<(Entity<'db>, bool)> = program::bodies(db, item)
            .into_iter()
            .filter(|e| display::template_depth(db, *e) == 0)
            .map(|e| (e, false))
            .collect();
        let mut open = FxHashSet::default();
        // Of several instances of a template the first one tells.
        let mut templates = FxHashSet::default();
        for &(instance, _) in &used_of(db, item).instances {
            let own = definition(db, instance).filter(|e| e.decl(db).closure(db).is_none());
            if let Some(own) = own.filter(|e| templates.insert(e.decl(db))) {
                next.push((own, true));
                open.extend(open_in_template(s, own));
            }
        }
        for (id, decl) in item_hir(db, item).code.decls.iter() {
            let own = DeclRef::at(db, CodeRef { item, body: None }, id);
            let function = Entity::new(db, own, None);
            if !matches!(decl.kind, DeclKind::Function(_))
                || display::template_depth(db, function) > 0
            {
                continue;
            }
            let params = signature(db, function).map_or(0, |sig| sig.ty.params.len() as u32);
            let arguments = (0..params).filter_map(|n| check::default_argument(db, function, n));
            next.extend(arguments.flat_map(|typed| closures(db, typed, false)));
        }
        next.reverse();
        for _ in 0..PIECES {
            let Some((entity, template)) = next.pop() else {
                break;
            };
            let Some(typed) = check::body(db, entity) else {
                continue;
            };
            out.functions.push(entity);
            out.code(s, (entity, typed), template);
            next.extend(closures(db, typed, template));
            let members = local_members(db, entity).into_iter();
            next.extend(members.map(|e| (e, template || e.is_template(db))));
        }
        for variable in &mut out.all {
            variable.open = open.contains(&variable.declared);
        }
        out.other_names(s);
        out
    }

    /// What one piece of code declares and does.
    fn code(
        &mut self,
        s: &Source<'db>,
        (owner, typed): (Entity<'db>, &Typed<'db>),
        template: bool,
    ) {
        let db = s.db;
        let own: Vec<Option<usize>> = (typed.locals.iter())
            .map(|local| self.declare(s, local, template))
            .collect();
        let own = |l: LocalId| own.get(l.0 as usize).copied().flatten();
        let code = Code {
            db,
            typed,
            owner,
            host: !execution_space(s, owner).on_device(),
        };
        let makes_closure = (typed.exprs.iter()).any(|e| matches!(e.kind, ExprKind::Lambda(..)));
        for stmt in &typed.stmts {
            let Stmt::Local(l, init) = stmt else { continue };
            if let Some(variable) = own(*l).and_then(|i| self.all.get_mut(i)) {
                // A constant expression does nothing, whatever it calls.
                let local = typed.locals.get(l.0 as usize);
                let constant = init.is_some() && local.is_some_and(|l| l.is_constexpr);
                variable.silent = constant && !makes_closure || code.is_silent(variable.ty, *init);
                variable.dropped = code.is_dropped_silently(variable.ty);
            }
        }
        let parents = parents(typed);
        // An expression may be typed more than once: what is part of something tells more than what was given up.
        let mut mentions: FxHashMap<(usize, u32), (bool, Mention)> = FxHashMap::default();
        for (i, expr) in typed.exprs.iter().enumerate() {
            let site = (expr.site.code, expr.site.index);
            let variable = match &expr.kind {
                ExprKind::Local(l) => match own(*l) {
                    Some(variable) => variable,
                    None if is_of_code_around(typed.locals.get(l.0 as usize)) => {
                        *self.around.entry(site).or_default() |= expr.evaluated;
                        continue;
                    }
                    None => {
                        self.known.insert(site);
                        continue;
                    }
                },
                ExprKind::Static(v) => {
                    let declared = Site::declaration(v.decl(db).code(db), v.decl(db).index(db));
                    self.known.insert(site);
                    match self.by_site.get(&declared) {
                        Some(variable) => *variable,
                        None => continue,
                    }
                }
                // What is made of a name stands where the name does.
                ExprKind::Error
                | ExprKind::Convert(..)
                | ExprKind::Full(_)
                | ExprKind::Materialize(_)
                | ExprKind::Construct(..)
                | ExprKind::ConstructImplicit(..) => continue,
                ExprKind::Lambda(..) => {
                    self.lambdas.insert(site);
                    continue;
                }
                _ => {
                    self.known.insert(site);
                    continue;
                }
            };
            self.known.insert(site);
            let part = parents.get(i).is_some_and(Option::is_some);
            let is_reference = (self.all.get(variable)).is_some_and(|v| v.ty.is_reference(db));
            let mention = match part {
                true => mention(typed, &parents, ExprId(i as u32), is_reference),
                // In a constant, or in what could not be typed.
                false if expr.evaluated => Mention::Use,
                false => Mention::Unevaluated,
            };
            match mentions.get_mut(&(variable, site.1)) {
                None => {
                    mentions.insert((variable, site.1), (part, mention));
                }
                Some(known) if known.0 && part => {
                    if let Some(variable) = self.all.get_mut(variable) {
                        variable.mentioned(mention);
                    }
                }
                Some(known) if part || !known.0 && known.1 == Mention::Unevaluated => {
                    *known = (part, mention);
                }
                Some(_) => {}
            }
        }
        for ((variable, _), (_, mention)) in mentions {
            if let Some(variable) = self.all.get_mut(variable) {
                variable.mentioned(mention);
            }
        }
    }

    /// The variable that a local of typed code is, if it is written in the item.
    fn declare(&mut self, s: &Source<'db>, local: &Local<'db>, template: bool) -> Option<usize> {
        let db = s.db;
        let item = item_id_of_node(db, s.item);
        let declared = match local.kind {
            LocalKind::Automatic | LocalKind::Static(_) => {
                (local.declared).or(local.site.filter(|site| site.as_parameter().is_some()))
            }
            LocalKind::Param(_) => local.site,
            LocalKind::Capture(_) | LocalKind::Binding(_) => None,
        };
        let declared = declared.filter(|site| site.code.item == item && !local.name.is_empty())?;
        if let Some(known) = self.by_site.get(&declared) {
            return Some(*known);
        }
        let at = program::place(db, declared)?.0.start;
        let hir = (declared.as_declaration())
            .and_then(|index| DeclRef::new(db, declared.code, index, None).hir(db));
        let role = match local.kind {
            LocalKind::Param(_) => Role::Parameter,
            _ if declared.as_parameter().is_some() => Role::Handler,
            _ if self.is_of_statement(db, declared) && hir.is_some_and(may_be_unused) => {
                Role::Variable
            }
            _ => Role::Other,
        };
        let has_value = |d: &Decl| {
            let initialised = matches!(&d.kind, DeclKind::Variable(v) if v.init != Init::None);
            initialised || d.spec.any(Spec::STATIC)
        };
        self.by_site.insert(declared, self.all.len());
        self.all.push(Variable {
            at,
            name: local.name.clone(),
            role,
            ty: local.ty,
            declared,
            template,
            open: false,
            has_value: hir.is_some_and(has_value),
            silent: false,
            dropped: false,
            is_named: false,
            is_set: false,
            is_used: false,
        });
        Some(self.all.len() - 1)
    }

    /// Whether a declaration statement declares something.
    fn is_of_statement(&mut self, db: &'db dyn Db, declared: Site<'db>) -> bool {
        let all = self.statements.entry(declared.code).or_insert_with(|| {
            let Some(code) = declared.code.code(db) else {
                return FxHashSet::default();
            };
            let stmts = code.stmts.iter().filter_map(|(_, stmt)| match stmt {
                cleave_hir::Stmt::Decl(all) => Some(all.iter().copied()),
                _ => None,
            });
            stmts.flatten().collect()
        });
        let index = declared.as_declaration();
        index.is_some_and(|index| all.contains(&DeclId::from_raw(index.into())))
    }

    /// Names in the code of these variables of which typed code says nothing: in constants, in what is not instantiated, in what
    /// could not be typed.
    fn other_names(&mut self, s: &Source<'db>) {
        let db = s.db;
        let mut codes: Vec<CodeRef<'db>> = Vec::new();
        for function in &self.functions {
            let decl = function.decl(db);
            let code = match decl.closure(db) {
                Some(closure) => closure.site.code,
                None if decl.code(db).body.is_some() => decl.code(db),
                None => CodeRef {
                    body: Some(decl.index(db)),
                    ..decl.code(db)
                },
            };
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        let mut by_name: FxHashMap<Box<str>, Vec<usize>> = FxHashMap::default();
        for (i, variable) in self.all.iter().enumerate() {
            by_name.entry(variable.name.clone()).or_default().push(i);
        }
        for code_ref in codes {
            let Some(code) = code_ref.code(db) else {
                continue;
            };
            // What a lambda captures is part of the typed lambda.
            let lambdas = code.exprs.iter().filter_map(|(id, expr)| match expr {
                Expr::Lambda(l) if self.lambdas.contains(&(code_ref, number(id))) => Some(l),
                _ => None,
            });
            let captures = lambdas.flat_map(|l| l.captures.iter().map(|c| c.at));
            let captures: FxHashSet<_> = captures.collect();
            let types = code.types.iter().filter_map(|(_, ty)| match ty {
                TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => Some(*e),
                _ => None,
            });
            let types: FxHashSet<_> = types.collect();
            for (id, expr) in code.exprs.iter() {
                let site = (code_ref, number(id));
                let Expr::Path(path) = expr else { continue };
                let (NameId::Ident(name), true) = (&path.name, path.is_unqualified()) else {
                    continue;
                };
                let Some(named) = by_name.get(name.as_str()) else {
                    continue;
                };
                let around = self.around.get(&site);
                if around.is_none() && self.known.contains(&site) || captures.contains(&id) {
                    continue;
                }
                let mention = match types.contains(&id) || around == Some(&false) {
                    true => Mention::Unevaluated,
                    false => Mention::Use,
                };
                // Parameters belong to the signature.
                let visible = |v: &Variable<'db>| {
                    let own = v.declared.code;
                    own == code_ref || own.item == code_ref.item && own.body.is_none()
                };
                for &i in named {
                    if let Some(variable) = self.all.get_mut(i).filter(|v| visible(v)) {
                        variable.mentioned(mention);
                    }
                }
            }
        }
    }
}

/// The call operators of the lambdas in some code.
pub(super) fn closures<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    template: bool,
) -> Vec<(Entity<'db>, bool)> {
    let lambdas = typed.exprs.iter().filter_map(|x| match &x.kind {
        ExprKind::Lambda(closure, _) => Some(closure.operator(db)),
        _ => None,
    });
    lambdas
        .map(|e| (e, template || e.is_template(db)))
        .collect()
}

/// Whether a declaration is of a variable that is reported if nobody uses it.
fn may_be_unused(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Variable(_))
        && !decl.spec.any(Spec::EXTERN)
        && attributes::allow_reports(&decl.attrs)
}

/// Whether a local of a closure's code is a variable of the code around that is not captured.
fn is_of_code_around(local: Option<&Local<'_>>) -> bool {
    local.is_some_and(|l| l.kind == LocalKind::Automatic && l.name.is_empty() && l.site.is_none())
}

fn number(id: cleave_hir::ExprId) -> u32 {
    u32::from(id.into_raw())
}

/// The variables of an instance whose type may be a class of whatever kind, as far as the template tells: the reference knows
/// no more of them.
fn open_in_template<'db>(s: &Source<'db>, instance: Entity<'db>) -> Vec<Site<'db>> {
    let db = s.db;
    let Some(typed) = check::body(db, Entity::new(db, instance.decl(db), None)) else {
        return Vec::new();
    };
    let is_open = |ty: Ty<'db>| {
        let ty = ty.innermost_element(db);
        match ty.kind(db) {
            TyKind::Closure(_) => true,
            TyKind::Class(class) => ty.is_dependent(db) || class.decl(db).code(db).body.is_some(),
            TyKind::Pointer(_) | TyKind::LvalueReference(_) | TyKind::RvalueReference(_) => false,
            _ => ty.is_dependent(db) || ty.is_error(db),
        }
    };
    let open = typed.locals.iter().filter(|local| is_open(local.ty));
    open.filter_map(|local| local.declared).collect()
}

/// What the expression that names a variable is to those around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The variable or a part of it.
    Object,
    /// The address of a part of it.
    Address,
    /// Its value, or what is made of it.
    Value,
}

/// What the naming of a variable does with it.
pub(super) fn mention(
    typed: &Typed<'_>,
    parents: &[Option<Around>],
    name: ExprId,
    is_reference: bool,
) -> Mention {
    use ExprKind as K;
    let mut role = Part::Object;
    let mut here = name;
    // What a reference means may be asked for elsewhere.
    let set = match is_reference {
        true => Mention::Use,
        false => Mention::Set,
    };
    for _ in 0..=typed.exprs.len() {
        let around = match parents.get(here.0 as usize) {
            Some(Some(around)) => *around,
            _ => return Mention::Unevaluated,
        };
        let parent = match around {
            Around::Dropped => return Mention::Unevaluated,
            Around::Asm { reads: false, .. } if role == Part::Object => return set,
            Around::Asm { .. } | Around::Other => return Mention::Use,
            Around::Expr(e) => e,
        };
        let Some(kind) = typed.exprs.get(parent.0 as usize).map(|x| &x.kind) else {
            return Mention::Use;
        };
        role = match (kind, role) {
            (K::Full(_) | K::Convert(Conversion::Noop, _), role) => role,
            (K::Convert(Conversion::Discard, _), _) => return Mention::Unevaluated,
            (K::Comma(first, _), _) if *first == here => return Mention::Unevaluated,
            (K::Comma(..), role) => role,
            (K::Conditional(condition, ..), role) if *condition != here => role,
            (K::Field(..), Part::Object) => Part::Object,
            (K::MemberPointer(object, _), Part::Object) if *object == here => Part::Object,
            (K::Convert(Conversion::ToBase(_), _), role) => role,
            (K::Index(base, _), Part::Object | Part::Address) if *base == here => Part::Object,
            (K::Convert(Conversion::Decay, _) | K::Unary(Operator::AddressOf, _), Part::Object) => {
                Part::Address
            }
            (K::Unary(Operator::Dereference, _), Part::Address) => Part::Object,
            (K::Binary(Operator::Plus | Operator::Minus, first, _), Part::Address)
                if *first == here =>
            {
                Part::Address
            }
            (K::Assign(target, _, _), Part::Object) if *target == here => return set,
            (K::Convert(Conversion::Load, _), Part::Object) => Part::Value,
            _ => return Mention::Use,
        };
        here = parent;
    }
    Mention::Use
}

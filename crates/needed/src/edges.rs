//! What the code of one function or variable uses: the functions that it calls, names or converts, the variables, what is
//! destroyed, and the virtual tables that it sets (reference: device-half, Uses).
//!
//! Granularity: one value per function or variable, made of its typed code. It counts no positions: an edit that shifts the code
//! leaves it as it is.

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{MemorySpace, execution_space, memory_space};
use cleave_hir::DeclKind;
use cleave_names::decl::{Body, Special as Name};
use cleave_typing::class::{Special, class_info, constructors, special};
use cleave_typing::function::{class_of, definition, signature, special_of, variable_type};
use cleave_typing::thir::{
    Category, Conversion, ExprId, ExprKind, Implicit, LocalId, LocalKind, Typed,
};
use cleave_typing::{Const, Entity, PointerBase, Site, Ty, Value, check, eval};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::copied_bases::copied_base;
use crate::dispatch::known_overrider;
use crate::emitted::Emitted;
use crate::folding::{
    Folded, copied_constant, decided, default_value, folded, is_called_part, read_of_call,
    read_of_part,
};
use crate::implicit::{self, special_member};
use crate::known::global_functions;
use crate::walk::{Met, walk, walk_expression};
use cleave_odr_use::elided;
use cleave_odr_use::pieces::local_members;

/// What device code calls to launch a kernel: the toolkit's headers define these for relocatable device code.
const LAUNCHING: [&str; 2] = ["cudaGetParameterBufferV2", "cudaLaunchDeviceV2"];
/// How deep default arguments and default member initialisers may use each other.
const DEPTH: u32 = 64;

/// Something that code uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Edge<'db> {
    /// What is used.
    pub to: Emitted<'db>,
    /// The expression that uses it first; none where nothing is written.
    pub site: Option<Site<'db>>,
    /// Whether it may run. What stands in a part of an expression that a constant decides against is instantiated only.
    pub runs: bool,
}

/// What something uses, without the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Use<'db> {
    /// What is used.
    pub to: Emitted<'db>,
    /// Whether it may run: [`Edge::runs`].
    pub runs: bool,
}

/// What one function or variable uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct Edges<'db> {
    /// Each once, in the order of the code.
    pub all: Vec<Edge<'db>>,
    /// The first expression that could not be typed: what it uses is not known.
    pub unknown: Option<Site<'db>>,
}

/// What the code of something uses; nothing where it has none here.
#[salsa::tracked(returns(ref))]
pub fn edges<'db>(db: &'db dyn Db, file: SourceFile, of: Emitted<'db>) -> Edges<'db> {
    let mut found = Found {
        db,
        file,
        seen: FxHashMap::default(),
        walked: FxHashSet::default(),
        classes: FxHashSet::default(),
        out: Edges::default(),
        depth: 0,
        launches: false,
        is_dropped: false,
    };
    match of {
        Emitted::Function(entity) => found.function(entity),
        Emitted::Variable(entity) => found.variable(entity),
        Emitted::Invoker(operator) => found.add(Emitted::Function(operator), None),
        Emitted::Implicit(class, which) => implicit::member(&mut found, class, which),
        Emitted::Inherited(constructor, class) => {
            implicit::inherited(&mut found, constructor, class);
        }
        Emitted::Vtable(class) => implicit::vtable(&mut found, class),
    }
    found.out
}

/// What something uses, without the places: an edit that changes code and not what it uses ends here.
#[salsa::tracked(returns(deref))]
pub fn used_by<'db>(db: &'db dyn Db, file: SourceFile, of: Emitted<'db>) -> Box<[Use<'db>]> {
    let all = edges(db, file, of).all.iter();
    all.map(|&Edge { to, runs, .. }| Use { to, runs }).collect()
}

/// The edges that are found.
pub(crate) struct Found<'db> {
    pub(crate) db: &'db dyn Db,
    pub(crate) file: SourceFile,
    /// Where each edge stands.
    seen: FxHashMap<Emitted<'db>, usize>,
    /// The classes of objects that were met.
    pub(crate) classes: FxHashSet<Ty<'db>>,
    /// The code that was walked, for which class, and whether it runs.
    walked: FxHashSet<(*const Typed<'db>, Option<Ty<'db>>, bool)>,
    out: Edges<'db>,
    depth: u32,
    /// Kernels are launched from the device: the runtime's functions are called.
    launches: bool,
    /// The walk is in a part of an expression that does not run.
    is_dropped: bool,
}

impl<'db> Found<'db> {
    pub(crate) fn add(&mut self, to: Emitted<'db>, site: Option<Site<'db>>) {
        let runs = !self.is_dropped;
        let next = self.out.all.len();
        let at = *self.seen.entry(to).or_insert(next);
        match self.out.all.get_mut(at) {
            Some(known) => known.runs |= runs,
            None => self.out.all.push(Edge { to, site, runs }),
        }
    }

    /// A declared function that is called or named. What is trivial has no code.
    pub(crate) fn called(&mut self, function: Entity<'db>, site: Option<Site<'db>>) {
        if !implicit::is_trivial(self.db, function) {
            self.add(Emitted::of(self.db, function), site);
        }
    }

    /// A special member function of a type, or of the elements of an array.
    pub(crate) fn special(&mut self, ty: Ty<'db>, which: Special, site: Option<Site<'db>>) {
        if let Some(to) = special_member(self.db, ty, which) {
            self.add(to, site);
        }
    }

    /// An object of a type is destroyed.
    pub(crate) fn destroyed(&mut self, ty: Ty<'db>, site: Option<Site<'db>>) {
        if !ty.is_reference(self.db) {
            self.special(ty, Special::Destructor, site);
        }
    }

    fn function(&mut self, entity: Entity<'db>) {
        let db = self.db;
        self.declared(entity);
        let Some(defined) = definition(db, entity) else {
            return;
        };
        let class = signature(db, entity)
            .and_then(|s| s.class)
            .map(|c| c.unqualified(db));
        let Some(typed) = check::body(db, defined) else {
            match implicit::defaulted(db, entity, defined) {
                Some((class, which)) => implicit::member(self, class, which),
                // Code that could not be typed at all.
                None if has_code(db, defined) => {
                    let decl = defined.decl(db);
                    let site = Site::declaration(decl.code(db), decl.index(db));
                    self.out.unknown = Some(site);
                }
                None => {}
            }
            return;
        };
        self.launches = execution_space(db, entity, true).on_device();
        self.code(typed, class);
        // The members of its local classes are instantiated with a function, whoever calls them ([temp.inst]/3).
        if entity.env(db).is_some() {
            let around = std::mem::replace(&mut self.is_dropped, true);
            for member in local_members(db, defined) {
                self.called(member, None);
            }
            self.is_dropped = around;
        }
        let special = special_of(db, defined);
        if let (Name::Constructor | Name::Destructor, Some(class)) = (special, class) {
            match special {
                Name::Destructor => implicit::subobjects(self, class),
                _ => {
                    for init in &typed.inits {
                        if let Some((copied, source)) = copied_base(self.db, typed, init) {
                            self.add(copied, init.written);
                            let source = typed.exprs.get(source.0 as usize);
                            if let Some(object) = source
                                && object.category == Category::Prvalue
                            {
                                self.destroyed(object.ty, init.written);
                            }
                        }
                    }
                }
            }
            implicit::table(self, class);
        }
        // The deleting variant frees the object.
        if let (Name::Destructor, Some(class)) = (special, class)
            && signature(db, entity).is_some_and(|s| s.is_virtual)
        {
            self.freed(class, false, false, None);
        }
    }

    fn variable(&mut self, entity: Entity<'db>) {
        let db = self.db;
        let defined = definition(db, entity).unwrap_or(entity);
        let ty = variable_type(db, entity);
        self.object(ty);
        // A block's own memory is not initialised.
        let shared = memory_space(db, entity).has(MemorySpace::SHARED);
        // An object that has its value before the program runs is stored as that value.
        match (check::body(db, defined), &eval::variable(db, defined).value) {
            (None, _) if !shared => {
                let class = ty.innermost_element(db).unqualified(db);
                match default_value(db, class) {
                    Some(_) => implicit::table(self, class),
                    None => self.special(ty, Special::Default, None),
                }
            }
            (Some(_), Ok(value)) => {
                if !shared {
                    implicit::table(self, ty.innermost_element(db).unqualified(db));
                }
                self.value(value.value(db));
            }
            (Some(typed), Err(_)) if !shared => self.code(typed, None),
            _ => {}
        }
        // The device never runs it, but has what would destroy its objects.
        if definition(db, entity).is_some() {
            self.destroyed(ty, None);
        }
    }

    /// The default initialiser of a member, by number.
    pub(crate) fn default_member(&mut self, class: Ty<'db>, number: u32) {
        let db = self.db;
        let Some(info) = class_info(db, class) else {
            return;
        };
        let field = info.fields.get(number as usize).zip(info.definition);
        if let Some((field, definition)) = field {
            let entity = Entity::new(db, field.decl, definition.env(db));
            if let Some(typed) = check::body(db, entity) {
                self.code(typed, Some(class));
            }
        }
    }

    /// What some typed code uses. `class`: where default member initialisers without an object belong.
    pub(crate) fn code(&mut self, typed: &'db Typed<'db>, class: Option<Ty<'db>>) {
        if typed.dependent {
            let first = typed.exprs.first().map(|x| x.site);
            self.out.unknown = self.out.unknown.or(first);
            return;
        }
        if self.depth > DEPTH {
            let first = typed.exprs.first().map(|x| x.site);
            self.out.unknown = self.out.unknown.or(first);
            return;
        }
        // Initialisers of members that hold each other are many paths to the same code.
        let code = std::ptr::from_ref(typed);
        if !self.walked.insert((code, class, self.is_dropped)) {
            return;
        }
        self.depth += 1;
        let elided = elided(self.db, typed);
        let is_elided = |e: ExprId| {
            elided
                .as_ref()
                .is_some_and(|(_, copies)| copies.contains(&e))
        };
        let is_result = |l: LocalId| elided.as_ref().is_some_and(|(result, _)| *result == l);
        let mut dropped: Vec<ExprId> = Vec::new();
        walk(typed, &mut |met| match met {
            Met::Expr(e) if is_elided(e) || dropped.contains(&e) => false,
            Met::Expr(e) => {
                dropped.extend(decided(self.db, typed, e).map(|d| d.dropped()));
                self.expression(typed, e, class)
            }
            Met::Local(l) => self.local(typed, l, is_result(l)),
            met => self.other(typed, met),
        });
        let around = std::mem::replace(&mut self.is_dropped, true);
        for e in dropped {
            walk_expression(typed, e, &mut |met| match met {
                Met::Expr(e) => self.expression(typed, e, class),
                Met::Local(l) => self.local(typed, l, is_result(l)),
                met => self.other(typed, met),
            });
        }
        self.is_dropped = around;
        self.depth -= 1;
    }

    /// Who calls destroys the objects that it passes by value ([expr.call]/6).
    fn passed(&mut self, typed: &'db Typed<'db>, args: &[ExprId]) {
        for arg in args.iter().filter_map(|a| typed.exprs.get(a.0 as usize)) {
            if arg.category == Category::Prvalue && arg.ty.is_class(self.db) {
                self.destroyed(arg.ty, Some(arg.site));
            }
        }
    }

    /// A variable of a block. Whether its initialiser is evaluated as well. `is_result`: it is made where the function returns it.
    fn local(&mut self, typed: &'db Typed<'db>, l: LocalId, is_result: bool) -> bool {
        let Some(local) = typed.locals.get(l.0 as usize) else {
            return true;
        };
        if let LocalKind::Static(variable) = local.kind {
            self.add(Emitted::of(self.db, variable), local.declared);
            return false;
        }
        if !is_result {
            self.destroyed(local.ty, local.declared);
        }
        // A constant is a literal wherever it is read.
        // A constant of a scalar type is one without the word if it can be ([expr.const]).
        match (local.init).filter(|_| local.is_constexpr || local.ty.is_scalar(self.db)) {
            Some(init) => self.constant(typed, init),
            None => true,
        }
    }

    /// What is neither an expression nor a variable. Whether it is gone into.
    fn other(&mut self, typed: &'db Typed<'db>, met: Met) -> bool {
        match met {
            Met::Handler(l) => {
                // It is a copy of what is thrown ([except.handle]/14).
                if let Some(local) = typed.locals.get(l.0 as usize) {
                    self.object(local.ty);
                    if !local.ty.is_reference(self.db) {
                        self.special(local.ty, Special::Copy, None);
                    }
                    self.destroyed(local.ty, None);
                }
                true
            }
            _ => {
                let first = typed.exprs.first().map(|x| x.site);
                self.out.unknown = self.out.unknown.or(first);
                false
            }
        }
    }

    /// An object is made by an implicit constructor. A default constructor that is constexpr has a value: the object is stored as
    /// that, with the addresses of its virtual tables.
    fn implicitly_constructed(&mut self, typed: &'db Typed<'db>, e: ExprId, which: Special) {
        let db = self.db;
        let Some(x) = typed.exprs.get(e.0 as usize) else {
            return;
        };
        let class = x.ty.innermost_element(db).unqualified(db);
        let value = default_value(db, class)
            .filter(|_| which == Special::Default && !is_called_part(typed, e));
        match value {
            Some(value) => {
                implicit::table(self, class);
                self.value(value.value(db));
            }
            None => self.special(x.ty, which, Some(x.site)),
        }
    }

    /// Uses what the value of a constant refers to, and says whether its code is needed for lack of a value.
    fn constant(&mut self, typed: &Typed<'db>, e: ExprId) -> bool {
        self.is_used_as(eval::constant(self.db, typed, e))
    }

    fn is_used_as(&mut self, value: Option<Const<'db>>) -> bool {
        match value {
            Some(value) => {
                self.value(value.value(self.db));
                false
            }
            None => true,
        }
    }

    /// Whether a call is a literal. What the literal refers to is used.
    fn is_folded(&mut self, typed: &Typed<'db>, e: ExprId, callee: Entity<'db>) -> bool {
        match folded(self.db, typed, e, callee) {
            Some(Folded::Default(class)) => implicit::table(self, class),
            Some(Folded::Value(value)) => self.value(value.value(self.db)),
            None => return false,
        }
        true
    }

    /// An expression. Whether its operands are evaluated as well.
    fn expression(&mut self, typed: &'db Typed<'db>, e: ExprId, class: Option<Ty<'db>>) -> bool {
        let db = self.db;
        let Some(x) = typed.exprs.get(e.0 as usize) else {
            return false;
        };
        let site = Some(x.site);
        // A default constructor that does nothing makes no object.
        let is_made = |zeroed: &[ExprId]| {
            let class = x.ty.innermost_element(db).unqualified(db);
            !zeroed.is_empty() || special(db, class, Special::Default).is_none_or(|s| !s.trivial)
        };
        if !matches!(&x.kind, ExprKind::ConstructImplicit(Implicit::Default, z) if !is_made(z)) {
            self.object(x.ty);
        }
        match &x.kind {
            ExprKind::Error | ExprKind::Overloaded { .. } | ExprKind::Param { .. } => {
                self.out.unknown = self.out.unknown.or(site);
            }
            ExprKind::Call {
                callee,
                is_virtual,
                object,
                args,
                is_operator,
            } => {
                if self.is_folded(typed, e, *callee) {
                    return false;
                }
                self.passed(typed, args);
                if !*is_virtual {
                    match *is_operator {
                        true => self.called(*callee, site),
                        // A trivial operator is called too, if it is called by its name.
                        false => self.add(Emitted::of(db, *callee), site),
                    }
                } else if let Some((function, _)) =
                    object.and_then(|o| known_overrider(db, typed, *callee, o))
                {
                    self.called(function, site);
                }
            }
            ExprKind::Construct(constructor, args) => {
                if self.is_folded(typed, e, *constructor) {
                    return false;
                }
                self.passed(typed, args);
                let of = class_of(db, *constructor).map(|c| c.unqualified(db));
                let own = x.ty.unqualified(db);
                match of {
                    Some(of) if of != own => {
                        self.add(Emitted::Inherited(*constructor, own), site);
                    }
                    _ => self.called(*constructor, site),
                }
            }
            ExprKind::ConstructImplicit(how, _) => {
                if let Some(value) = copied_constant(db, typed, e) {
                    self.value(value.value(db));
                    return false;
                }
                let which = match how {
                    Implicit::Default => Special::Default,
                    Implicit::Copy => Special::Copy,
                    Implicit::Move => Special::Move,
                };
                self.implicitly_constructed(typed, e, which);
            }
            ExprKind::CallIndirect(_, args) | ExprKind::CallMember(_, _, args) => {
                self.passed(typed, args);
            }
            // A pointer to a virtual member says where in the table it is.
            ExprKind::Function(function)
                if signature(db, *function).is_some_and(|s| s.is_virtual) => {}
            ExprKind::Function(function) => self.called(*function, site),
            ExprKind::Static(variable) => {
                self.add(Emitted::of(db, *variable), site);
            }
            ExprKind::Convert(Conversion::ClosureToFunction(operator), _) => {
                self.add(Emitted::Invoker(*operator), site);
            }
            ExprKind::Convert(Conversion::Load, from) => {
                // A constant that is read is a literal.
                if let Some(ExprKind::Static(v)) = typed.exprs.get(from.0 as usize).map(|x| &x.kind)
                    && let Some(value) = eval::constant_value(db, *v)
                {
                    self.value(value.value(db));
                    return false;
                }
                let part = || read_of_part(db, typed, e);
                if let Some(value) = read_of_call(db, typed, e).or_else(part) {
                    self.value(value.value(db));
                    return false;
                }
            }
            ExprKind::Convert(Conversion::Discard, from) => {
                if let Some(from) = typed.exprs.get(from.0 as usize)
                    && from.category == Category::Prvalue
                {
                    self.destroyed(from.ty, site);
                }
            }
            ExprKind::New { .. } => self.allocation(typed, x),
            ExprKind::InitializerList(_) => {
                // The language calls the constructor of a pointer and a length.
                let all = constructors(db, x.ty).into_iter();
                let made =
                    all.filter(|c| signature(db, *c).is_some_and(|s| s.ty.params.len() == 2));
                made.for_each(|c| self.called(c, site));
            }
            ExprKind::Delete { .. } => self.deallocation(typed, x),
            ExprKind::Destroy(object, destructor, _) => match destructor {
                Some(destructor) => self.called(*destructor, site),
                None => {
                    if let Some(object) = typed.exprs.get(object.0 as usize) {
                        self.destroyed(object.ty, site);
                    }
                }
            },
            ExprKind::Value(value) => self.value(value),
            ExprKind::Launch(..) if self.launches => {
                for name in LAUNCHING {
                    let all = global_functions(db, x.site.code.item.file(db), name);
                    all.for_each(|f| self.called(f, site));
                }
            }
            ExprKind::Assign(_, value, by_name) if x.ty.is_class(db) => {
                let value = typed.exprs.get(value.0 as usize);
                let which = match value.map(|v| v.category) {
                    Some(Category::Lvalue) => Special::CopyAssign,
                    _ => Special::MoveAssign,
                };
                let operator = match *by_name {
                    true => implicit::called_member(db, x.ty, which),
                    false => special_member(db, x.ty, which),
                };
                operator.into_iter().for_each(|f| self.add(f, site));
            }
            ExprKind::DefaultArgument(function, number) => {
                if let Some(typed) = check::default_argument(db, *function, *number) {
                    self.code(typed, class);
                }
            }
            ExprKind::DefaultMember(number) => {
                class
                    .into_iter()
                    .for_each(|c| self.default_member(c, *number));
            }
            ExprKind::Aggregate(parts) => {
                let made = implicit::inherited_constructor(db, typed, x.ty, parts);
                if let Some((constructor, _)) = made {
                    self.add(Emitted::Inherited(constructor, x.ty.unqualified(db)), site);
                }
                for part in parts.iter().flatten() {
                    if let Some(part) = typed.exprs.get(part.0 as usize)
                        && let ExprKind::DefaultMember(number) = part.kind
                    {
                        self.default_member(x.ty, number);
                    }
                }
            }
            ExprKind::Materialize(_) => self.destroyed(x.ty, site),
            // The exception object is destroyed ([except.throw]/4).
            ExprKind::Throw(Some(thrown)) => {
                if let Some(thrown) = typed.exprs.get(thrown.0 as usize) {
                    self.destroyed(thrown.ty, site);
                }
            }
            _ => {}
        }
        true
    }

    /// What a value refers to.
    fn value(&mut self, value: &Value<'db>) {
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            match value {
                Value::Pointer(pointer) => {
                    if let PointerBase::Static(entity) | PointerBase::Temporary(entity, _) =
                        pointer.base
                    {
                        self.add(Emitted::pointed(self.db, entity), None);
                    }
                }
                Value::Member(Some(member)) if member.is_function(self.db) => {
                    let is_virtual = signature(self.db, *member).is_some_and(|s| s.is_virtual);
                    if !is_virtual {
                        self.add(Emitted::of(self.db, *member), None);
                    }
                }
                Value::Class { bases, fields } => todo.extend(bases.iter().chain(fields)),
                Value::Array {
                    elements, filler, ..
                } => {
                    todo.extend(elements);
                    todo.push(filler);
                }
                Value::Union(Some((_, value))) => todo.push(value),
                _ => {}
            }
        }
    }
}

/// Whether a function has a body that is written.
fn has_code<'db>(db: &'db dyn Db, defined: Entity<'db>) -> bool {
    matches!(defined.kind(db), Some(DeclKind::Function(f)) if matches!(f.body, Body::Block(_) | Body::Try(_)))
}

/// Whether a function is defaulted, wherever.
pub(crate) fn is_defaulted<'db>(db: &'db dyn Db, defined: Entity<'db>) -> bool {
    matches!(defined.kind(db), Some(DeclKind::Function(f)) if f.body == Body::Default)
}

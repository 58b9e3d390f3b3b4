//! Functions: one value for each, made of its typed code. An edit that leaves the typed code as it is ends here.

use std::sync::Arc;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_il::{Function, FunctionKind, LocalId, Quals, StmtId, StmtKind, Symbol, TypeId};
use cleave_names::decl::Special as Written;
use cleave_needed::{Emitted, Variant, defaulted, variants};
use cleave_typing::class::Special;
use cleave_typing::class::layout::virtual_bases;
use cleave_typing::function::{class_of, definition, signature, special_of};
use cleave_typing::thir::{Conversion, Expr, ExprKind, LocalKind, Typed};
use cleave_typing::{CodeRef, Entity, Ty, check};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::attributes::{attributes, is_inline_function, kind, linkage};
use crate::body::placing::place_temporaries;
use crate::body::{Body, Origin, Slot};
use crate::passing::is_passed_by_reference;
use crate::refusal::{Refusal, Res, refuse};
use crate::unit::{Key, References, Unit};
use crate::variants::{by_default, complete, has_written_body, takes_vtt, thunk, unified, whole};

/// A function as IL, and what it refers to.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct LoweredFunction<'db> {
    /// The function.
    pub function: Arc<Function>,
    /// What it refers to.
    pub references: References<'db>,
    /// The code that it was written as, and the statement of that for each of its statements. Where they stand is not part of the
    /// value: an edit above leaves it as it is.
    pub(crate) written: Origins<'db>,
}

/// What the type of a function says, and how its code sees its parameters.
struct Head<'db> {
    /// What it returns as C++ has it.
    ret: Option<Ty<'db>>,
    /// The class of its object, qualified as `this` is.
    this: Option<Ty<'db>>,
    params: Vec<Ty<'db>>,
    variadic: bool,
    name: Symbol,
}

/// A function with its body.
#[salsa::tracked(returns(ref))]
pub fn lowered_function<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    what: Emitted<'db>,
    variant: Variant,
) -> Result<LoweredFunction<'db>, Refusal<'db>> {
    lower(db, file, options, Key { what, variant }, true)
}

/// A function that is only declared.
#[salsa::tracked(returns(ref))]
pub fn lowered_declaration<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    what: Emitted<'db>,
    variant: Variant,
) -> Result<LoweredFunction<'db>, Refusal<'db>> {
    lower(db, file, options, Key { what, variant }, false)
}

fn lower<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    key: Key<'db>,
    with_body: bool,
) -> Result<LoweredFunction<'db>, Refusal<'db>> {
    let mut unit = Unit::new(db, file, options);
    let relocatable = options.settings(db).relocatable;
    let (mut function, written) = one(&mut unit, key, with_body)?;
    function.kind = kind(db, key.what);
    function.attributes = attributes(db, key.what);
    // What only calls another variant may be inlined or not.
    if !has_written_body(db, key) {
        function.attributes.always_inline = false;
        function.attributes.never_inline = false;
    }
    if key.variant != Variant::Default {
        function.linkage = linkage(db, file, key.what, relocatable, with_body);
    }
    Ok(LoweredFunction {
        function: Arc::new(function),
        references: unit.references,
        written,
    })
}

/// The code of a function, and what its statements were written as.
type Origins<'db> = Option<(CodeRef<'db>, Box<[Option<Origin>]>)>;

fn head<'db>(unit: &mut Unit<'db>, key: Key<'db>) -> Res<'db, Head<'db>> {
    let db = unit.db;
    let name = unit.variant(key)?;
    let head = |ret, this, params, variadic| Head {
        ret,
        this,
        params,
        variadic,
        name,
    };
    Ok(match key.what {
        Emitted::Function(function) => {
            let Some(sig) = signature(db, function) else {
                return refuse("a function whose type is not known");
            };
            let is_special = matches!(
                special_of(db, function),
                Written::Constructor | Written::Destructor
            );
            let this = match sig.has_object || is_special {
                true => match class_of_member(db, key.what) {
                    Some(class) if is_special => Some(class),
                    Some(class) => Some(class.qualified(db, sig.ty.quals)),
                    None => return refuse("a member of a class that is not known"),
                },
                false => None,
            };
            let ret = (!is_special).then(|| check::return_type(db, function));
            let params = match key.variant {
                Variant::Default => Vec::new(),
                _ => sig.declared.iter().map(|ty| passed(db, *ty)).collect(),
            };
            head(ret, this, params, sig.ty.variadic)
        }
        Emitted::Implicit(class, which) => {
            let constant = class.with_quals(db, cleave_lang::Qualifiers::CONST);
            let (ret, params) = match which {
                Special::Default | Special::Destructor => (None, Vec::new()),
                Special::Copy => (None, vec![constant.lvalue_reference(db)]),
                Special::Move => (None, vec![class.rvalue_reference(db)]),
                Special::CopyAssign => (
                    Some(class.lvalue_reference(db)),
                    vec![constant.lvalue_reference(db)],
                ),
                Special::MoveAssign => (
                    Some(class.lvalue_reference(db)),
                    vec![class.rvalue_reference(db)],
                ),
            };
            head(ret, Some(class), params, false)
        }
        Emitted::Inherited(constructor, class) => {
            let Some(sig) = signature(db, constructor) else {
                return refuse("a constructor whose type is not known");
            };
            head(None, Some(class), sig.ty.params.to_vec(), sig.ty.variadic)
        }
        Emitted::Invoker(operator) => {
            let Some(sig) = signature(db, operator) else {
                return refuse("a call operator whose type is not known");
            };
            let ret = check::return_type(db, operator);
            head(Some(ret), None, sig.ty.params.to_vec(), sig.ty.variadic)
        }
        Emitted::Variable(_) | Emitted::Vtable(_) => {
            return refuse("something that is no function");
        }
    })
}

/// The type of a parameter: arrays and functions are pointers, qualifiers stay.
fn passed<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Ty<'db> {
    match ty.is_array(db) || ty.is_function(db) {
        true => ty.decayed(db),
        false => ty,
    }
}

fn one<'db>(
    unit: &mut Unit<'db>,
    key: Key<'db>,
    with_body: bool,
) -> Res<'db, (Function, Origins<'db>)> {
    let db = unit.db;
    let head = head(unit, key)?;
    let is_kernel = kind(db, key.what) == FunctionKind::Kernel;
    let typed = match key.what {
        Emitted::Function(function) => {
            definition(db, function).and_then(|d| Some((d, check::body(db, d)?)))
        }
        _ => None,
    };
    let names: Vec<(Box<str>, Ty<'db>)> = match typed {
        Some((_, typed)) => parameters(typed),
        None => Vec::new(),
    };
    let mut body = Body::new(unit);
    let mut params: Vec<LocalId> = Vec::new();
    let has_return_slot = head.ret.is_some_and(|ty| is_passed_by_reference(db, ty));
    let ret = match head.ret {
        Some(ty) if has_return_slot => {
            let to = body.ty(ty.unqualified(db))?;
            let pointer = body.code.types.pointer(to, Quals::default());
            let slot = body.local("", pointer, Quals::default());
            params.push(slot);
            body.slot = Some(slot);
            body.void()
        }
        Some(ty) => body.ty(ty.unqualified(db))?,
        None => body.void(),
    };
    body.ret = head.ret;
    let this = match head.this {
        Some(class) => {
            let pointer = body.pointer_to(class)?;
            let this = body.local("this", pointer, Quals::default());
            params.push(this);
            Some(this)
        }
        None => None,
    };
    let vtt = match takes_vtt(db, key) {
        true => {
            let ty = body.vtt_type();
            let vtt = body.local("", ty, Quals::default());
            params.push(vtt);
            body.vtt = Some(vtt);
            Some(vtt)
        }
        false => None,
    };
    let modified = typed.map_or_else(FxHashSet::default, |(_, typed)| modified(typed));
    body.unmodified.extend(this);
    let mut slots = Vec::new();
    // Restrict is no part of a function's type ([dcl.fct]/5): each declaration has its own. What counts is the definition's, but of an
    // instance the one that its template was declared with first.
    let is_instance = match key.what {
        Emitted::Function(function) => {
            function.env(db).is_some() && cleave_typing::function::explicit(db, function).is_none()
        }
        _ => true,
    };
    for (n, ty) in head.params.iter().enumerate() {
        let name = names.get(n).map_or("", |p| &p.0);
        let mut ty = *ty;
        if let Some((_, own)) = names.get(n)
            && !is_instance
            && ty.is_pointer(db)
        {
            let is_restrict = own.top_quals(db).is_restrict;
            ty = ty.with_quals(
                db,
                cleave_lang::Qualifiers {
                    is_restrict,
                    ..ty.top_quals(db)
                },
            );
        }
        let ty = &ty;
        let il = body.ty(*ty)?;
        let by_reference = !is_kernel && is_passed_by_reference(db, *ty);
        let made: TypeId = match by_reference {
            true => body.code.types.pointer(il, Quals::default()),
            false => il,
        };
        let quals = match by_reference {
            true => Quals::default(),
            false => {
                let declared = names.get(n).map_or(*ty, |p| p.1);
                crate::types::quals(declared.top_quals(db))
            }
        };
        let local = body.local(name, made, quals);
        body.code.locals[local].grid_constant =
            is_kernel && crate::attributes::is_grid_constant(db, key.what, n);
        params.push(local);
        if by_reference {
            body.complete.insert(local);
        }
        if ty.is_reference(db) {
            body.references.insert(local);
        }
        if by_reference || ty.is_reference(db) || !modified.contains(&n) {
            body.unmodified.insert(local);
        }
        slots.push(match by_reference || ty.is_reference(db) {
            true => Slot::Pointer(local),
            false => Slot::Local(local),
        });
    }
    let parts = Parts {
        this,
        vtt,
        params: &params,
        slots: &slots,
    };
    body.origin = typed
        .and_then(|(_, t)| t.written(t.block?))
        .map(Origin::Statement);
    let made = match with_body {
        true => Some(self::body(&mut body, key, typed, ret, &parts)?),
        false => None,
    };
    if let Some(made) = made {
        let is_inline = is_inline_function(db, key.what);
        place_temporaries(&mut body.code, made, &body.objects, &body.ranks, is_inline);
    }
    let written = typed.and_then(|(_, typed)| typed.code);
    let origins = std::mem::take(&mut body.origins);
    let function = Function {
        name: head.name,
        linkage: cleave_il::Linkage::Internal,
        kind: FunctionKind::Device,
        attributes: cleave_il::Attributes::default(),
        ret,
        has_return_slot,
        params: params.into(),
        variadic: head.variadic,
        body: made,
        place: None,
        code: body.code,
    };
    Ok((function, written.map(|code| (code, origins.into()))))
}

/// The numbers of the parameters that some code does not only read.
fn modified(typed: &Typed<'_>) -> FxHashSet<usize> {
    let number = |e: &Expr<'_>| match e.kind {
        ExprKind::Local(local) => match typed.locals.get(local.0 as usize)?.kind {
            LocalKind::Param(n) => Some(n as usize),
            _ => None,
        },
        _ => None,
    };
    let mut uses: FxHashMap<usize, i64> = FxHashMap::default();
    for e in &typed.exprs {
        if let Some(n) = number(e) {
            *uses.entry(n).or_default() += 1;
        }
        if let ExprKind::Convert(Conversion::Load, operand) = e.kind
            && let Some(n) = typed.exprs.get(operand.0 as usize).and_then(number)
        {
            *uses.entry(n).or_default() -= 1;
        }
    }
    let used = uses.into_iter().filter(|(_, other)| *other != 0);
    used.map(|(n, _)| n).collect()
}

/// The names and types of the parameters of some code, by number.
fn parameters<'db>(typed: &'db Typed<'db>) -> Vec<(Box<str>, Ty<'db>)> {
    let mut out = Vec::new();
    for local in &typed.locals {
        if let LocalKind::Param(n) = local.kind {
            let n = n as usize;
            if out.len() == n {
                out.push((local.name.clone(), local.ty));
            }
        }
    }
    out
}

/// The parameters of a function.
pub(crate) struct Parts<'a> {
    pub(crate) this: Option<LocalId>,
    /// The table of tables that a base is made with.
    pub(crate) vtt: Option<LocalId>,
    /// All of them.
    pub(crate) params: &'a [LocalId],
    /// The declared ones, as code sees them.
    pub(crate) slots: &'a [Slot],
}

impl Parts<'_> {
    pub(crate) fn object<'db>(&self, b: &Body<'_, 'db>) -> Res<'db, LocalId> {
        match self.this {
            Some(this) => Ok(this),
            None => b.refuse("a member without an object"),
        }
    }

    /// The parameters behind the object and the table of tables.
    pub(crate) fn declared(&self) -> impl DoubleEndedIterator<Item = LocalId> {
        self.params
            .iter()
            .copied()
            .filter(|p| Some(*p) != self.this && Some(*p) != self.vtt)
    }
}

fn body<'db>(
    body: &mut Body<'_, 'db>,
    key: Key<'db>,
    typed: Option<(Entity<'db>, &'db Typed<'db>)>,
    ret: TypeId,
    parts: &Parts<'_>,
) -> Res<'db, StmtId> {
    let db = body.unit.db;
    let has_virtual_bases = class_of_member(db, key.what)
        .is_some_and(|class| !virtual_bases(db, class.id()).is_empty());
    let has_complete = variants(db, key.what).contains(&Variant::Complete);
    let delegates = typed.is_some_and(|(_, t)| t.inits.iter().any(|i| i.target.is_none()));
    let made = body.scope(None, |b, out| {
        match key.variant {
            Variant::Thunk(_) | Variant::CompleteThunk(_) | Variant::DeletingThunk(_) => {
                return thunk(b, key, ret, parts, out);
            }
            Variant::Default => return by_default(b, key, ret, parts, out),
            Variant::Complete | Variant::Base if has_virtual_bases && delegates => {
                return unified(b, key, ret, parts, out);
            }
            Variant::Complete if has_virtual_bases && has_complete => {
                return whole(b, key, typed, ret, parts, out);
            }
            Variant::Base if has_complete && !has_virtual_bases => {
                return complete(b, key, ret, parts, out);
            }
            Variant::Deleting => {
                complete(b, key, ret, parts, out)?;
                return match class_of_member(db, key.what) {
                    Some(class) => b.free_object(parts.object(b)?, class, out),
                    None => b.refuse("a destructor without a class"),
                };
            }
            _ => {}
        }
        match key.what {
            Emitted::Function(function) => written_body(b, function, typed, parts, out),
            Emitted::Implicit(class, which) => {
                b.implicit_body(class, which, parts.object(b)?, parts.declared().last(), out)
            }
            Emitted::Inherited(constructor, class) => {
                let params: Vec<LocalId> = parts.declared().collect();
                b.inherited_body(constructor, class, parts.object(b)?, &params, out)
            }
            Emitted::Invoker(operator) => invoke(b, operator, ret, parts, out),
            Emitted::Variable(_) | Emitted::Vtable(_) => b.refuse("something that is no function"),
        }
    })?;
    Ok(body.stmt(StmtKind::Block(made.into())))
}

/// The class of a member function.
pub(crate) fn class_of_member<'db>(db: &'db dyn Db, what: Emitted<'db>) -> Option<Ty<'db>> {
    match what {
        Emitted::Function(function) => class_of(db, function).map(|c| c.unqualified(db)),
        Emitted::Implicit(class, _) | Emitted::Inherited(_, class) => Some(class),
        _ => None,
    }
}

/// A function returns what a call gives.
pub(crate) fn result(
    b: &mut Body<'_, '_>,
    call: cleave_il::ExprId,
    ret: TypeId,
    out: &mut Vec<StmtId>,
) {
    match ret == b.void() {
        true => b.push_expr(out, call),
        false => b.push(out, StmtKind::Return(Some(call))),
    }
}

/// The function that a closure is converted to calls the call operator.
fn invoke<'db>(
    b: &mut Body<'_, 'db>,
    operator: Entity<'db>,
    ret: TypeId,
    parts: &Parts<'_>,
    out: &mut Vec<StmtId>,
) -> Res<'db, ()> {
    let Some(closure) = class_of(b.unit.db, operator) else {
        return b.refuse("a closure");
    };
    let symbol = b.unit.symbol(Emitted::Function(operator))?;
    let mut args = Vec::new();
    let mut rest = parts.params.iter();
    if let Some(slot) = b.slot {
        args.push(b.local_value(slot));
        rest.next();
    }
    args.push(b.no_object(closure)?);
    args.extend(rest.map(|p| b.local_value(*p)));
    let call = b.make(cleave_il::ExprKind::Call(symbol, args.into()), ret);
    result(b, call, ret, out);
    Ok(())
}

/// A function that is written, or defaulted.
fn written_body<'db>(
    b: &mut Body<'_, 'db>,
    function: Entity<'db>,
    typed: Option<(Entity<'db>, &'db Typed<'db>)>,
    parts: &Parts<'_>,
    out: &mut Vec<StmtId>,
) -> Res<'db, ()> {
    let db = b.unit.db;
    let class = class_of(db, function).map(|c| c.unqualified(db));
    let Some((defined, typed)) = typed else {
        let defined = definition(db, function).unwrap_or(function);
        let Some((class, which)) = defaulted(db, function, defined) else {
            return b.refuse("a function whose code is not known");
        };
        return b.implicit_body(class, which, parts.object(b)?, parts.declared().last(), out);
    };
    if typed.dependent {
        return b.refuse("a function that depends on template parameters");
    }
    b.enter_function(typed, parts.this, class, defined, parts.slots);
    let special = special_of(db, defined);
    match (special, parts.this, class) {
        (Written::Constructor, Some(this), Some(class)) => {
            b.member_inits(this, class, &typed.inits, out)?;
        }
        (Written::Destructor, Some(this), Some(class)) => b.set_own_tables(this, class, out)?,
        _ => {}
    }
    match (typed.block, defaulted(db, function, defined)) {
        (Some(block), _) => b.statement(block, out)?,
        (None, Some((class, which))) => {
            if let (Some(this), false) = (parts.this, special == Written::Constructor) {
                return b.implicit_body(class, which, this, parts.declared().last(), out);
            }
        }
        (None, None) => return b.refuse("a function whose code is not known"),
    }
    if let (Written::Destructor, Some(this), Some(class)) = (special, parts.this, class) {
        b.destroy_parts(this, class, out)?;
    }
    b.frames.pop();
    Ok(())
}

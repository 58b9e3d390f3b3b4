//! Initialisation in place: class and array prvalues, aggregates, default member initialisers ([dcl.init]).

use cleave_base_db::Db;
use cleave_il::{ConstantKind, ExprId as Il, ExprKind as Kind};
use cleave_lang::Operator;
use cleave_needed::{
    Emitted, Folded, copied_constant, default_value, folded, inherited_constructor, is_called_part,
    is_trivial,
};
use cleave_typing::class::{Special, class_info, special};
use cleave_typing::function::{class_of, signature};
use cleave_typing::thir::{Category, Conversion, Expr, ExprId, ExprKind, Implicit, Typed};
use cleave_typing::{Entity, Ty, Value, check};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::body::stored::STORED;
use crate::passing::{is_empty_class, is_passed_by_reference};
use crate::refusal::Res;

/// A call of an inherited constructor.
pub(crate) struct InheritedCall<'db> {
    constructor: Entity<'db>,
    /// The call in typed code.
    call: ExprId,
    args: &'db [ExprId],
}

impl<'db> Body<'_, 'db> {
    /// Initialises an object with an expression.
    pub(crate) fn init(&mut self, dest: &Dest<'db>, e: ExprId, out: &mut Vec<Il>) -> Res<'db, ()> {
        self.at(e, |b, x| b.init_by(dest, e, x, out))
    }

    /// A full-expression that initialises an object: its temporaries end with it.
    pub(crate) fn full_init(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        self.full_effects(out, |b, effects| b.init(dest, e, effects))
    }

    /// A full-expression that has effects: its temporaries end with it.
    pub(crate) fn full_effects(
        &mut self,
        out: &mut Vec<Il>,
        make: impl FnOnce(&mut Self, &mut Vec<Il>) -> Res<'db, ()>,
    ) -> Res<'db, ()> {
        let mut effects = Vec::new();
        let ((), temporaries) = self.full(|b| make(b, &mut effects))?;
        out.extend(self.clear_flags(&temporaries));
        out.extend(effects);
        out.extend(self.end(&temporaries)?);
        Ok(())
    }

    fn init_by(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        x: &'db Expr<'db>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        match &x.kind {
            ExprKind::DefaultMember(n) => {
                let Some(parent) = dest.parent() else {
                    return self.refuse("a default member initialiser without an object");
                };
                return self.default_member(&parent, *n, dest, out);
            }
            ExprKind::DefaultArgument(function, n) => {
                return self.default_argument(*function, *n, |b, e| b.init(dest, e, out));
            }
            _ if x.category != Category::Prvalue => return self.init_from(dest, e, x, out),
            _ => {}
        }
        if x.ty.is_class(db)
            && let Some(value) = self.literal(e, x)
            && self.has_stored(dest, value.value(db), out)
        {
            return Ok(());
        }
        match &x.kind {
            ExprKind::Construct(constructor, args) => {
                self.construct(dest, *constructor, args, e, out)
            }
            ExprKind::ConstructImplicit(Implicit::Default, zeroed) => {
                let is_called = is_called_part(self.frame()?.typed, e);
                match zeroed.is_empty() {
                    true => self.default_construct(dest, !is_called, out),
                    false => self.value_construct(dest, !is_called, out),
                }
            }
            ExprKind::ConstructImplicit(which, args) => {
                let typed = self.frame()?.typed;
                if let Some(value) = copied_constant(db, typed, e) {
                    return self.init_value(dest, value.value(db), out);
                }
                let [source] = **args else {
                    return self.refuse("a copy");
                };
                if self.is_copied_as_bytes(dest.ty, *which == Implicit::Move)
                    && !self.is_read_as_volatile(dest, e)?
                    && let Some(value) = self.assigned_value(source)?
                {
                    let place = self.dest_place(dest)?;
                    out.push(self.store(place, value));
                    return Ok(());
                }
                let mut from = self.place(source)?;
                if self.is_read_as_volatile(dest, e)? {
                    from = self.volatile_place(from, dest.ty)?;
                }
                self.copy(dest, from, *which == Implicit::Move, out)
            }
            ExprKind::Array(..) => self.aggregate(dest, e, out),
            ExprKind::Aggregate(parts) if x.ty.is_class(db) => {
                match self.inherited_constructor(x.ty, parts)? {
                    Some(call) => self.inherited(dest, x.ty, call, out),
                    None => self.aggregate(dest, e, out),
                }
            }
            ExprKind::UnionInit(..) => self.aggregate(dest, e, out),
            ExprKind::InitializerList(elements) => self.initializer_list(dest, x, elements, out),
            ExprKind::Zero if !x.ty.is_scalar(db) => self.clear(dest, out),
            ExprKind::Uninitialized => Ok(()),
            ExprKind::Throw(_) => {
                out.push(self.thrown());
                Ok(())
            }
            ExprKind::Lambda(_, captures) => self.captures(dest, captures, out),
            ExprKind::Binary(Operator::Spaceship, a, b) => self.three_way(dest, x, (*a, *b), out),
            ExprKind::Conditional(condition, a, b) if !x.ty.is_scalar(db) => {
                let condition = self.value(*condition)?;
                let branch = |body: &mut Self, e: ExprId| {
                    body.conditionally(|body| {
                        let mut effects = Vec::new();
                        body.init(dest, e, &mut effects)?;
                        Ok(match body.sequence(effects) {
                            Some(all) => body.discard(all),
                            None => body.nothing(),
                        })
                    })
                };
                let (a, b) = (branch(self, *a)?, branch(self, *b)?);
                let void = self.void();
                out.push(self.make(Kind::Conditional(condition, a, b), void));
                Ok(())
            }
            ExprKind::Comma(a, b) if !x.ty.is_scalar(db) => {
                let before = self.effect(*a)?;
                out.push(before);
                self.init(dest, *b, out)
            }
            ExprKind::Full(inner) => self.full_init(dest, *inner, out),
            ExprKind::Convert(Conversion::Noop, inner) if !x.ty.is_scalar(db) => {
                self.init(dest, *inner, out)
            }
            ExprKind::Convert(Conversion::Load, inner) if !x.ty.is_scalar(db) => {
                if let Some(units) = self.text_of(x)? {
                    return self.text(dest, units, out);
                }
                let from = self.place(*inner)?;
                self.copy(dest, from, false, out)
            }
            ExprKind::Call { .. } | ExprKind::CallIndirect(..) | ExprKind::CallMember(..)
                if x.ty.is_class(db) =>
            {
                let call = self.call(e, x, Some(dest))?;
                if is_passed_by_reference(db, x.ty) {
                    out.push(call);
                } else if is_empty_class(db, x.ty) {
                    // The byte of a variable without data is stored.
                    let is_variable =
                        self.declared.is_some() && self.declared == dest.whole_local();
                    let effect = match is_variable {
                        true => {
                            let place = self.dest_place(dest)?;
                            self.store(place, call)
                        }
                        false => self.discard(call),
                    };
                    out.push(effect);
                } else if self.is_read_as_volatile(dest, e)? {
                    let (set, local) = self.set_aside(call);
                    let made = self.local_place(local);
                    let made = self.volatile_place(made, dest.ty)?;
                    let made = self.place_after(vec![set], made)?;
                    let (place, value) = (self.dest_place(dest)?, self.load(made));
                    out.push(self.store(place, value));
                } else {
                    let place = self.dest_place(dest)?;
                    let stored = self.stored_behind(place, call, out);
                    out.push(stored);
                }
                Ok(())
            }
            ExprKind::Statements(block) if x.ty.is_class(db) => {
                self.class_statements(dest, *block, out)
            }
            ExprKind::Value(value) => self.init_value(dest, value, out),
            ExprKind::Convert(Conversion::Bits, _) if x.ty.is_class(db) => {
                let value = self.convert_bits(x)?;
                let place = self.dest_place(dest)?;
                out.push(self.store(place, value));
                Ok(())
            }
            _ if x.ty.is_class(db) => self.refuse("an object"),
            _ => {
                let value = self.value(e)?;
                let place = self.dest_place(dest)?;
                out.push(self.store(place, value));
                Ok(())
            }
        }
    }

    fn convert_bits(&mut self, x: &'db Expr<'db>) -> Res<'db, Il> {
        match x.kind {
            ExprKind::Convert(conversion, operand) => self.convert(x, conversion, operand),
            _ => self.refuse("a conversion"),
        }
    }

    /// A reference is bound, a string literal fills an array, an object is copied.
    fn init_from(
        &mut self,
        dest: &Dest<'db>,
        e: ExprId,
        x: &'db Expr<'db>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        if dest.ty.is_reference(self.unit.db) {
            let pointer = self.bound(e)?;
            let place = self.dest_place(dest)?;
            let ty = self.ty_of(place);
            let pointer = self.as_pointer(pointer, ty);
            out.push(self.store(place, pointer));
            return Ok(());
        }
        if let Some(units) = self.text_of(x)? {
            return self.text(dest, units, out);
        }
        let from = self.place(e)?;
        self.copy(dest, from, false, out)
    }

    /// The code units of an initialiser that is a string literal ([dcl.init.string]).
    pub(crate) fn text_of(&self, x: &'db Expr<'db>) -> Res<'db, Option<&'db [u32]>> {
        let source = match &x.kind {
            ExprKind::Convert(Conversion::Load, inner) => self.expr(*inner)?,
            _ => x,
        };
        Ok(match &source.kind {
            ExprKind::String(units) => Some(units),
            _ => None,
        })
    }

    /// A string literal's code units fill an array. They are stored one by one in an object of the function, and copied to where a
    /// pointer leads.
    fn text(&mut self, dest: &Dest<'db>, units: &[u32], out: &mut Vec<Il>) -> Res<'db, ()> {
        if !dest.is_behind_pointer() {
            self.clear(dest, out)?;
            if self.has_stored_text(dest, units, out) {
                return Ok(());
            }
        }
        let Some(len) = dest.ty.length(self.unit.db) else {
            return self.refuse("an array of unknown length");
        };
        let place = self.dest_place(dest)?;
        let cleave_il::Type::Array { element, .. } = self.code.types[self.ty_of(place)] else {
            return self.refuse("an array");
        };
        // The terminator is copied too, and of a short array the zeros behind it.
        let len = match len as usize > STORED {
            true => len.min(units.len() as u64 + 1),
            false => len,
        };
        let units = units.iter().copied().chain(std::iter::repeat(0));
        let units: Vec<u32> = units.take(len as usize).collect();
        let array = self.code.types.intern(cleave_il::Type::Array {
            element,
            len: Some(len),
        });
        let text = self.code.constant(ConstantKind::Text(units.into()), array);
        out.push(self.copy_constant(place, text));
        Ok(())
    }

    /// Stores a string literal's code units and the zeros behind them, and says whether they are few enough for that.
    pub(crate) fn has_stored_text(
        &mut self,
        dest: &Dest<'db>,
        units: &[u32],
        out: &mut Vec<Il>,
    ) -> bool {
        let db = self.unit.db;
        let Some(len) = dest.ty.length(db).filter(|len| *len <= STORED as u64) else {
            return false;
        };
        let units = units.iter().take(len as usize);
        let value = Value::Array {
            elements: units.map(|u| Value::Int(i128::from(*u))).collect(),
            filler: Box::new(Value::Int(0)),
            len,
        };
        self.has_stored_parts(dest, &value, out)
    }

    /// All bytes become zero.
    pub(crate) fn clear(&mut self, dest: &Dest<'db>, out: &mut Vec<Il>) -> Res<'db, ()> {
        let db = self.unit.db;
        // There is nothing to clear.
        if dest.ty.is_class(db) && is_empty_class(db, dest.ty) {
            return Ok(());
        }
        let place = self.dest_place(dest)?;
        if dest.ty.is_scalar(db) {
            let ty = self.ty_of(place);
            let zero = match dest.ty.is_member_pointer(db) {
                true => self.constant(dest.ty, &Value::Member(None))?,
                false => self.zero(ty),
            };
            out.push(self.store(place, zero));
            return Ok(());
        }
        out.push(self.clear_place(place));
        Ok(())
    }

    /// The constructor that makes a class which is no aggregate, and its arguments: it is inherited, and one of the bases has it.
    pub(crate) fn inherited_constructor(
        &self,
        class: Ty<'db>,
        parts: &[Option<ExprId>],
    ) -> Res<'db, Option<InheritedCall<'db>>> {
        let typed = self.frame()?.typed;
        let Some((constructor, call)) = inherited_constructor(self.unit.db, typed, class, parts)
        else {
            return Ok(None);
        };
        match &self.expr(call)?.kind {
            ExprKind::Construct(_, args) => Ok(Some(InheritedCall {
                constructor,
                call,
                args,
            })),
            _ => Ok(None),
        }
    }

    /// An object that an inherited constructor makes.
    fn inherited(
        &mut self,
        dest: &Dest<'db>,
        class: Ty<'db>,
        inherited: InheritedCall<'db>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let mut all = Vec::new();
        out.extend(self.constructor_arguments(inherited.call, inherited.args, &mut all)?);
        let what = Emitted::Inherited(inherited.constructor, class.unqualified(self.unit.db));
        self.call_constructor(dest, what, all, out)
    }

    /// A member of a union without an initialiser in the list.
    pub(crate) fn union_member(
        &mut self,
        dest: &Dest<'db>,
        n: u32,
        at: &Dest<'db>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let info = class_info(self.unit.db, dest.ty.unqualified(self.unit.db));
        match info.and_then(|i| i.fields.get(n as usize)) {
            None => self.refuse("a member of a union"),
            Some(field) if field.has_default => self.default_member(dest, n, at, out),
            Some(_) => self.clear(at, out),
        }
    }

    /// A default member initialiser, in its own code.
    pub(crate) fn default_member(
        &mut self,
        parent: &Dest<'db>,
        n: u32,
        dest: &Dest<'db>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        self.in_default_member(parent, n, true, out, |body, value, out| {
            body.init(dest, value, out)
        })
    }

    /// Something of a default member initialiser, in its own code. `runs`: that code runs, and may name the object around.
    pub(crate) fn in_default_member<T>(
        &mut self,
        parent: &Dest<'db>,
        n: u32,
        runs: bool,
        out: &mut Vec<Il>,
        make: impl FnOnce(&mut Self, ExprId, &mut Vec<Il>) -> Res<'db, T>,
    ) -> Res<'db, T> {
        let db = self.unit.db;
        let class = parent.ty.unqualified(db);
        let made = default_initializer(db, class, n);
        let Some((typed, value)) = made else {
            return self.refuse("a default member initialiser");
        };
        // `this` is the object around.
        let this = match runs && typed.exprs.iter().any(|x| matches!(x.kind, ExprKind::This)) {
            true => {
                let pointer = self.dest_pointer(parent)?;
                let (set, local) = self.set_aside(pointer);
                out.push(set);
                Some(local)
            }
            false => None,
        };
        let mut frame = self.frame_of(typed, this);
        frame.class = Some(class);
        self.frames.push(frame);
        let result = make(self, value, out);
        self.frames.pop();
        result
    }

    /// Value-initialisation ([dcl.init.general]/9).
    pub(crate) fn value_init(&mut self, dest: &Dest<'db>, out: &mut Vec<Il>) -> Res<'db, ()> {
        let db = self.unit.db;
        let class = dest.ty.innermost_element(db).unqualified(db);
        if !class.is_class(db) {
            return self.clear(dest, out);
        }
        let state = special(db, class, Special::Default);
        let provided = state.is_some_and(|s| {
            s.declared.is_some_and(|f| {
                !cleave_typing::function::signature(db, f).is_some_and(|s| s.is_defaulted)
            })
        });
        match provided {
            true => self.default_construct(dest, true, out),
            false => self.value_construct(dest, true, out),
        }
    }

    /// Clears an object and default-initialises it, if it has no value to be stored.
    fn value_construct(
        &mut self,
        dest: &Dest<'db>,
        as_value: bool,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let value = match as_value && !dest.ty.is_array(db) {
            true => default_value(db, dest.ty),
            false => None,
        };
        if value.is_some_and(|value| self.has_stored(dest, value.value(db), out)) {
            return Ok(());
        }
        self.clear(dest, out)?;
        self.default_construct(dest, as_value, out)
    }

    /// Default-initialisation. `as_value`: a constexpr constructor that nobody provides is not called.
    pub(crate) fn default_construct(
        &mut self,
        dest: &Dest<'db>,
        as_value: bool,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let class = dest.ty.innermost_element(db).unqualified(db);
        if !class.is_class(db) {
            return Ok(());
        }
        let Some(state) = special(db, class, Special::Default) else {
            return self.refuse("a class that is not known");
        };
        if state.trivial && state.exists {
            return Ok(());
        }
        if !dest.ty.is_array(db)
            && as_value
            && let Some(value) = default_value(db, class)
        {
            return match self.has_stored(dest, value.value(db), out) {
                true => Ok(()),
                false => self.made_parts(dest, None, true, out),
            };
        }
        let what = match state.declared {
            Some(function) => Emitted::of(db, function),
            None => Emitted::Implicit(class, Special::Default),
        };
        let takes =
            (state.declared.and_then(|f| signature(db, f))).map_or(0, |s| s.ty.params.len());
        match (dest.ty.is_array(db), state.declared) {
            (true, _) => self.construct_array(dest, what, out),
            (false, Some(function)) if takes > 0 => {
                let mut args = Vec::new();
                self.default_arguments(function, takes as u32, &mut args)?;
                self.call_constructor(dest, what, args, out)
            }
            (false, _) => self.call_constructor(dest, what, Vec::new(), out),
        }
    }

    /// Constructs an object by a constructor. `e` is the expression that does.
    fn construct(
        &mut self,
        dest: &Dest<'db>,
        constructor: Entity<'db>,
        args: &[ExprId],
        e: ExprId,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let own = self.expr(e)?.ty.unqualified(db);
        if is_trivial(db, constructor) {
            return match args {
                [source] => {
                    let from = self.place(*source)?;
                    self.copy(dest, from, false, out)
                }
                _ => Ok(()),
            };
        }
        let typed = self.frame()?.typed;
        if let Some(Folded::Default(_)) = folded(db, typed, e, constructor) {
            return self.default_construct(dest, true, out);
        }
        let of = class_of(db, constructor).map(|c| c.unqualified(db));
        let what = match of {
            Some(of) if of != own => Emitted::Inherited(constructor, own),
            _ => Emitted::of(db, constructor),
        };
        let mut all = Vec::new();
        out.extend(self.constructor_arguments(e, args, &mut all)?);
        self.call_constructor(dest, what, all, out)
    }

    /// Calls a constructor for an object.
    pub(crate) fn call_constructor(
        &mut self,
        dest: &Dest<'db>,
        what: Emitted<'db>,
        args: Vec<Il>,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let pointer = self.dest_pointer(dest)?;
        let mut all = vec![pointer];
        all.extend(self.vtt_of_base(dest)?);
        all.extend(args);
        let symbol = match dest.is_base {
            true => self.unit.base_symbol(what)?,
            false => self.unit.symbol(what)?,
        };
        let void = self.void();
        out.push(self.make(Kind::Call(symbol, all.into()), void));
        Ok(())
    }

    /// The source of a copy that only copies bytes.
    pub(crate) fn copied_trivially(
        &self,
        e: ExprId,
        x: &'db Expr<'db>,
    ) -> Res<'db, Option<ExprId>> {
        let db = self.unit.db;
        if copied_constant(db, self.frame()?.typed, e).is_some() {
            return Ok(None);
        }
        let class = x.ty.unqualified(db);
        let trivial = |which| special(db, class, which).is_some_and(|s| s.trivial);
        Ok(match &x.kind {
            ExprKind::ConstructImplicit(which @ (Implicit::Copy | Implicit::Move), args) => {
                let which = match which {
                    Implicit::Move => Special::Move,
                    _ => Special::Copy,
                };
                match **args {
                    [source] if trivial(which) => Some(source),
                    _ => None,
                }
            }
            ExprKind::Construct(constructor, args) if is_trivial(db, *constructor) => {
                match **args {
                    [source] => Some(source),
                    _ => None,
                }
            }
            ExprKind::Convert(Conversion::Load, source) if trivial(Special::Copy) => Some(*source),
            _ => None,
        })
    }
}

/// The code of the default initialiser of a member, by number, and its value in it.
pub(crate) fn default_initializer<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    n: u32,
) -> Option<(&'db Typed<'db>, ExprId)> {
    let info = class_info(db, class)?;
    let field = info.fields.get(n as usize)?;
    let env = info.definition.and_then(|d| d.env(db));
    let typed = check::body(db, Entity::new(db, field.decl, env))?;
    Some((typed, typed.value?))
}

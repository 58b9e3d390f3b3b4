//! Follows code through the functions that it calls, as if each were inlined.

use rustc_hash::FxHashMap;

use crate::reach::names;
use crate::tables::objects::{OUTSIDE, Object, Objects, Place, Target, Value};
use crate::tables::{Fate, entry, has_others, is_function};
use crate::{
    Binary, Code, ConstantId, ConstantKind, ExprId, ExprKind, Function, LocalId, Module, Record,
    StmtId, StmtKind, Type, TypeId, Variable,
};

/// How many calls are followed into each other.
const CALLS: usize = 24;
/// How many expressions are looked at from one root. Behind that every table stays.
const MOST: u32 = 200_000;
/// How deep expressions and statements stand in each other.
const NESTING: u32 = 2_000;

/// A function that is followed.
struct Frame<'m> {
    function: &'m Function,
    locals: FxHashMap<LocalId, Object>,
    returned: Value<'m>,
}

/// What is known of a module's code.
pub(crate) struct Follow<'m> {
    functions: FxHashMap<&'m str, &'m Function>,
    records: FxHashMap<&'m str, &'m Record>,
    tables: FxHashMap<&'m str, &'m Variable>,
    pub(crate) fates: FxHashMap<&'m str, Fate>,
    /// Tables that stay and that nobody has asked for yet.
    stayed: Vec<&'m str>,
    /// Functions that are called with what is not known.
    pub(crate) called: Vec<&'m str>,
    objects: Objects<'m>,
    globals: FxHashMap<&'m str, Object>,
    frames: Vec<Frame<'m>>,
    /// How many conditions and loops there are around.
    conditions: u32,
    depth: u32,
    looked: u32,
    calls: u32,
}

impl<'m> Follow<'m> {
    pub(crate) fn new(module: &'m Module, tables: &FxHashMap<&'m str, &'m Variable>) -> Follow<'m> {
        Follow {
            functions: module.functions.iter().map(|f| (&*f.name, &**f)).collect(),
            records: module.records.iter().map(|r| (&*r.name, &**r)).collect(),
            tables: tables.clone(),
            fates: FxHashMap::default(),
            stayed: Vec::new(),
            called: Vec::new(),
            objects: Objects::new(),
            globals: FxHashMap::default(),
            frames: Vec::new(),
            conditions: 0,
            depth: 0,
            looked: 0,
            calls: 0,
        }
    }

    /// Follows a function that anyone may call.
    pub(crate) fn root(&mut self, function: &'m Function) {
        self.objects = Objects::new();
        self.globals.clear();
        (self.looked, self.conditions, self.depth) = (0, 0, 0);
        let args = (function.params.iter())
            .map(|_| Value::from([Target::In(self.objects.make(true, 0), 0)]))
            .collect();
        self.run(function, args);
        let seen: Vec<&str> = self.objects.seen_tables().collect();
        for table in seen {
            self.settle(table, Fate::Stays);
        }
        let passing: Vec<&str> = self.objects.passing_tables().collect();
        for table in passing {
            self.settle(table, Fate::Read);
        }
        if self.looked > MOST {
            for table in self.tables.keys().copied().collect::<Vec<_>>() {
                self.settle(table, Fate::Stays);
            }
        }
    }

    /// The functions that the tables name that stay, if nobody has asked for them yet.
    pub(crate) fn named_by_tables(&mut self) -> impl Iterator<Item = &'m str> + use<'m> {
        let stayed = std::mem::take(&mut self.stayed);
        let tables: Vec<&'m Variable> = (stayed.into_iter())
            .filter_map(|table| self.tables.get(table).copied())
            .collect();
        let all = tables.into_iter().flat_map(|v| names(&v.code));
        all.map(|name| &**name)
    }

    pub(crate) fn settle(&mut self, table: &'m str, fate: Fate) {
        let known = self.fates.entry(table).or_default();
        if fate > *known {
            *known = fate;
            if fate == Fate::Stays {
                self.stayed.push(table);
            }
        }
    }

    fn run(&mut self, function: &'m Function, args: Vec<Value<'m>>) -> Value<'m> {
        let Some(body) = function.body else {
            return Value::new();
        };
        self.calls += 1;
        let outer = std::mem::replace(&mut self.objects.by, self.calls);
        self.frames.push(Frame {
            function,
            locals: FxHashMap::default(),
            returned: Value::new(),
        });
        for (local, value) in function.params.iter().zip(args) {
            let place = self.local(*local);
            self.objects.store(&[place], &value, self.conditions);
        }
        self.statement(body);
        self.objects.by = outer;
        self.frames.pop().map(|f| f.returned).unwrap_or_default()
    }

    fn code(&self) -> Option<&'m Code> {
        self.frames.last().map(|frame| &frame.function.code)
    }

    fn local(&mut self, local: LocalId) -> Place {
        let (objects, depth) = (&mut self.objects, self.conditions);
        let object = match self.frames.last_mut() {
            Some(frame) => {
                *(frame.locals.entry(local)).or_insert_with(|| objects.make(false, depth))
            }
            None => OUTSIDE,
        };
        Place {
            object,
            offset: 0,
            is_exact: true,
        }
    }

    fn under_condition<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.conditions += 1;
        let made = f(self);
        self.conditions -= 1;
        made
    }

    fn statement(&mut self, s: StmtId) {
        let Some(code) = self.code() else { return };
        if self.depth > NESTING {
            self.looked = MOST + 1;
        }
        if self.looked > MOST {
            return;
        }
        self.depth += 1;
        match &code.stmts[s].kind {
            StmtKind::Expr(e) => {
                self.value(*e);
            }
            StmtKind::Block(all) => all.iter().for_each(|s| self.statement(*s)),
            StmtKind::If(condition, then, otherwise) => {
                self.value(*condition);
                self.under_condition(|f| {
                    f.statement(*then);
                    otherwise.iter().for_each(|s| f.statement(*s));
                });
            }
            StmtKind::Taken(body) => self.statement(*body),
            StmtKind::Loop {
                condition,
                step,
                body,
                ..
            } => self.under_condition(|f| {
                condition.iter().for_each(|e| drop(f.value(*e)));
                f.statement(*body);
                step.iter().for_each(|e| drop(f.value(*e)));
            }),
            StmtKind::Switch(value, body) => {
                self.value(*value);
                self.under_condition(|f| f.statement(*body));
            }
            StmtKind::Return(Some(e)) => {
                let value = self.value(*e);
                if let Some(frame) = self.frames.last_mut() {
                    frame.returned.extend(value);
                }
            }
            StmtKind::Asm(asm) => {
                for operand in asm.outputs.iter().chain(&asm.inputs) {
                    let value = self.value(operand.value);
                    self.objects.show(value);
                }
            }
            StmtKind::Declare(_)
            | StmtKind::Case(..)
            | StmtKind::Default
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::GotoPointer(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None) => {}
        }
        self.depth -= 1;
    }

    /// The places that an expression may name.
    fn places(&mut self, e: ExprId) -> Vec<Place> {
        let Some(code) = self.code() else {
            return Vec::new();
        };
        let step = |all: Vec<Place>, bytes: Option<u64>| -> Vec<Place> {
            let moved = all.into_iter().map(|place| Place {
                offset: place.offset.saturating_add(bytes.unwrap_or(0)),
                is_exact: place.is_exact && bytes.is_some(),
                ..place
            });
            moved.collect()
        };
        match &code.exprs[e].kind {
            ExprKind::Local(local) => vec![self.local(*local)],
            ExprKind::Global(name) => {
                let object = match self.globals.get(&**name) {
                    Some(object) => *object,
                    None => {
                        let object = self.objects.make(true, 0);
                        self.globals.insert(name, object);
                        object
                    }
                };
                vec![Place {
                    object,
                    offset: 0,
                    is_exact: true,
                }]
            }
            ExprKind::Deref(pointer) => {
                let value = self.value(*pointer);
                let places = value.into_iter().filter_map(|target| match target {
                    Target::In(object, offset) => Some(Place {
                        object,
                        offset,
                        is_exact: true,
                    }),
                    _ => None,
                });
                places.collect()
            }
            ExprKind::Field(object, n) => {
                let record = match &code.types[code.exprs[*object].ty] {
                    Type::Record(name) => self.records.get(&**name).copied(),
                    _ => None,
                };
                let field = record.and_then(|r| r.fields.get(*n as usize));
                let places = self.places(*object);
                step(places, field.map(|f| f.offset / 8))
            }
            ExprKind::Element(array, index) => {
                let places = self.places(*array);
                self.value(*index);
                let number = match &code.exprs[*index].kind {
                    ExprKind::Constant(c) => match code.constants[*c].kind {
                        ConstantKind::Integer(n) => u64::try_from(n).ok(),
                        _ => None,
                    },
                    _ => None,
                };
                let size = self.size(code, code.exprs[e].ty, 0);
                step(places, number.map(|n| n.saturating_mul(size)))
            }
            ExprKind::Lane(object, _) | ExprKind::Part(object, _) => self.places(*object),
            ExprKind::Comma(before, place) => {
                self.value(*before);
                self.places(*place)
            }
            _ => Vec::new(),
        }
    }

    /// How many bytes there are from one element of a type to the next: of numbers no more than that they are the same.
    fn size(&self, code: &Code, ty: TypeId, depth: u32) -> u64 {
        match &code.types[ty] {
            Type::Record(name) => self.records.get(&**name).map_or(1, |r| r.size),
            Type::Array { element, len } if depth < 64 => {
                (self.size(code, *element, depth + 1)).saturating_mul(len.unwrap_or(0))
            }
            _ => 8,
        }
    }

    /// What the value of an expression may point to.
    fn value(&mut self, e: ExprId) -> Value<'m> {
        let Some(code) = self.code() else {
            return Value::new();
        };
        self.looked += 1;
        if self.depth > NESTING {
            self.looked = MOST + 1;
        }
        if self.looked > MOST {
            return Value::new();
        }
        self.depth += 1;
        let value = self.value_of(code, e);
        self.depth -= 1;
        value
    }

    fn value_of(&mut self, code: &'m Code, e: ExprId) -> Value<'m> {
        if let Some(name) = is_function(&code.exprs[e].kind) {
            self.called.push(name);
        }
        match &code.exprs[e].kind {
            ExprKind::Constant(c) => match &code.constants[*c].kind {
                ConstantKind::Zero
                    if matches!(code.types[code.exprs[e].ty], Type::Pointer { .. }) =>
                {
                    Value::from([Target::Null])
                }
                ConstantKind::Address(name, bytes) => {
                    let bytes = u64::try_from(*bytes).unwrap_or(0);
                    match self.tables.contains_key(&**name) {
                        true => Value::from([Target::Table(name, bytes)]),
                        false => {
                            self.called
                                .extend(self.functions.get(&**name).map(|f| &*f.name));
                            Value::from([Target::In(OUTSIDE, 0)])
                        }
                    }
                }
                _ => Value::new(),
            },
            ExprKind::Load(place) => {
                let places = self.places(*place);
                let mut out = Value::new();
                for place in places {
                    out.extend(self.objects.read(place));
                }
                out
            }
            ExprKind::Address(place) => match self.table(code, *place) {
                Some(target) => Value::from([target]),
                None => {
                    let places = self.places(*place).into_iter();
                    places.map(|p| Target::In(p.object, p.offset)).collect()
                }
            },
            ExprKind::Convert(_, inner) => self.value(*inner),
            ExprKind::Binary(Binary::Add | Binary::Subtract, a, b) => {
                let mut out = self.value(*a);
                out.extend(self.value(*b));
                out
            }
            ExprKind::Binary(_, a, b) => {
                self.value(*a);
                self.value(*b);
                Value::new()
            }
            ExprKind::Logical(_, a, b) => {
                self.value(*a);
                self.under_condition(|f| f.value(*b));
                Value::new()
            }
            ExprKind::Conditional(condition, a, b) => {
                self.value(*condition);
                self.under_condition(|f| {
                    let mut out = f.value(*a);
                    out.extend(f.value(*b));
                    out
                })
            }
            ExprKind::Comma(a, b) => {
                self.value(*a);
                self.value(*b)
            }
            ExprKind::Store(place, value) => {
                if let ExprKind::Load(from) = code.exprs[*value].kind
                    && matches!(code.types[code.exprs[*value].ty], Type::Record(_))
                {
                    self.copy(*place, from);
                    return Value::new();
                }
                let value = self.value(*value);
                let places = self.places(*place);
                // What holds a value for a moment is no memory.
                if !value
                    .iter()
                    .any(|target| matches!(target, Target::Table(..)))
                    && !matches!(code.exprs[*place].kind, ExprKind::Local(_))
                {
                    self.objects.count_store();
                }
                self.objects.store(&places, &value, self.conditions);
                value
            }
            ExprKind::Copy(place, from) => {
                self.copy(*place, *from);
                Value::new()
            }
            ExprKind::Compound(_, place, value, _) => {
                self.value(*value);
                let places = self.places(*place);
                places
                    .into_iter()
                    .flat_map(|p| self.objects.read(p))
                    .collect()
            }
            ExprKind::Step { place, .. } => {
                let places = self.places(*place);
                places
                    .into_iter()
                    .flat_map(|p| self.objects.read(p))
                    .collect()
            }
            ExprKind::Clear(place) => {
                self.places(*place);
                Value::new()
            }
            ExprKind::Call(name, args) => {
                let args = args.iter().map(|e| self.value(*e)).collect();
                self.call(name, args)
            }
            ExprKind::CallPointer(callee, args) => {
                let function = match &code.exprs[*callee].kind {
                    ExprKind::VirtualFunction(object, number) => self.dispatch(*object, *number),
                    _ => {
                        self.value(*callee);
                        None
                    }
                };
                let args: Vec<Value<'m>> = args.iter().map(|e| self.value(*e)).collect();
                match function {
                    Some(name) => self.call(name, args),
                    None => self.unknown_call(args),
                }
            }
            ExprKind::VirtualFunction(object, number) => {
                self.dispatch(*object, *number);
                Value::new()
            }
            ExprKind::Builtin(_, args) => {
                args.iter().for_each(|e| drop(self.value(*e)));
                Value::new()
            }
            ExprKind::Unary(_, inner)
            | ExprKind::VirtualOffset(inner, _)
            | ExprKind::MemberPart(inner, _)
            | ExprKind::NextArgument(inner) => {
                self.value(*inner);
                Value::new()
            }
            ExprKind::Statements(block, value) => {
                self.statement(*block);
                value.map_or_else(Value::new, |e| self.value(e))
            }
            kind if kind.is_place() => {
                self.places(e);
                Value::new()
            }
            _ => Value::new(),
        }
    }

    /// The place in a virtual table that an expression names.
    fn table(&self, code: &'m Code, place: ExprId) -> Option<Target<'m>> {
        let (table, index) = match &code.exprs[place].kind {
            ExprKind::Element(table, index) => (*table, Some(*index)),
            _ => (place, None),
        };
        let ExprKind::Global(name) = &code.exprs[table].kind else {
            return None;
        };
        let (name, _) = self.tables.get_key_value(&**name)?;
        let number = match index.map(|index| &code.exprs[index].kind) {
            Some(ExprKind::Constant(c)) => match code.constants[*c].kind {
                ConstantKind::Integer(n) => u64::try_from(n).unwrap_or(0),
                _ => 0,
            },
            _ => 0,
        };
        Some(Target::Table(name, number.saturating_mul(8)))
    }

    fn copy(&mut self, to: ExprId, from: ExprId) {
        if let Some(code) = self.code()
            && let ExprKind::Text(constant) = code.exprs[from].kind
        {
            for place in self.places(to) {
                self.store_constant(code, constant, place, 0);
            }
            return;
        }
        let from = self.places(from);
        let to = self.places(to);
        self.objects.copy(&to, &from, self.conditions);
    }

    /// What a constant refers to, stored in a place.
    fn store_constant(&mut self, code: &'m Code, constant: ConstantId, place: Place, depth: u32) {
        let constant = &code.constants[constant];
        let at = |bytes: u64| Place {
            offset: place.offset.saturating_add(bytes),
            ..place
        };
        match (&constant.kind, &code.types[constant.ty]) {
            _ if depth > NESTING => self.looked = MOST + 1,
            (ConstantKind::Record(parts), Type::Record(name)) => {
                let Some(record) = self.records.get(&**name).copied() else {
                    return;
                };
                for (n, part) in parts {
                    let bytes = record.fields.get(*n as usize).map_or(0, |f| f.offset / 8);
                    self.store_constant(code, *part, at(bytes), depth + 1);
                }
            }
            (ConstantKind::Array(parts), Type::Array { element, .. }) => {
                let size = self.size(code, *element, 0);
                for (n, part) in parts.iter().enumerate() {
                    let bytes = size.saturating_mul(n as u64);
                    self.store_constant(code, *part, at(bytes), depth + 1);
                }
            }
            (ConstantKind::Address(name, bytes), _) => {
                let target = match self.tables.get_key_value(&**name) {
                    Some((table, _)) => Target::Table(table, u64::try_from(*bytes).unwrap_or(0)),
                    None => Target::In(OUTSIDE, 0),
                };
                self.objects
                    .store(&[place], &Value::from([target]), self.conditions);
            }
            _ => {}
        }
    }

    /// The function that a virtual call of an object calls, if the optimiser finds out.
    fn dispatch(&mut self, object: ExprId, number: u32) -> Option<&'m str> {
        let value = self.value(object);
        self.objects.call(&value);
        let mut tables = Value::new();
        for target in &value {
            if let Target::In(object, offset) = *target {
                let place = Place {
                    object,
                    offset,
                    is_exact: true,
                };
                tables.extend(self.objects.read(place));
            }
        }
        let only = match (value.len(), tables.len(), tables.first()) {
            (1, 1, Some(Target::Table(name, bytes))) => Some((*name, *bytes)),
            _ => None,
        };
        let is_seen = value.iter().any(|target| match target {
            Target::In(object, _) => self.objects.is_seen(*object),
            _ => false,
        });
        let only = only.filter(|_| !is_seen);
        let only = only.filter(|(name, _)| !self.tables.get(name).is_some_and(|t| has_others(t)));
        let Some((name, bytes)) = only else {
            // Which object it is decides while the program runs.
            self.objects.show(value);
            self.objects.look();
            return None;
        };
        // Where it is set in the same function the optimiser sees that at once.
        let is_at_once = value.iter().all(|target| match target {
            Target::In(object, offset) => self.objects.is_made_here(*object, *offset),
            _ => false,
        });
        if !is_at_once {
            self.settle(name, Fate::Read);
        }
        let bytes = bytes.saturating_add(u64::from(number) * 8);
        entry(self.tables.get(name)?, bytes)
    }

    fn call(&mut self, name: &'m str, args: Vec<Value<'m>>) -> Value<'m> {
        let function = self.functions.get(name).copied();
        let is_around = self.frames.iter().any(|f| *f.function.name == *name);
        match function.filter(|f| f.body.is_some()) {
            Some(f) if !f.attributes.never_inline && !is_around && self.frames.len() < CALLS => {
                self.run(f, args)
            }
            Some(f) => {
                self.called.push(&f.name);
                self.unknown_call(args)
            }
            None => self.unknown_call(args),
        }
    }

    /// What is called may do anything with its arguments. What it returns is an object of its own, if it allocates one.
    fn unknown_call(&mut self, args: Vec<Value<'m>>) -> Value<'m> {
        for value in args {
            self.objects.show(value);
        }
        self.objects.look();
        let object = self.objects.make(true, self.conditions);
        Value::from([Target::In(object, 0)])
    }
}

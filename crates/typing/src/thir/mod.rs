//! Typed code: expressions with types and value categories, every conversion and every called function explicit. It is what
//! constant evaluation runs and what lowering to device IL starts from.

pub(crate) mod print;
mod stmt;

use cleave_lang::Operator;
use rustc_hash::FxHashMap;

pub use crate::thir::stmt::{Asm, AsmOperand, Stmt, Unroll};
use crate::{Closure, CodeRef, Const, Entity, Problem, Site, Ty, Value};

/// A typed expression.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Expr<'db> {
    /// What it does.
    pub kind: ExprKind<'db>,
    /// Its type; never a reference.
    pub ty: Ty<'db>,
    /// Its value category.
    pub category: Category,
    /// Where it was written.
    pub site: Site<'db>,
    /// It stands in no unevaluated operand, and in no statement that a constant condition discards.
    pub evaluated: bool,
}

/// Value categories ([basic.lval]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Category {
    /// lvalue
    Lvalue,
    /// xvalue
    Xvalue,
    /// prvalue
    Prvalue,
}

/// An index into [`Typed::exprs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub struct ExprId(pub u32);
/// An index into [`Typed::stmts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub struct StmtId(pub u32);
/// An index into [`Typed::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub struct LocalId(pub u32);

/// What an expression does.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub enum ExprKind<'db> {
    /// Ill-formed (reported) or not understood, or dependent on template parameters. Rules and evaluation stop here.
    Error,
    /// A constant: literals, `sizeof`, traits, enumerators, template arguments, captured constants.
    Value(Value<'db>),
    /// A string literal: an lvalue array.
    String(Box<[u32]>),
    /// A template parameter that is a value and not bound: the type is known, the value is not.
    Param {
        /// Its level.
        level: u32,
        /// Its index.
        index: u32,
    },
    /// A local variable, parameter or structured binding of this code or, in a lambda, its capture (an lvalue).
    Local(LocalId),
    /// A variable of static storage duration, static data members included (an lvalue).
    Static(Entity<'db>),
    /// A function (an lvalue); selected from its overload set.
    Function(Entity<'db>),
    /// An overload set before its target is known. The object expression of a member access, if any.
    Overloaded {
        /// The candidates, templates among them.
        set: Box<[Entity<'db>]>,
        /// Explicit template arguments: the site of the name.
        explicit: Option<Site<'db>>,
        /// The object.
        object: Option<ExprId>,
    },
    /// `this` (a prvalue pointer).
    This,
    /// A non-static data member of a class lvalue or xvalue: its number among the class's own fields.
    Field(ExprId, u32),
    /// A call of a function. `object` is the class glvalue of a member call.
    Call {
        /// The function.
        callee: Entity<'db>,
        /// The object argument.
        object: Option<ExprId>,
        /// Arguments, converted, default arguments included; those for `...` promoted.
        args: Box<[ExprId]>,
        /// Dispatched at run time.
        is_virtual: bool,
        /// Written as an operator, and not as a call of the function by its name.
        is_operator: bool,
    },
    /// A call through a pointer or reference to function.
    CallIndirect(ExprId, Box<[ExprId]>),
    /// A call through a pointer to member: object, pointer, arguments.
    CallMember(ExprId, ExprId, Box<[ExprId]>),
    /// A call of a compiler builtin by name.
    Builtin(Box<str>, Box<[ExprId]>),
    /// A kernel launch: callee, configuration, arguments.
    Launch(ExprId, Box<[ExprId]>, Box<[ExprId]>),
    /// Constructs a class prvalue by a constructor.
    Construct(Entity<'db>, Box<[ExprId]>),
    /// Constructs a class prvalue by an implicit trivial or defaulted constructor. An argument of a default constructor says
    /// that the object is zero-initialised before.
    ConstructImplicit(Implicit, Box<[ExprId]>),
    /// Aggregate initialisation of a class: one per base and member, in order; `None`: value-initialised or default member init.
    Aggregate(Box<[Option<ExprId>]>),
    /// Initialises an array: its first elements, and what initialises each of the others.
    Array(Box<[ExprId]>, Option<ExprId>),
    /// The default argument of a function's parameter, by number: [`crate::check::default_argument`] is its code.
    DefaultArgument(Entity<'db>, u32),
    /// Initialises the union member of that number.
    UnionInit(u32, Option<ExprId>),
    /// A braced list before its target is known; never left in finished code that is free of errors.
    List(Box<[ExprId]>),
    /// The backing array of an initializer_list, wrapped into the class.
    InitializerList(Box<[ExprId]>),
    /// Zero- or value-initialisation of the type without a constructor.
    Zero,
    /// Default-initialisation that leaves values indeterminate.
    Uninitialized,
    /// A class data member's default initializer, by the member's number, in the class.
    DefaultMember(u32),
    /// A conversion.
    Convert(Conversion<'db>, ExprId),
    /// A prvalue made into an object (an xvalue, or an lvalue when bound to a const reference).
    Materialize(ExprId),
    /// A builtin unary operator, `&` and `*` included. `!` on bool, `-` on promoted operands.
    Unary(Operator, ExprId),
    /// `++x` (true) or `--x` and their postfix forms.
    Step {
        /// Increment.
        increment: bool,
        /// Prefix.
        prefix: bool,
        /// The operand.
        operand: ExprId,
    },
    /// A builtin infix operator on converted operands; pointers for `+ -` and comparisons; not assignments, `&& || ,`.
    Binary(Operator, ExprId, ExprId),
    /// `&&` (true) or `||`.
    Logical(bool, ExprId, ExprId),
    /// `a, b`
    Comma(ExprId, ExprId),
    /// Builtin assignment, or that of an object by an implicit operator. Whether it is a call of the operator by its name.
    Assign(ExprId, ExprId, bool),
    /// Builtin compound assignment: the operator, the target, the value, and the type in which it is computed.
    Compound(Operator, ExprId, ExprId, Ty<'db>),
    /// `c ? a : b`
    Conditional(ExprId, ExprId, ExprId),
    /// `a[i]` on a pointer or an array lvalue: base, index.
    Index(ExprId, ExprId),
    /// `e.*m`
    MemberPointer(ExprId, ExprId),
    /// `new`: allocated type, number of elements for arrays, initialiser of one element or the array, placement arguments, and
    /// the allocation function (`None` where it is the replaceable global one).
    New {
        /// `::new`
        global: bool,
        /// The element type.
        ty: Ty<'db>,
        /// The number of elements.
        count: Option<ExprId>,
        /// The initialiser.
        init: Option<ExprId>,
        /// Placement arguments.
        placement: Box<[ExprId]>,
        /// The allocation function.
        allocator: Option<Entity<'db>>,
    },
    /// `delete`. [`crate::class::deallocation`] says what frees the storage.
    Delete {
        /// The pointer.
        pointer: ExprId,
        /// `delete[]`
        array: bool,
        /// `::delete`
        global: bool,
        /// The destructor of the static type.
        destructor: Option<Entity<'db>>,
    },
    /// A pseudo-destructor or explicit destructor call. `true`: its name is qualified, so that it is no virtual call.
    Destroy(ExprId, Option<Entity<'db>>, bool),
    /// A lambda: its captures' initialisers in order.
    Lambda(Closure<'db>, Box<[ExprId]>),
    /// `throw`
    Throw(Option<ExprId>),
    /// `({ … })`: the block; the value is the last expression statement's.
    Statements(StmtId),
    /// `typeid` of a type or polymorphic expression.
    Typeid(Option<ExprId>),
    /// A full-expression's temporaries end here: nothing to do but destroy them.
    Full(ExprId),
}

impl<'db> ExprKind<'db> {
    /// The expressions that this one consists of, in order.
    pub fn operands(&self, out: &mut Vec<ExprId>) {
        use ExprKind as K;
        match self {
            K::Error
            | K::Value(_)
            | K::String(_)
            | K::Param { .. }
            | K::Local(_)
            | K::Static(_)
            | K::Function(_)
            | K::This
            | K::DefaultArgument(..)
            | K::DefaultMember(_)
            | K::Statements(_)
            | K::Zero
            | K::Uninitialized => {}
            K::Overloaded { object, .. } => out.extend(object),
            K::Field(e, _)
            | K::Convert(_, e)
            | K::Materialize(e)
            | K::Unary(_, e)
            | K::Step { operand: e, .. }
            | K::Delete { pointer: e, .. }
            | K::Destroy(e, ..)
            | K::Full(e) => out.push(*e),
            K::Binary(_, a, b)
            | K::Logical(_, a, b)
            | K::Comma(a, b)
            | K::Assign(a, b, _)
            | K::Compound(_, a, b, _)
            | K::Index(a, b)
            | K::MemberPointer(a, b) => out.extend([*a, *b]),
            K::Conditional(a, b, c) => out.extend([*a, *b, *c]),
            K::Call { object, args, .. } => {
                out.extend(object);
                out.extend(args);
            }
            K::CallIndirect(e, args) => {
                out.push(*e);
                out.extend(args);
            }
            K::CallMember(a, b, args) => {
                out.extend([*a, *b]);
                out.extend(args);
            }
            K::Launch(e, config, args) => {
                out.push(*e);
                out.extend(config);
                out.extend(args);
            }
            K::Builtin(_, args)
            | K::Construct(_, args)
            | K::ConstructImplicit(_, args)
            | K::List(args)
            | K::InitializerList(args)
            | K::Lambda(_, args) => out.extend(args),
            K::Aggregate(parts) => out.extend(parts.iter().flatten()),
            K::Array(parts, rest) => {
                out.extend(parts);
                out.extend(rest);
            }
            K::UnionInit(_, e) | K::Throw(e) | K::Typeid(e) => out.extend(e),
            K::New {
                count,
                init,
                placement,
                ..
            } => {
                out.extend(placement);
                out.extend(count);
                out.extend(init);
            }
        }
    }
}

/// The implicit special member functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Implicit {
    /// Default constructor.
    Default,
    /// Copy constructor.
    Copy,
    /// Move constructor.
    Move,
}

impl Implicit {
    /// Which special member function it is.
    pub(crate) fn special(self) -> crate::class::Special {
        match self {
            Implicit::Default => crate::class::Special::Default,
            Implicit::Copy => crate::class::Special::Copy,
            Implicit::Move => crate::class::Special::Move,
        }
    }
}

/// The conversions that code states ([conv], [expr.static.cast]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Conversion<'db> {
    /// Lvalue to rvalue: a read.
    Load,
    /// Array to pointer.
    Decay,
    /// Function to pointer.
    FunctionToPointer,
    /// Among integers, booleans, enumerations: wraps to the target type.
    Integral,
    /// Among floating types.
    Floating,
    /// Integer to floating.
    IntegralToFloating,
    /// Floating to integer, truncating.
    FloatingToIntegral,
    /// Anything arithmetic, pointer or member pointer to bool.
    ToBool,
    /// Qualifications, noexcept, similar types: no change of value.
    Noop,
    /// Null pointer constant to a pointer or member pointer.
    Null,
    /// Derived to base, of pointers or glvalues: the base's numbers on the way.
    ToBase(Ty<'db>),
    /// Base to derived.
    ToDerived(Ty<'db>),
    /// A pointer to `void *` or back.
    VoidPointer,
    /// Member pointer to another class.
    MemberPointer,
    /// `reinterpret_cast` and its likes.
    Reinterpret,
    /// `dynamic_cast`
    Dynamic,
    /// To `void`.
    Discard,
    /// `__builtin_bit_cast`
    Bits,
    /// Real to complex, complex to complex.
    Complex,
    /// A closure without captures to a pointer to function: the specialisation of its call operator.
    ClosureToFunction(Entity<'db>),
}

impl<'db> Typed<'db> {
    /// Whether the condition of a statement mostly holds, where attributes say so.
    pub fn expected(&self, condition: ExprId) -> Option<bool> {
        let at = self
            .expected
            .binary_search_by_key(&condition, |e| e.0)
            .ok()?;
        Some(self.expected[at].1)
    }

    /// Whether a constructor call has the elements of a braced list as its arguments.
    pub fn is_listed(&self, call: ExprId) -> bool {
        self.listed.binary_search(&call).is_ok()
    }

    /// The text of a string literal.
    pub fn string(&self, e: ExprId) -> Option<String> {
        match &self.exprs.get(e.0 as usize)?.kind {
            ExprKind::String(units) => units.iter().map(|&u| char::from_u32(u)).collect(),
            _ => None,
        }
    }

    /// A statement's number in [`Typed::code`]; none if it is made up. [`crate::program::statement_tokens`] says where it stands.
    pub fn written(&self, stmt: StmtId) -> Option<u32> {
        let found = self.written.binary_search_by_key(&stmt, |w| w.0).ok()?;
        Some(self.written[found].1)
    }

    /// Which expressions are evaluated when the code runs, by index: those of unevaluated operands are typed only.
    pub fn evaluated(&self) -> Vec<bool> {
        let mut seen = vec![false; self.exprs.len()];
        let mut exprs: Vec<ExprId> = self.value.into_iter().collect();
        exprs.extend(self.inits.iter().map(|i| i.value));
        let mut stmts: Vec<StmtId> = self.block.into_iter().collect();
        loop {
            if let Some(s) = stmts.pop() {
                if let Some(stmt) = self.stmts.get(s.0 as usize) {
                    stmt.parts(&mut stmts, &mut exprs);
                }
                continue;
            }
            let Some(e) = exprs.pop() else { break };
            let (Some(x), Some(seen)) = (self.exprs.get(e.0 as usize), seen.get_mut(e.0 as usize))
            else {
                continue;
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            if let ExprKind::Statements(s) = x.kind {
                stmts.push(s);
            }
            x.kind.operands(&mut exprs);
        }
        seen
    }
}

/// A local variable, parameter or capture.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Local<'db> {
    /// Its name; empty for unnamed and invented ones.
    pub name: Box<str>,
    /// Its type, references included.
    pub ty: Ty<'db>,
    /// What it is.
    pub kind: LocalKind<'db>,
    /// Where it was declared, if it was written.
    pub site: Option<Site<'db>>,
    /// `constexpr`
    pub is_constexpr: bool,
    /// Its initialiser in the same code, if it is usable in constant expressions as far as its type tells ([expr.const]): a
    /// reader without a value for the local evaluates this.
    pub init: Option<ExprId>,
    /// The value that this has, where it is a number that costs no call: a chain of constants is not evaluated anew for each.
    pub value: Option<Const<'db>>,
    /// The declaration of a variable that is written in this code.
    pub declared: Option<Site<'db>>,
}

impl<'db> Local<'db> {
    /// A variable of the code around, of which no more is known than its type and, if it is a constant, its initialiser.
    pub(crate) fn outer(ty: Ty<'db>, init: Option<ExprId>) -> Self {
        Local {
            name: "".into(),
            ty,
            kind: LocalKind::Automatic,
            site: None,
            is_constexpr: init.is_some(),
            init,
            value: None,
            declared: None,
        }
    }
}

/// What a local is.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub enum LocalKind<'db> {
    /// A parameter, by number.
    Param(u32),
    /// A variable of automatic storage duration.
    Automatic,
    /// `static`, `__shared__`, `extern`: an entity of its own.
    Static(Entity<'db>),
    /// A capture of the lambda whose call operator this code is, by number.
    Capture(u32),
    /// A structured binding: an expression in this code.
    Binding(ExprId),
}

/// A typed body or expression.
#[derive(Clone, Debug, Default, PartialEq, salsa::SalsaValue)]
pub struct Typed<'db> {
    /// Expressions.
    pub exprs: Vec<Expr<'db>>,
    /// Statements.
    pub stmts: Vec<Stmt>,
    /// The variables that are operands of `decltype` as names without parentheses ([dcl.type.decltype]/1), each with the place of
    /// the name. Those of types that are read more than once stand here as often.
    pub decltypes: Vec<(Site<'db>, Entity<'db>)>,
    /// The statements that are written, in order, each with its number in [`Typed::code`].
    pub written: Vec<(StmtId, u32)>,
    /// The statements that `if constexpr` discards outside of templates ([stmt.if]/2): no statement holds them.
    pub discarded: Vec<StmtId>,
    /// The constructor calls whose arguments are the elements of a braced list, ascending: they are evaluated in order
    /// ([dcl.init.list]/4).
    pub listed: Vec<ExprId>,
    /// The conditions of statements of which attributes say whether they mostly hold ([dcl.attr.likelihood]), ascending.
    pub expected: Vec<(ExprId, bool)>,
    /// The code that was typed, of a function.
    pub code: Option<CodeRef<'db>>,
    /// Locals: parameters first, in order.
    pub locals: Vec<Local<'db>>,
    /// Constructors: what is initialised before the body, in order of initialisation.
    pub inits: Vec<MemberInit<'db>>,
    /// The body of a function, or…
    pub block: Option<StmtId>,
    /// … the initialiser of a variable or member, or a single expression.
    pub value: Option<ExprId>,
    /// The return type, deduced if need be.
    pub ret: Option<Ty<'db>>,
    /// The return type is deduced from a return statement.
    pub deduces: bool,
    /// What is wrong with it.
    pub problems: Vec<Problem<'db>>,
    /// What is worth a warning.
    pub warnings: Vec<Problem<'db>>,
    /// Specialisations of class templates that were looked into by qualified names, and where.
    pub required: Vec<(Entity<'db>, Site<'db>)>,
    /// Types written as template arguments, and template-ids, with what they denote: of the user's own code that is no template's.
    pub named: Vec<Named<'db>>,
    /// Something in it depends on template parameters that are not bound.
    pub dependent: bool,
    /// What it needs has no end: this is what was typed before that was met, which [`Typed::required`] ends with. Seen by
    /// [`crate::check::started`] alone.
    pub(crate) endless: bool,
}

impl<'db> Typed<'db> {
    /// The parameters: the first of [`Typed::locals`].
    pub(crate) fn parameters(&self) -> &[Local<'db>] {
        let is_parameter = |l: &&Local<'db>| matches!(l.kind, LocalKind::Param(_));
        let count = self.locals.iter().take_while(is_parameter).count();
        &self.locals[..count]
    }

    /// The closures of the lambda-expressions in it, each with the number of its expression in the code.
    pub(crate) fn closures(&self) -> FxHashMap<u32, Closure<'db>> {
        let closures = self.exprs.iter().filter_map(|x| match x.kind {
            ExprKind::Lambda(closure, _) => Some((closure.site.index, closure)),
            _ => None,
        });
        closures.collect()
    }
}

/// A type that code names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Named<'db> {
    /// Where.
    pub site: Site<'db>,
    /// What it is.
    pub ty: Ty<'db>,
    /// It is part of a template argument.
    pub in_argument: bool,
    /// How many specialisations of class templates must be complete to look the name up.
    pub instantiates: u32,
    /// The last of them: what the name is a member of, if it is qualified.
    pub member_of: Option<Entity<'db>>,
}

/// One initialisation of a constructor.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct MemberInit<'db> {
    /// A base or field, by step; `None`: the whole object (a delegating constructor).
    pub target: Option<crate::Step>,
    /// What initialises it, written or not.
    pub value: ExprId,
    /// Written in the constructor.
    pub written: Option<Site<'db>>,
}

//! The mangler: options, entry points and the substitution table. What is written for each kind of term
//! is in the submodules.
//!
//! Output and identity are kept apart. Beside the text, a stream of canonical tokens records what was
//! written as if nothing had ever been abbreviated; when a substitutable component ends, its tokens are
//! interned and shrink to one. Two components are the same entity exactly when they intern alike, however
//! each was abbreviated in the text.

mod encoding;
mod expr;
mod name;
mod standard;
mod ty;

use std::fmt;
use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::{
    Entity, Function, Name, Scope, SpecialName, Type, Unqualified, Variable, spelled_identifier,
};

/// How deeply types, names and expressions may nest. Beyond it mangling is refused rather than
/// overflowing the stack: at the limit an unoptimised build stays within 1 MiB, an optimised one within
/// 200 KiB. A template specialisation as an argument of another costs two levels.
pub const MAX_DEPTH: u32 = 400;

/// Whose choices to follow where compilers differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// The CUDA front end: what kernels, device functions and module ids are called.
    #[default]
    Cuda,
    /// g++ 12: what the host object code calls things.
    Gcc,
}

/// Why there is no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MangleError {
    /// The input nests deeper than [`MAX_DEPTH`].
    TooDeep,
    /// An entity of internal linkage in the CUDA dialect, but no module id was given.
    NoModuleId,
}

impl fmt::Display for MangleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MangleError::TooDeep => write!(f, "type nests too deeply to be mangled"),
            MangleError::NoModuleId => write!(f, "internal name needs a module id"),
        }
    }
}

impl std::error::Error for MangleError {}

/// Options of the mangling. One value serves any number of names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Mangler {
    /// Whose choices to follow.
    pub dialect: Dialect,
    /// The translation unit's [`crate::module_id`]. With it unnamed namespaces are `_GLOBAL__N_<id>`,
    /// without it `_GLOBAL__N_1`.
    pub module_id: Option<String>,
}

/// The linker name of a function in the CUDA dialect, without a module id.
///
/// # Errors
/// As for [`Mangler::function`].
pub fn mangle_function(function: &Function) -> Result<String, MangleError> {
    Mangler::default().function(function)
}

/// The linker name of a variable in the CUDA dialect, without a module id.
///
/// # Errors
/// As for [`Mangler::function`].
pub fn mangle_variable(variable: &Variable) -> Result<String, MangleError> {
    Mangler::default().variable(variable)
}

/// The bare encoding of a type, as in `type_info::name`, in the CUDA dialect.
///
/// # Errors
/// As for [`Mangler::function`].
pub fn mangle_type(ty: &Type) -> Result<String, MangleError> {
    Mangler::default().type_(ty)
}

impl Mangler {
    /// The CUDA dialect for the translation unit `module_id`.
    pub fn cuda(module_id: impl Into<String>) -> Mangler {
        Mangler {
            dialect: Dialect::Cuda,
            module_id: Some(module_id.into()),
        }
    }

    /// The linker name of a function.
    ///
    /// # Errors
    /// [`MangleError::TooDeep`] past [`MAX_DEPTH`]; [`MangleError::NoModuleId`] for internal linkage in
    /// the CUDA dialect without a module id.
    pub fn function(&self, function: &Function) -> Result<String, MangleError> {
        if let Some(plain) = encoding::plain_function_name(function) {
            return Ok(plain.to_owned());
        }
        let mut state = State::new(self);
        state.out.push_str("_Z");
        state.function(function)?;
        Ok(state.out)
    }

    /// The linker name of a variable.
    ///
    /// # Errors
    /// As for [`Mangler::function`].
    pub fn variable(&self, variable: &Variable) -> Result<String, MangleError> {
        if let Some(plain) = encoding::plain_variable_name(variable) {
            return Ok(plain.to_owned());
        }
        let mut state = State::new(self);
        state.out.push_str("_Z");
        state.variable(variable)?;
        Ok(state.out)
    }

    /// The bare encoding of a type.
    ///
    /// # Errors
    /// As for [`Mangler::function`].
    pub fn type_(&self, ty: &Type) -> Result<String, MangleError> {
        let mut state = State::new(self);
        state.ty(ty)?;
        Ok(state.out)
    }

    /// The linker name of something the compiler adds.
    ///
    /// # Errors
    /// As for [`Mangler::function`].
    pub fn special(&self, special: &SpecialName) -> Result<String, MangleError> {
        let mut state = State::new(self);
        state.out.push_str("_Z");
        state.special(special)?;
        Ok(state.out)
    }

    /// The name by which a definition enters a [`crate::module_id`]: its linker name, but a variable at
    /// global scope goes by its identifier alone and one in a namespace is mangled even with C linkage.
    ///
    /// # Errors
    /// As for [`Mangler::function`].
    pub fn module_id_entity(&self, entity: &Entity) -> Result<String, MangleError> {
        match entity {
            Entity::Function(function) => self.function(function),
            Entity::Variable(Variable { name, .. }) => match (&name.scope, &name.id) {
                (Scope::Global, Unqualified::Identifier(id)) => {
                    Ok(spelled_identifier(id).into_owned())
                }
                _ => self.variable(&Variable::new(name.clone())),
            },
        }
    }

    /// The last component of a name alone, without tags and template arguments.
    pub(crate) fn component(&self, name: &Name) -> Result<String, MangleError> {
        let mut state = State::new(self);
        state.unqualified(&name.id)?;
        Ok(state.out)
    }

    /// The text that stands for an unnamed namespace.
    pub(crate) fn unnamed_namespace(&self) -> String {
        crate::unnamed_namespace_name(self.module_id.as_deref().unwrap_or("1"))
    }
}

type Result_ = Result<(), MangleError>;

/// A token of the canonical stream: a byte of text below [`FIRST_COMPONENT`], else an interned component.
type Token = u32;

const FIRST_COMPONENT: Token = 256;

/// Stands in the table for a component whose parts are being written.
const RESERVED: Token = Token::MAX;

/// Where a component began, in the text and in the stream.
#[derive(Debug, Clone, Copy)]
struct Mark {
    out: usize,
    stream: usize,
    table: usize,
}

/// Identity of a shared node by address; the node outlives the call. The flag tells types from names,
/// which may share an address.
type NodeKey = (usize, bool);

/// One name being written.
struct State<'m> {
    options: &'m Mangler,
    out: String,
    stream: Vec<Token>,
    interned: FxHashMap<Box<[Token]>, Token>,
    /// Components in the order of their sequence ids.
    table: Vec<Token>,
    /// Position of each component of `table`.
    positions: FxHashMap<Token, usize>,
    /// Components that shared nodes turned out to be.
    nodes: FxHashMap<NodeKey, Token>,
    /// How many templates are around the one whose signature is being written: its parameters are others than theirs, although
    /// they are written alike.
    templates_around: u32,
    depth: u32,
}

impl<'m> State<'m> {
    fn new(options: &'m Mangler) -> State<'m> {
        State {
            options,
            out: String::new(),
            stream: Vec::new(),
            interned: standard::components(),
            table: Vec::new(),
            positions: FxHashMap::default(),
            nodes: FxHashMap::default(),
            templates_around: 0,
            depth: 0,
        }
    }

    fn is_gcc(&self) -> bool {
        self.options.dialect == Dialect::Gcc
    }

    /// Runs `body` one level deeper.
    fn nested(&mut self, body: impl FnOnce(&mut Self) -> Result_) -> Result_ {
        if self.depth >= MAX_DEPTH {
            return Err(MangleError::TooDeep);
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    /// Writes to text and stream.
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        self.key(text);
    }

    /// Writes to the stream only: what tells entities apart but is written elsewhere.
    fn key(&mut self, text: &str) {
        self.stream.extend(text.bytes().map(Token::from));
    }

    fn put_number(&mut self, number: impl fmt::Display) {
        let start = self.out.len();
        let _ = write!(self.out, "{number}");
        self.stream
            .extend(self.out.as_bytes()[start..].iter().map(|&b| Token::from(b)));
    }

    /// `<length><text>`
    fn source_name(&mut self, text: &str) {
        let text = spelled_identifier(text);
        self.put_number(text.len());
        self.put(&text);
    }

    /// `_` for 0, `0_` for 1, and so on.
    fn seq_from_zero(&mut self, number: u32) {
        if let Some(previous) = number.checked_sub(1) {
            self.put_number(previous);
        }
        self.put("_");
    }

    fn mark(&self) -> Mark {
        Mark {
            out: self.out.len(),
            stream: self.stream.len(),
            table: self.table.len(),
        }
    }

    /// The identity of what was written since `mark`.
    fn intern(&mut self, mark: Mark) -> Token {
        let tokens = &self.stream[mark.stream..];
        match self.interned.get(tokens) {
            Some(&component) => component,
            None => {
                let component = FIRST_COMPONENT + self.interned.len() as Token;
                self.interned.insert(tokens.into(), component);
                component
            }
        }
    }

    /// Gives the next sequence id to a component that is not written yet.
    fn reserve(&mut self) -> usize {
        self.table.push(RESERVED);
        self.table.len() - 1
    }

    /// Ends the component that began at `mark` and has a sequence id since before its parts. Returns whether it is abbreviated.
    fn finish_reserved(&mut self, mark: Mark, position: usize) -> bool {
        let component = self.intern(mark);
        let known = self.positions.get(&component).copied();
        match known {
            Some(known) => {
                self.forget(mark);
                self.put_substitution(known);
            }
            None => {
                self.positions.insert(component, position);
                self.table[position] = component;
            }
        }
        self.stream.truncate(mark.stream);
        self.stream.push(component);
        known.is_some()
    }

    /// Ends the substitutable component that began at `mark`: abbreviates it if it occurred before or
    /// has a standard abbreviation, else gives it the next sequence id. Returns its identity.
    fn finish(&mut self, mark: Mark) -> Token {
        self.end(mark).0
    }

    /// The same; also returns whether it is abbreviated.
    fn end(&mut self, mark: Mark) -> (Token, bool) {
        let (component, is_abbreviated) = self.abbreviate(mark);
        if !is_abbreviated {
            self.positions.insert(component, self.table.len());
            self.table.push(component);
        }
        (component, is_abbreviated)
    }

    /// The same for what gets no sequence id of its own. Also returns whether it is abbreviated.
    fn abbreviate(&mut self, mark: Mark) -> (Token, bool) {
        let component = self.intern(mark);
        let code = standard::abbreviation(component);
        let known = self.positions.get(&component).copied();
        match (code, known) {
            (Some(code), _) => {
                self.forget(mark);
                self.out.push_str(code);
            }
            (None, Some(position)) => {
                self.forget(mark);
                self.put_substitution(position);
            }
            (None, None) => {}
        }
        self.stream.truncate(mark.stream);
        self.stream.push(component);
        (component, code.is_some() || known.is_some())
    }

    /// Takes back the text since `mark` and the sequence ids given out in it.
    fn forget(&mut self, mark: Mark) {
        self.out.truncate(mark.out);
        for component in self.table.drain(mark.table..) {
            self.positions.remove(&component);
        }
    }

    /// `S_`, `S0_`, … (identified by the component, so to the text only).
    fn put_substitution(&mut self, position: usize) {
        self.out.push('S');
        self.out.push_str(&seq_id(position));
        self.out.push('_');
    }

    /// If the shared node is a component that can be abbreviated by now, does so at `mark`.
    fn recall(&mut self, node: NodeKey, mark: Mark) -> bool {
        let Some(&component) = self.nodes.get(&node) else {
            return false;
        };
        let code = standard::abbreviation(component);
        let position = self.positions.get(&component).copied();
        if code.is_none() && position.is_none() {
            return false;
        }
        self.out.truncate(mark.out);
        match (code, position) {
            (Some(code), _) => self.out.push_str(code),
            (None, Some(position)) => self.put_substitution(position),
            (None, None) => {}
        }
        self.stream.truncate(mark.stream);
        self.stream.push(component);
        true
    }
}

/// The ABI's `<seq-id>`: nothing for 0, then one less in base 36.
fn seq_id(position: usize) -> String {
    let Some(mut number) = position.checked_sub(1) else {
        return String::new();
    };
    let mut digits = Vec::new();
    loop {
        digits.push(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 36]);
        number /= 36;
        if number == 0 {
            break;
        }
    }
    digits
        .iter()
        .rev()
        .map(|&digit| char::from(digit))
        .collect()
}

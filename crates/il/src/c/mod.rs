//! A back end: C that NVIDIA's `cicc --c11` compiles to PTX. What C lays out otherwise than C++ is spelled out: bases are fields,
//! padding is written. The text needs no headers.
//!
//! The text stays within what C and C++ share where it can.

mod constants;
mod expr;
mod memory;
mod names;
mod records;
mod runtime;
mod stmt;
mod types;
mod unit;
mod variables;

use std::fmt::Write as _;

use crate::c::names::Names;
use crate::c::records::Shapes;
use crate::{Expr, ExprKind, Function, FunctionKind, Linkage, Module, Symbol, Variable};
use rustc_hash::FxHashSet;

/// The beginning of each text.
const HEAD: &str = "typedef char __nv_bool;
struct __nv_member_function { void (*f)(void); long d; };
extern __attribute__((device)) void *memset(void *, int, unsigned long);
extern __attribute__((device)) void *memcpy(void *, const void *, unsigned long);
";

/// What the compiler of the device knows. Without the second attribute it does not see early enough what `memcpy` does: the value that
/// is copied is then of another type than the reference's.
const BUILTIN: &str =
    "__attribute__((device_builtin)) __attribute__((cudart_builtin)) __attribute__((device)) ";

/// What the built-in atomic operations want to be declared.
const SIZE_TYPE: &str = "typedef unsigned long size_t;
";

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// cicc compiles it: what nothing uses is left out.
    Compiling,
    /// People and tools read it: everything is there, with the words that cicc's own lowered text has.
    Reading,
}

/// A module as C.
pub fn print(module: &Module, purpose: Purpose) -> String {
    let used = match purpose {
        Purpose::Compiling => Some(module.used()),
        Purpose::Reading => None,
    };
    let names = Names::new(module, purpose, used.as_ref());
    let mut writer = Writer {
        purpose,
        used,
        out: HEAD.to_owned(),
        shapes: Shapes::new(module),
        names,
        open: None,
        texts: String::new(),
        text_count: 0,
    };
    if uses_atomics(module) {
        writer.out.push_str(SIZE_TYPE);
    }
    writer.module(module);
    writer.out
}

/// Whether a module calls one of the built-in atomic operations: `__nv_atomic_load` and the like.
fn uses_atomics(module: &Module) -> bool {
    let is_atomic = |e: &Expr| match &e.kind {
        ExprKind::Builtin(name, _) => name.starts_with("__nv_atomic_"),
        _ => false,
    };
    (module.functions.iter()).any(|f| f.code.exprs.iter().any(|(_, e)| is_atomic(e)))
}

/// The text so far, and what is known of the module.
struct Writer<'m> {
    purpose: Purpose,
    /// The functions and variables that are written; all of them without it.
    used: Option<FxHashSet<Symbol>>,
    out: String,
    shapes: Shapes<'m>,
    names: Names<'m>,
    /// The function that gives the places of constants which are written just now, by the first of them: they refer to each other.
    open: Option<&'m str>,
    /// Constants without a name, which stand before the function that uses them.
    texts: String,
    text_count: u32,
}

impl<'m> Writer<'m> {
    fn module(&mut self, module: &'m Module) {
        for record in &module.records {
            let keyword = records::keyword(record);
            let _ = writeln!(self.out, "{keyword} {};", names::tag(&record.name));
        }
        for record in &module.records {
            self.record(record);
        }
        let is_used = |name: &Symbol| self.used.as_ref().is_none_or(|all| all.contains(name));
        let functions: Vec<&'m Function> = (module.functions.iter())
            .map(|f| &**f)
            .filter(|f| is_used(&f.name))
            .collect();
        let variables: Vec<&'m Variable> = (module.variables.iter())
            .map(|v| &**v)
            .filter(|v| is_used(&v.name) && !self.names.is_literal(&v.name))
            .collect();
        for function in &functions {
            let head = self.head(function, false);
            let _ = writeln!(self.out, "{head};");
        }
        self.out.push_str(&runtime::definitions(module));
        for variable in &variables {
            self.declare(variable);
        }
        let names_unit = unit::names_unit(module, &functions, &variables);
        if let (Some(unit::NamesUnit::Outside(name)), Purpose::Compiling) =
            (&names_unit, self.purpose)
        {
            let _ = writeln!(self.out, "void {name}(void) {{ }}");
        }
        let (first, functions): (Vec<_>, Vec<_>) = (functions.into_iter())
            .partition(|f| names_unit == Some(unit::NamesUnit::Inside(&f.name)));
        let (before, variables): (Vec<_>, Vec<_>) = (variables.into_iter())
            .partition(|v| names_unit == Some(unit::NamesUnit::Inside(&v.name)));
        for function in first {
            self.function(function);
        }
        for variable in before.into_iter().chain(variables) {
            self.define(variable);
        }
        for function in functions {
            self.function(function);
        }
    }

    fn function(&mut self, function: &'m Function) {
        let Some(body) = function.body else {
            return;
        };
        let mut code = stmt::Code::new(self, function);
        code.statement(body, 0);
        let text = code.finish();
        let texts = std::mem::take(&mut self.texts);
        self.out.push_str(&texts);
        if let Some(align) = function.attributes.align {
            let _ = writeln!(self.out, "__asm__(\".align {align}\");");
        }
        if let Some(place) = &function.place {
            self.out.push_str(&marker(&place.file, place.line));
        }
        let head = self.head(function, true);
        let _ = writeln!(self.out, "{head}\n{text}");
    }

    /// The declaration of a function, without what follows.
    fn head(&mut self, function: &'m Function, is_definition: bool) -> String {
        let code = &function.code;
        let mut params = Vec::new();
        for &local in &function.params {
            let name = match is_definition {
                true => names::local(code, local),
                false => String::new(),
            };
            let local = &code.locals[local];
            let mut quals = local.quals;
            quals.is_const |= local.grid_constant;
            let mut text = self.declarator(code, local.ty, quals, &name);
            if local.grid_constant {
                text = format!("__attribute__((grid_constant)) {text}");
            }
            params.push(text);
        }
        if function.variadic {
            params.push("...".to_owned());
        }
        if params.is_empty() {
            params.push("void".to_owned());
        }
        let name = self.names.symbol(&function.name);
        let inner = format!("{name}({})", params.join(", "));
        let declared = self.declarator(code, function.ret, crate::Quals::default(), &inner);
        let a = &function.attributes;
        let mut out = String::new();
        let for_reading = self.purpose == Purpose::Reading;
        out.push_str(match function.kind {
            FunctionKind::Kernel if for_reading => "__global__ ",
            FunctionKind::Kernel => "__attribute__((global)) __attribute__((used)) ",
            _ if for_reading => "___device__() ",
            FunctionKind::Builtin => BUILTIN,
            FunctionKind::Device => "__attribute__((device)) ",
        });
        out.push_str(&launch(&a.launch));
        out.push_str(match (function.linkage, function.kind) {
            (Linkage::Internal, _) => "static ",
            // The compiler of the device makes a definition that others may have too of an inline function.
            (Linkage::LinkOnce | Linkage::Weak, _) if function.body.is_some() => "__inline__ ",
            (_, FunctionKind::Kernel) => "extern ",
            (Linkage::External, _) if function.body.is_none() => "extern ",
            _ => "",
        });
        let inline = a.inline && function.kind == FunctionKind::Device;
        if inline && function.linkage == Linkage::Internal {
            out.push_str("__inline__ ");
        }
        let is_weak = function.linkage == Linkage::Weak && function.kind == FunctionKind::Device;
        let is_left = self.names.is_left(&function.name);
        for (is_set, attribute) in [
            (a.always_inline, "always_inline"),
            (a.never_inline, "noinline"),
            (a.noreturn, "noreturn"),
            (a.pure, "pure"),
            (a.constant, "const"),
            (a.nothrow, "nothrow"),
            (a.kept || is_weak || is_left, "used"),
        ] {
            if is_set {
                let _ = write!(out, "__attribute__((__{attribute}__)) ");
            }
        }
        out + &declared
    }
}

/// A line marker.
fn marker(file: &str, line: u32) -> String {
    let file = constants::quoted(file.bytes().map(u32::from));
    format!("# {line} {file}\n")
}

/// What a kernel says of its launches.
fn launch(launch: &crate::Launch) -> String {
    let list = |numbers: &[i64]| {
        let all: Vec<String> = numbers.iter().map(i64::to_string).collect();
        all.join(", ")
    };
    let mut out = String::new();
    for (name, numbers) in [
        ("launch_bounds", &launch.bounds[..]),
        ("cluster_dims", &launch.cluster[..]),
        ("block_size", &launch.block[..]),
    ] {
        if !numbers.is_empty() {
            let _ = write!(out, "__attribute__(({name}({}))) ", list(numbers));
        }
    }
    for (name, number) in [
        ("maxnreg", launch.registers),
        ("local_maxnreg", launch.local_registers),
    ] {
        if let Some(n) = number {
            let _ = write!(out, "__attribute__(({name}({n}))) ");
        }
    }
    out
}

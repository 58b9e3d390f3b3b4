//! Asm statements: constraints and clobbers that one side alone has (reference: diagnostics, Asm statements).
//!
//! In device code an operand is a register of PTX, and its one constraint letter says of which size.

use cleave_codes::{Code, codes};
use cleave_diagnostics::Pass;
use cleave_names::decl::Spec;
use cleave_names::item_id_of_node;
use cleave_odr_use::Piece;
use cleave_syntax::SyntaxKind;
use cleave_typing::class::layout::size_of;
use cleave_typing::eval::Failure;
use cleave_typing::function::variable_type;
use cleave_typing::thir::{AsmOperand, Category, ExprId, Stmt, Typed};
use cleave_typing::{Entity, PointerBase, Ty, TyKind, Value, display, eval, program};

use crate::Finding;
use crate::engine::chain::chain;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::engine::typed::Body;

/// What an asm statement's code is compiled for.
#[derive(Clone, Copy)]
struct Sides {
    host: bool,
    device: bool,
}

/// The asm statements of a body.
pub(crate) fn check<'db>(s: &Source<'db>, body: &Body<'db>, out: &mut Sink<'db>) {
    symbolic_names(s, body.typed, out);
    if body.space.is_some() {
        let sides = Sides {
            host: body.is_host(),
            device: body.is_device(),
        };
        statements(s, body.entity, body.typed, sides, out);
    }
}

/// Those of the instances of templates.
pub(crate) fn instances<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    for piece in pieces.iter().filter(|p| p.instance.is_some()) {
        let sides = Sides {
            host: piece.host,
            device: piece.device,
        };
        let mut found = Vec::new();
        statements(s, piece.entity, piece.typed, sides, &mut found);
        for mut f in found {
            let known = |o: &Finding<'db>| o.code == f.code && o.at == f.at && o.args == f.args;
            if !out.iter().any(known) {
                f.contexts = chain(s.db, &piece.chain(s.db));
                out.push(f);
            }
        }
    }
}

fn statements<'db>(
    s: &Source<'db>,
    entity: Entity<'db>,
    typed: &Typed<'db>,
    sides: Sides,
    out: &mut Sink<'db>,
) {
    for stmt in &typed.stmts {
        let Stmt::Asm(asm) = stmt else { continue };
        let mut rule = Rule {
            s,
            entity,
            typed,
            sides,
            at: 0,
            out: &mut *out,
        };
        for operand in &asm.operands {
            let text = typed.string(operand.constraint);
            if let (Some(at), Some(text)) = (rule.place(operand.constraint), text) {
                rule.at = at;
                // A name in brackets stands for the number of the operand that has it.
                let named = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
                let has = |name: &str| {
                    let mut all = asm.operands.iter();
                    all.position(|o| o.name.as_deref() == Some(name))
                };
                match named.map(|name| (name, has(name))) {
                    None => rule.operand(operand, &text),
                    Some((_, Some(number))) => rule.operand(operand, &number.to_string()),
                    Some((name, None)) => {
                        let found = Finding::new(codes::INVALID_SYMBOLIC_OPERAND, at);
                        rule.out.push(found.name(name.to_owned()).on_device_only());
                    }
                }
            }
        }
        for clobber in asm.clobbers.iter().filter(|_| sides.device) {
            let is_cc = typed.string(*clobber).is_some_and(|text| text == "cc");
            if let Some(at) = rule.place(*clobber).filter(|_| is_cc) {
                rule.at = at;
                let found = Finding::new(codes::CC_CLOBBER_IN_DEVICE, at);
                rule.out.push(match sides.host {
                    true => found.on_device_only(),
                    false => found,
                });
            }
        }
    }
}

/// What stands between brackets behind a `%` names an operand, in whatever code it is.
fn symbolic_names<'db>(s: &Source<'db>, typed: &Typed<'db>, out: &mut Sink<'db>) {
    for stmt in &typed.stmts {
        let Stmt::Asm(asm) = stmt else { continue };
        let Some(text) = typed.string(asm.template).filter(|_| asm.extended) else {
            continue;
        };
        let Some(at) = place(s, typed, asm.template).and_then(|at| keyword(s, at)) else {
            continue;
        };
        let operands = || asm.operands.iter().filter_map(|o| o.name.as_deref());
        for name in symbolic(&text) {
            if !operands().any(|operand| operand == name) {
                out.push(Finding::new(codes::INVALID_SYMBOLIC_OPERAND, at).name(name.to_owned()));
            }
        }
    }
}

/// The names in the code of an asm statement, `%[name]` or with a modifier `%c[name]`. One that does not end is empty.
fn symbolic(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        // One character may stand between, whichever: a modifier, or the second sign of `%%`.
        let modified = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
        let name = rest
            .strip_prefix('[')
            .or_else(|| modified.strip_prefix('['));
        let Some(name) = name else {
            rest = modified;
            continue;
        };
        let (name, behind) = name.split_once(']').unwrap_or_default();
        out.push(name);
        rest = behind;
    }
    out
}

/// The first token of an expression of the item.
fn place<'db>(s: &Source<'db>, typed: &Typed<'db>, e: ExprId) -> Option<u32> {
    let site = typed.exprs.get(e.0 as usize)?.site;
    let own = site.code.item == item_id_of_node(s.db, s.item);
    Some(program::place(s.db, site).filter(|_| own)?.0.start)
}

/// The word that the statement begins with whose code is at a token.
fn keyword(s: &Source<'_>, code: u32) -> Option<u32> {
    /// Qualifiers and a parenthesis stand between.
    const BETWEEN: u32 = 8;
    (code.saturating_sub(BETWEEN)..code)
        .rev()
        .find(|&i| s.kind(i) == SyntaxKind::ASM_KW)
}

/// Letters that mean something to some processor, but nothing to PTX.
const FOREIGN: &str = "abcdefghlnopqrtuxyACDEFGHIJKLMNQRSVXYZ0123456789<>%*,#!?";

struct Rule<'a, 'db> {
    s: &'a Source<'db>,
    entity: Entity<'db>,
    typed: &'a Typed<'db>,
    sides: Sides,
    /// The constraint at hand.
    at: u32,
    out: &'a mut Sink<'db>,
}

impl<'db> Rule<'_, 'db> {
    fn place(&self, e: ExprId) -> Option<u32> {
        place(self.s, self.typed, e)
    }

    fn say(&mut self, code: Code) {
        self.out.push(Finding::new(code, self.at));
    }

    fn operand(&mut self, operand: &AsmOperand, constraint: &str) {
        let letters = constraint.trim_start_matches(['=', '+', '&']);
        let modified = constraint.starts_with(['=', '+']);
        if self.sides.host && letters == "C" {
            let mut found = Finding::new(codes::ASM_C_CONSTRAINT_IN_HOST_CODE, self.at);
            found.only = self.sides.device.then_some(Pass::Host);
            self.out.push(found);
        }
        let mut rest = letters.chars();
        let Some(first) = rest.next() else {
            return self.say(codes::ASM_OPERAND_WITHOUT_CONSTRAINT);
        };
        if operand.output && !constraint.contains(['=', '+']) {
            return self.say(codes::ASM_OUTPUT_WITHOUT_MODIFIER);
        }
        if letters == "C" && modified && self.sides.device {
            self.say(codes::ASM_C_CONSTRAINT_WITH_MODIFIER);
        }
        if !operand.output && modified {
            return self.say(codes::ASM_INPUT_WITH_OUTPUT_MODIFIER);
        }
        if !self.sides.device {
            return;
        }
        // Behind `#` no letter is read up to the next comma.
        let read = letters.split('#').next().unwrap_or("").chars().count();
        for (n, letter) in letters.chars().enumerate() {
            if n == 1 {
                self.say(codes::ASM_CONSTRAINT_MUST_HAVE_SINGLE_LETTER);
            }
            let code = match letter {
                _ if n >= read => continue,
                'i' | 'm' | 's' => codes::ASM_CONSTRAINT_LETTER_NOT_ALLOWED_IN_DEVICE,
                '&' => continue,
                _ if FOREIGN.contains(letter) => continue,
                _ if letter.is_ascii_alphabetic() => codes::UNKNOWN_ASM_CONSTRAINT,
                _ => codes::UNKNOWN_ASM_MODIFIER,
            };
            (self.out).push(Finding::new(code, self.at).text(letter.to_string()));
        }
        if rest.next().is_some() || !FOREIGN.contains(first) {
            return;
        }
        // Where a value is written to there has to be an object; the reference says so in these words.
        let value = self.typed.exprs.get(operand.value.0 as usize);
        let db = self.s.db;
        let is_known = |ty: Ty<'db>| !ty.is_unknown(db) && !ty.is_dependent(db);
        if operand.output
            && value.is_some_and(|e| e.category == Category::Prvalue && is_known(e.ty))
        {
            return self.say(codes::ASM_OPERAND_NOT_SCALAR);
        }
        self.fits(operand.value, first);
    }

    /// Whether an operand is of the size that a letter stands for.
    fn fits(&mut self, value: ExprId, letter: char) {
        let db = self.s.db;
        let Some(ty) = self.typed.exprs.get(value.0 as usize).map(|e| e.ty) else {
            return;
        };
        let Some(sort) = sort(db, ty) else {
            // What is not known is no class either.
            if !ty.is_unknown(db) && !ty.is_dependent(db) && !ty.is_void(db) {
                self.say(codes::ASM_OPERAND_NOT_SCALAR);
            }
            return;
        };
        let Some(size) = size_of(db, ty) else { return };
        let fits = match letter {
            'h' => sort == Sort::Integral && size == 2,
            'r' => sort == Sort::Integral && size == 4,
            'l' => sort != Sort::Floating && size == 8,
            'f' => sort == Sort::Floating && size == 4,
            'd' => sort == Sort::Floating && size == 8,
            'n' => sort == Sort::Integral,
            'C' => sort == Sort::Pointer,
            _ => false,
        };
        if !fits {
            // The reference mixes these up.
            let shown = match letter {
                'E' => 'F',
                '<' => '>',
                '>' => '<',
                letter => letter,
            };
            let found = Finding::new(codes::ASM_OPERAND_SIZE_MISMATCH, self.at);
            let found = found.text(size.to_string()).text(shown.to_string());
            return self.out.push(found);
        }
        match letter {
            'n' => {
                let value = eval::evaluate(db, self.entity, self.typed, value);
                if matches!(value, Err(Failure::NotConstant(_))) {
                    self.say(codes::ASM_OPERAND_NOT_INTEGRAL_CONSTANT);
                }
            }
            'C' => self.address(value),
            _ => {}
        }
    }

    /// `"C"` takes the address of a constant array of `const char`.
    fn address(&mut self, value: ExprId) {
        let db = self.s.db;
        let pointer = match eval::evaluate(db, self.entity, self.typed, value) {
            Ok(value) => value,
            Err(Failure::NotConstant(_)) => return self.say(codes::ASM_C_CONSTRAINT_NOT_CONSTANT),
            Err(Failure::Unknown) => return,
        };
        let variable = match pointer.value(db) {
            Value::Pointer(p) => match &p.base {
                PointerBase::Static(entity) if !entity.is_function(db) => *entity,
                _ => return self.say(codes::ASM_C_CONSTRAINT_NOT_AN_ADDRESS),
            },
            _ => return,
        };
        let ty = variable_type(db, variable);
        let name = || Arg::Name(display::qualified_name(db, variable));
        let chars = |e: Ty<'db>| {
            e.top_quals(db).is_const && e.as_builtin(db) == Some(cleave_lang::Builtin::Char)
        };
        if !ty.element(db).is_some_and(chars) {
            let found = Finding::new(codes::ASM_C_CONSTRAINT_BAD_VARIABLE_TYPE, self.at);
            let ty = Arg::Type(display::type_text(db, ty));
            return self.out.push(found.arg(name()).arg(ty));
        }
        let constexpr = (variable.hir(db)).is_some_and(|d| d.spec.any(Spec::CONSTEXPR));
        let initial = || eval::variable(db, variable).value.is_ok();
        if !constexpr && !initial() {
            let found = Finding::new(codes::ASM_C_CONSTRAINT_NOT_INITIALIZED, self.at);
            self.out.push(found.arg(name()));
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Integral,
    Floating,
    Pointer,
}

/// What a scalar is, seen from a register.
fn sort<'db>(db: &'db dyn cleave_base_db::Db, ty: Ty<'db>) -> Option<Sort> {
    if ty.is_integral(db) || ty.is_enum(db) {
        return Some(Sort::Integral);
    }
    if ty.is_floating(db) {
        return Some(Sort::Floating);
    }
    matches!(ty.kind(db), TyKind::Pointer(_)).then_some(Sort::Pointer)
}

//! Where control certainly gets in a body ([stmt.return]/2): whether its end is reached.
//!
//! A condition counts as one that may go either way only if it certainly is no constant, a call as one that comes back only if
//! the user's own code alone declares what is called, and not as `[[noreturn]]`.

use cleave_names::decl::DeclKind;
use cleave_names::declarations;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use std::cell::RefCell;

use crate::engine::walk::Walk;
use crate::tokens::index::only_mine;
use crate::tokens::operands;

/// How deeply statements may nest.
const DEPTH: u32 = 200;

/// Whether control gets to a place. The later of two is what holds where two ways meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    No,
    Maybe,
    Yes,
}

/// What a condition is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    True,
    False,
    /// It certainly is no constant.
    Either,
    Unknown,
}

/// What surrounds a statement.
#[derive(Clone, Copy)]
struct Around {
    /// How control gets to the labels of the innermost switch.
    labels: Reach,
    depth: u32,
}

/// What leaves a statement by other ways than its end.
#[derive(Clone, Copy)]
struct Exits {
    broken: Reach,
    continued: Reach,
    /// The innermost switch has a `default`.
    default: bool,
}

impl Exits {
    const NONE: Exits = Exits {
        broken: Reach::No,
        continued: Reach::No,
        default: false,
    };
}

/// Whether control certainly gets from the beginning of a body to its end.
pub(crate) fn falls_through(w: &Walk<'_, '_>, body: Node<'_>) -> bool {
    let flow = Flow {
        w,
        returns: RefCell::default(),
    };
    let around = Around {
        labels: Reach::No,
        depth: 0,
    };
    flow.statement(body, Reach::Yes, around, &mut Exits::NONE.clone()) == Reach::Yes
}

/// The `return`s of a body that control certainly gets to, by their places.
pub(crate) fn returns(w: &Walk<'_, '_>, body: Node<'_>) -> Vec<u32> {
    let flow = Flow {
        w,
        returns: RefCell::default(),
    };
    let around = Around {
        labels: Reach::No,
        depth: 0,
    };
    flow.statement(body, Reach::Yes, around, &mut Exits::NONE.clone());
    flow.returns.into_inner()
}

struct Flow<'w, 's, 'db> {
    w: &'w Walk<'s, 'db>,
    /// The `return`s that were met so far and are certainly reached.
    returns: RefCell<Vec<u32>>,
}

impl Flow<'_, '_, '_> {
    fn statement(&self, n: Node<'_>, at: Reach, around: Around, exits: &mut Exits) -> Reach {
        let around = Around {
            depth: around.depth + 1,
            ..around
        };
        if around.depth > DEPTH {
            return Reach::Maybe;
        }
        match n.kind() {
            COMPOUND_STATEMENT => n
                .children()
                .fold(at, |at, n| self.statement(n, at, around, exits)),
            RETURN_STATEMENT => {
                let start = n.tokens().start;
                let known = self.returns.borrow().contains(&start);
                if at == Reach::Yes && !known {
                    self.returns.borrow_mut().push(start);
                }
                Reach::No
            }
            GOTO_STATEMENT => Reach::No,
            BREAK_STATEMENT => {
                exits.broken = exits.broken.max(at);
                Reach::No
            }
            CONTINUE_STATEMENT => {
                exits.continued = exits.continued.max(at);
                Reach::No
            }
            CASE_STATEMENT | DEFAULT_STATEMENT => {
                exits.default |= n.kind() == DEFAULT_STATEMENT;
                let at = at.max(around.labels);
                // The value of a case is no statement.
                let inner = n.children().last().filter(|n| is_statement(*n));
                inner.map_or(at, |s| self.statement(s, at, around, exits))
            }
            LABELED_STATEMENT => {
                // Whoever jumps here is not looked for.
                let at = at.max(Reach::Maybe);
                let inner = n.children().last().filter(|n| is_statement(*n));
                inner.map_or(at, |s| self.statement(s, at, around, exits))
            }
            ATTRIBUTED_STATEMENT => {
                let inner = n.children().last().filter(|n| is_statement(*n));
                inner.map_or(at, |s| self.statement(s, at, around, exits))
            }
            IF_STATEMENT => self.choice(n, at, around, exits),
            WHILE_STATEMENT | FOR_STATEMENT | RANGE_FOR_STATEMENT | DO_STATEMENT => {
                self.repeated(n, at, around)
            }
            SWITCH_STATEMENT => {
                let Some(body) = n.children().last().filter(|n| is_statement(*n)) else {
                    return Reach::Maybe;
                };
                let at = self.parts(n, body, at);
                let inner = Around {
                    labels: at,
                    ..around
                };
                let mut own = Exits::NONE;
                let end = self.statement(body, Reach::No, inner, &mut own);
                exits.continued = exits.continued.max(own.continued);
                let skipped = if own.default { Reach::No } else { at };
                end.max(own.broken).max(skipped)
            }
            TRY_STATEMENT => {
                let mut out = Reach::No;
                for part in n.children() {
                    let block = match part.kind() {
                        HANDLER => part.child(COMPOUND_STATEMENT),
                        _ => Some(part),
                    };
                    let Some(block) = block else {
                        return Reach::Maybe;
                    };
                    out = out.max(self.statement(block, at, around, exits));
                }
                out
            }
            EXPRESSION_STATEMENT | SIMPLE_DECLARATION => {
                let thrown = n
                    .children()
                    .next()
                    .is_some_and(|e| e.kind() == THROW_EXPRESSION);
                if thrown && self.w.s.settings.exceptions {
                    Reach::No
                } else {
                    self.evaluated(n, at)
                }
            }
            ASM_DECLARATION
            | STATIC_ASSERT_DECLARATION
            | ALIAS_DECLARATION
            | USING_DECLARATION
            | USING_DIRECTIVE
            | ATTRIBUTE_DECLARATION
            | EMPTY_DECLARATION => at,
            _ => at.min(Reach::Maybe),
        }
    }

    /// What stands in a statement's head, before its body.
    fn parts(&self, n: Node<'_>, body: Node<'_>, at: Reach) -> Reach {
        n.children()
            .take_while(|c| *c != body)
            .fold(at, |at, c| self.evaluated(c, at))
    }

    fn choice(&self, n: Node<'_>, at: Reach, around: Around, exits: &mut Exits) -> Reach {
        let mut branches = n.children().filter(|n| is_statement(*n));
        let (Some(yes), no) = (branches.next(), branches.next()) else {
            return at.min(Reach::Maybe);
        };
        let at = self.parts(n, yes, at);
        let plain = !n.has(CONSTEXPR_KW) && !crate::engine::nodes::has_text(n, "consteval");
        let truth = match n.child(CONDITION) {
            Some(c) if plain => self.condition(c),
            _ => Truth::Unknown,
        };
        let (on_yes, on_no) = match truth {
            Truth::Either => (at, at),
            Truth::True => (at, Reach::No),
            Truth::False => (Reach::No, at),
            Truth::Unknown => (at.min(Reach::Maybe), at.min(Reach::Maybe)),
        };
        let mut inner = Exits::NONE;
        let a = self.statement(yes, on_yes, around, &mut inner);
        let b = no.map_or(on_no, |n| self.statement(n, on_no, around, &mut inner));
        exits.broken = exits.broken.max(inner.broken);
        exits.continued = exits.continued.max(inner.continued);
        exits.default |= inner.default;
        a.max(b)
    }

    fn repeated(&self, n: Node<'_>, at: Reach, around: Around) -> Reach {
        let Some(body) = n.children().filter(|n| is_statement(*n)).last() else {
            return at.min(Reach::Maybe);
        };
        let mut own = Exits::NONE;
        if n.kind() == DO_STATEMENT {
            let end = self.statement(body, at, around, &mut own);
            let end = end.max(own.continued);
            let Some(condition) = n.children().last().filter(|c| *c != body) else {
                return Reach::Maybe;
            };
            let end = self.evaluated(condition, end);
            let left = match self.truth(condition) {
                Truth::True => Reach::No,
                Truth::False | Truth::Either => end,
                Truth::Unknown => end.min(Reach::Maybe),
            };
            return left.max(own.broken);
        }
        let at = self.parts(n, body, at);
        let truth = match n.kind() {
            RANGE_FOR_STATEMENT => Truth::Either,
            kind => match n.child(CONDITION) {
                Some(c) => self.condition(c),
                None if kind == FOR_STATEMENT => Truth::True,
                None => Truth::Unknown,
            },
        };
        let inside = match truth {
            Truth::True | Truth::Either => at,
            Truth::False => Reach::No,
            Truth::Unknown => at.min(Reach::Maybe),
        };
        self.statement(body, inside, around, &mut own);
        let past = match truth {
            Truth::True => Reach::No,
            Truth::False | Truth::Either => at,
            Truth::Unknown => at.min(Reach::Maybe),
        };
        past.max(own.broken)
    }

    fn condition(&self, n: Node<'_>) -> Truth {
        match n.children().next() {
            Some(e) if e.kind() != CONDITION_DECLARATION => self.truth(e),
            _ => Truth::Unknown,
        }
    }

    /// What an expression is worth as a condition.
    fn truth(&self, e: Node<'_>) -> Truth {
        let s = self.w.s;
        let t = s.tokens(e);
        if t.end == t.start + 1 && e.kind() == LITERAL {
            return match s.kind(t.start) {
                TRUE_KW => Truth::True,
                FALSE_KW => Truth::False,
                INT_LITERAL => match s.integer(t) {
                    Some(0) => Truth::False,
                    Some(_) => Truth::True,
                    None => Truth::Unknown,
                },
                _ => Truth::Unknown,
            };
        }
        if self.changes(e, 0) {
            Truth::Either
        } else {
            Truth::Unknown
        }
    }

    /// Whether an expression certainly is no constant: its value is that of a variable, or hangs on one.
    fn changes(&self, e: Node<'_>, depth: u32) -> bool {
        if depth > DEPTH {
            return false;
        }
        let mut parts = e.children();
        match e.kind() {
            // An address is never null.
            PREFIX_EXPRESSION if self.w.s.kind(self.w.s.tokens(e).start) == AMP => false,
            PAREN_EXPRESSION | PREFIX_EXPRESSION => {
                parts.next().is_some_and(|p| self.changes(p, depth + 1))
            }
            POSTFIX_EXPRESSION => true,
            ID_EXPRESSION => operands::of(self.w, e).is_some_and(|ty| {
                let scalar = ty.fundamental().is_some()
                    || ty.shape.first() == Some(&cleave_names::decl::Shape::Pointer);
                scalar && !ty.constant
            }),
            CALL_EXPRESSION => self.function(e).is_some_and(|constexpr| !constexpr),
            BINARY_EXPRESSION => {
                let (Some(a), Some(b)) = (parts.next(), parts.next()) else {
                    return false;
                };
                let operator = e.own_tokens().find(|t| !t.kind().is_trivia());
                match operator.map(|t| t.kind()) {
                    // Either operand alone may decide.
                    Some(AMP2 | PIPE2) => self.changes(a, depth + 1) && self.changes(b, depth + 1),
                    // Zero times anything, and the like, are not thought about.
                    Some(LT | GT | LT_EQ | EQ2 | BANG_EQ) => {
                        let plain = |n: &Node<'_>| n.kind() == LITERAL;
                        let (x, y) = (self.changes(a, depth + 1), self.changes(b, depth + 1));
                        x && y && a.text() != b.text() || x && plain(&b) || plain(&a) && y
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether a call is one of a function of the user's own that comes back; if so, whether it is `constexpr`.
    fn function(&self, call: Node<'_>) -> Option<bool> {
        let s = self.w.s;
        let callee = call.children().next()?;
        let name = match callee.kind() {
            ID_EXPRESSION => {
                let t = s.tokens(callee);
                let last = t.end.checked_sub(1)?;
                (s.kind(last) == IDENT).then(|| s.word(last).to_owned())?
            }
            MEMBER_EXPRESSION => crate::engine::nodes::first_name(callee)?,
            _ => return None,
        };
        let found = only_mine(s.db, s.file, &name);
        let returns = !found.is_empty()
            && found.iter().all(|e| {
                let decl = declarations(s.db, e.item).get(e.decl as usize);
                e.kind == DeclKind::Function && decl.is_some_and(|d| !d.has_attribute("noreturn"))
            });
        let declared = self.w.declared.contains(&name) && callee.kind() == ID_EXPRESSION;
        (returns && !declared).then(|| found.iter().any(|e| e.constexpr))
    }

    /// Evaluating all that stands in a node.
    fn evaluated(&self, n: Node<'_>, at: Reach) -> Reach {
        if at != Reach::Yes {
            return at;
        }
        let uncertain = |n: Node<'_>| match n.kind() {
            CALL_EXPRESSION => self.function(n).is_none(),
            THROW_EXPRESSION | STATEMENT_EXPRESSION | YIELD_EXPRESSION | LAUNCH_EXPRESSION
            | BUILTIN_EXPRESSION | ERROR => true,
            _ => false,
        };
        let mut evaluated = n.descendants_but(|n| n.kind() == LAMBDA_EXPRESSION);
        if evaluated.any(uncertain) {
            return Reach::Maybe;
        }
        let builtin = n
            .descendants_with_tokens()
            .any(|e| e.into_token().is_some_and(|t| t.text().starts_with("__")));
        if builtin { Reach::Maybe } else { at }
    }
}

fn is_statement(n: Node<'_>) -> bool {
    matches!(
        n.kind(),
        COMPOUND_STATEMENT
            | EXPRESSION_STATEMENT
            | SIMPLE_DECLARATION
            | RETURN_STATEMENT
            | BREAK_STATEMENT
            | CONTINUE_STATEMENT
            | GOTO_STATEMENT
            | IF_STATEMENT
            | SWITCH_STATEMENT
            | WHILE_STATEMENT
            | DO_STATEMENT
            | FOR_STATEMENT
            | RANGE_FOR_STATEMENT
            | LABELED_STATEMENT
            | CASE_STATEMENT
            | DEFAULT_STATEMENT
            | TRY_STATEMENT
            | ATTRIBUTED_STATEMENT
            | ASM_DECLARATION
            | STATIC_ASSERT_DECLARATION
            | ALIAS_DECLARATION
            | USING_DECLARATION
            | USING_DIRECTIVE
            | ATTRIBUTE_DECLARATION
            | EMPTY_DECLARATION
    )
}

//! Expressions.

use std::fmt::Write as _;

use cleave_names::decl::Spec;

use super::{Printer, literals};
use crate::*;

impl Printer<'_> {
    pub(super) fn exprs_text(&self, exprs: &[ExprId]) -> String {
        let exprs: Vec<String> = exprs.iter().map(|&e| self.expr_text(e)).collect();
        exprs.join(" ")
    }

    /// `(word a b)`
    fn term(&self, word: &str, exprs: &[ExprId]) -> String {
        match exprs {
            [] => format!("({word})"),
            _ => format!("({word} {})", self.exprs_text(exprs)),
        }
    }

    pub(super) fn expr_text(&self, expr: ExprId) -> String {
        match &self.code[expr] {
            Expr::Missing => "MISSING".to_owned(),
            Expr::Literal(literal) => literals::text(literal),
            Expr::Path(path) => self.path_text(path),
            Expr::This => "this".to_owned(),
            Expr::Paren(e) => self.term("paren", &[*e]),
            Expr::Prefix(op, e) => self.term(op.spelling(), &[*e]),
            Expr::Postfix(op, e) => self.term(&format!("post{}", op.spelling()), &[*e]),
            Expr::Keyword(op, e) => {
                let word = match op {
                    KeywordOperator::Real => "real",
                    KeywordOperator::Imag => "imag",
                    KeywordOperator::Extension => "extension",
                    KeywordOperator::Await => "co_await",
                    KeywordOperator::Yield => "co_yield",
                };
                self.term(word, &[*e])
            }
            Expr::Binary(op, a, b) => self.term(op.spelling(), &[*a, *b]),
            Expr::Conditional(c, Some(a), b) => self.term("?", &[*c, *a, *b]),
            Expr::Conditional(c, None, b) => self.term("?:", &[*c, *b]),
            Expr::Call(f, args) => self.term(&format!("call {}", self.expr_text(*f)), args),
            Expr::Launch(f, config, args) => {
                let config = self.exprs_text(config);
                self.term(&format!("launch {} <{config}>", self.expr_text(*f)), args)
            }
            Expr::Index(e, args) => self.term(&format!("index {}", self.expr_text(*e)), args),
            Expr::Member {
                base,
                arrow,
                member,
                ..
            } => {
                let op = if *arrow { "->" } else { "." };
                format!(
                    "({op} {} {})",
                    self.expr_text(*base),
                    self.path_text(member)
                )
            }
            Expr::CStyleCast(ty, e) => self.typed("cast", *ty, &[*e]),
            Expr::Functional(ty, args) => self.typed("make", *ty, args),
            Expr::Braced(ty, e) => self.typed("braced", *ty, &[*e]),
            Expr::NamedCast(cast, ty, e) => {
                let word = match cast {
                    NamedCast::Static => "static_cast",
                    NamedCast::Const => "const_cast",
                    NamedCast::Dynamic => "dynamic_cast",
                    NamedCast::Reinterpret => "reinterpret_cast",
                };
                self.typed(word, *ty, &[*e])
            }
            Expr::List(items) => {
                let items: Vec<String> = items.iter().map(|i| self.item_text(i)).collect();
                format!("{{{}}}", items.join(", "))
            }
            Expr::SizeofType(ty) => self.typed("sizeof-type", *ty, &[]),
            Expr::SizeofExpr(e) => self.term("sizeof", &[*e]),
            Expr::SizeofPack(name) => format!("(sizeof... {name})"),
            Expr::AlignofType(ty) => self.typed("alignof-type", *ty, &[]),
            Expr::AlignofExpr(e) => self.term("alignof", &[*e]),
            Expr::TypeidType(ty) => self.typed("typeid-type", *ty, &[]),
            Expr::TypeidExpr(e) => self.term("typeid", &[*e]),
            Expr::Noexcept(e) => self.term("noexcept", &[*e]),
            Expr::New {
                global,
                placement,
                ty,
                init,
            } => {
                let global = if *global { "::" } else { "" };
                let placement = match placement.is_empty() {
                    true => String::new(),
                    false => format!(" at <{}>", self.exprs_text(placement)),
                };
                let init = self.init_text(init);
                format!("({global}new {}{placement}{init})", self.type_text(*ty))
            }
            Expr::Delete {
                global,
                array,
                operand,
            } => {
                let global = if *global { "::" } else { "" };
                let array = if *array { "[]" } else { "" };
                self.term(&format!("{global}delete{array}"), &[*operand])
            }
            Expr::Lambda(lambda) => self.lambda_text(lambda),
            Expr::Fold {
                op,
                left,
                right,
                is_left,
            } => {
                let side = |e: &Option<ExprId>| e.map_or("...".to_owned(), |e| self.expr_text(e));
                let word = if *is_left { "fold-left" } else { "fold" };
                format!("({word} {} {} {})", op.spelling(), side(left), side(right))
            }
            Expr::Requires(params, requirements) => {
                let requirements: Vec<String> = (requirements.iter())
                    .map(|r| self.requirement_text(r))
                    .collect();
                let params = self.params_text(params);
                format!("(requires {params} {})", requirements.join(" "))
            }
            Expr::Statements(block) => format!("(statements {})", self.block_text(*block)),
            Expr::Throw(e) => self.term("throw", e.as_slice()),
            Expr::Pack(e) => format!("{}...", self.expr_text(*e)),
            Expr::Trait(name, args) => format!("(trait {name}{})", self.mixed_text(args)),
            Expr::Offsetof(ty, e) => self.typed("offsetof", *ty, &[*e]),
            Expr::VaArg(e, ty) => self.typed("va_arg", *ty, &[*e]),
            Expr::BitCast(ty, e) => self.typed("bit_cast", *ty, &[*e]),
            Expr::Builtin(name, args) => format!("(builtin {name}{})", self.mixed_text(args)),
            Expr::LabelAddress(label) => format!("(label {label})"),
        }
    }

    fn typed(&self, word: &str, ty: TypeId, exprs: &[ExprId]) -> String {
        self.term(&format!("{word} {}", self.type_text(ty)), exprs)
    }

    fn mixed_text(&self, args: &[TypeOrExpr]) -> String {
        let mut out = String::new();
        for arg in args {
            let _ = write!(out, " {}", self.type_or_expr_text(arg));
        }
        out
    }

    fn type_or_expr_text(&self, arg: &TypeOrExpr) -> String {
        match arg {
            TypeOrExpr::Type(ty) => self.type_text(*ty),
            TypeOrExpr::Expr(e) => format!("={}", self.expr_text(*e)),
            TypeOrExpr::Pack(inner) => format!("{}...", self.type_or_expr_text(inner)),
        }
    }

    fn item_text(&self, item: &ListItem) -> String {
        let mut out = String::new();
        for designator in &item.designators {
            match designator {
                Designator::Field(name) => {
                    let _ = write!(out, ".{name}");
                }
                Designator::Index(from, None) => {
                    let _ = write!(out, "[{}]", self.expr_text(*from));
                }
                Designator::Index(from, Some(to)) => {
                    let (from, to) = (self.expr_text(*from), self.expr_text(*to));
                    let _ = write!(out, "[{from} ... {to}]");
                }
            }
        }
        if !item.designators.is_empty() {
            out.push_str(" = ");
        }
        out.push_str(&self.expr_text(item.value));
        out
    }

    /// An initializer with the blank before it.
    pub(super) fn init_text(&self, init: &Init) -> String {
        match init {
            Init::None => String::new(),
            Init::Equal(e) => format!(" = {}", self.expr_text(*e)),
            Init::Paren(args) => format!(" ({})", self.exprs_text(args)),
            Init::Brace(list) => format!(" {}", self.expr_text(*list)),
            Init::Elsewhere => " = elsewhere".to_owned(),
        }
    }

    fn requirement_text(&self, requirement: &Requirement) -> String {
        match requirement {
            Requirement::Simple(e) => format!("{};", self.expr_text(*e)),
            Requirement::Type(ty) => format!("typename {};", self.type_text(*ty)),
            Requirement::Compound {
                expr,
                noexcept,
                constraint,
            } => {
                let noexcept = if *noexcept { " noexcept" } else { "" };
                let constraint = match constraint {
                    Some(path) => format!(" -> {}", self.path_text(path)),
                    None => String::new(),
                };
                format!("{{{}}}{noexcept}{constraint};", self.expr_text(*expr))
            }
            Requirement::Nested(e) => format!("requires {};", self.expr_text(*e)),
        }
    }

    fn lambda_text(&self, lambda: &Lambda) -> String {
        let mut captures = Vec::new();
        match lambda.default {
            Some(true) => captures.push("&".to_owned()),
            Some(false) => captures.push("=".to_owned()),
            None => {}
        }
        for capture in &lambda.captures {
            let dots = if capture.pack { "..." } else { "" };
            let by = |by_ref: &bool| if *by_ref { "&" } else { "" };
            captures.push(match &capture.kind {
                CaptureKind::Name { name, by_ref } => format!("{}{name}{dots}", by(by_ref)),
                CaptureKind::Init { name, by_ref, init } => {
                    format!("{}{dots}{name}{}", by(by_ref), self.init_text(init))
                }
                CaptureKind::This => "this".to_owned(),
                CaptureKind::StarThis => "*this".to_owned(),
            });
        }
        let mut out = format!("(lambda [{}]", captures.join(", "));
        if let Some(head) = &lambda.head {
            let _ = write!(out, " {}", self.head_text(head));
        }
        for attr in &lambda.attrs {
            let _ = write!(out, " {}", self.attr_text(attr));
        }
        if lambda.has_clause {
            let _ = write!(out, " {}", self.type_text(lambda.ty));
        }
        for (is, word) in [
            (lambda.is_mutable, " mutable"),
            (lambda.spec.any(Spec::CONSTEXPR), " constexpr"),
            (lambda.spec.any(Spec::CONSTEVAL), " consteval"),
            (lambda.spec.any(Spec::STATIC), " static"),
        ] {
            if is {
                out.push_str(word);
            }
        }
        let _ = write!(out, " {})", self.block_text(lambda.body));
        out
    }

    /// A block within an expression.
    fn block_text(&self, block: StmtId) -> String {
        let mut inner = Printer::new(self.code, self.indent + 1);
        inner.stmt(block);
        format!("\n{}", inner.out.trim_end())
    }
}

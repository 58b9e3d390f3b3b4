//! Typed code as text, compact: for tests and for looking at it. Conversions are `how(e)`, glvalues carry no mark.

use std::fmt::Write as _;

use cleave_base_db::Db;

use crate::thir::{
    Asm, Category, Conversion, ExprId, ExprKind, LocalId, LocalKind, Stmt, StmtId, Typed, Unroll,
};
use crate::{Entity, Value, display};

/// The code of a body or initialiser.
pub fn print<'db>(db: &'db dyn Db, typed: &Typed<'db>) -> String {
    let mut p = Printer {
        db,
        typed,
        out: String::new(),
    };
    for init in &typed.inits {
        let e = p.expr(init.value);
        let _ = writeln!(p.out, "init {:?} = {e}", init.target);
    }
    if let Some(value) = typed.value {
        let e = p.expr(value);
        let ty = display::type_text(db, p.typed.exprs[value.0 as usize].ty);
        let _ = writeln!(p.out, "{e} : {ty}");
    }
    if let Some(block) = typed.block {
        p.stmt(block, 0);
    }
    p.out
}

struct Printer<'a, 'db> {
    db: &'db dyn Db,
    typed: &'a Typed<'db>,
    out: String,
}

impl<'db> Printer<'_, 'db> {
    fn name(&self, entity: Entity<'db>) -> String {
        display::qualified_name(self.db, entity)
    }

    fn local(&self, l: LocalId) -> String {
        match self.typed.locals.get(l.0 as usize) {
            Some(local) if !local.name.is_empty() => local.name.to_string(),
            _ => format!("_{}", l.0),
        }
    }

    fn exprs(&self, es: &[ExprId]) -> String {
        let all: Vec<_> = es.iter().map(|&e| self.expr(e)).collect();
        all.join(", ")
    }

    fn expr(&self, e: ExprId) -> String {
        let Some(x) = self.typed.exprs.get(e.0 as usize) else {
            return "?".to_owned();
        };
        let ty = || display::type_text(self.db, x.ty);
        match &x.kind {
            ExprKind::Error => "<error>".to_owned(),
            ExprKind::Value(Value::Int(n)) => n.to_string(),
            ExprKind::Value(Value::Float(bits)) => format!("{:?}", f64::from_bits(*bits)),
            ExprKind::Value(_) => format!("<{}>", ty()),
            ExprKind::String(units) => {
                let text: String = units.iter().filter_map(|&u| char::from_u32(u)).collect();
                format!("{text:?}")
            }
            ExprKind::Param { level, index } => format!("<{level}.{index}>"),
            ExprKind::Local(l) => self.local(*l),
            ExprKind::Static(e) | ExprKind::Function(e) => self.name(*e),
            ExprKind::Overloaded { set, .. } => format!("<{} functions>", set.len()),
            ExprKind::This => "this".to_owned(),
            ExprKind::Field(e, n) => format!("{}.{n}", self.expr(*e)),
            ExprKind::Call {
                callee,
                object,
                args,
                is_virtual,
                ..
            } => {
                let object = object.map_or(String::new(), |o| format!("{}.", self.expr(o)));
                let mark = if *is_virtual { "virtual " } else { "" };
                let callee = display::function_text(self.db, *callee, true);
                format!("{mark}{object}[{callee}]({})", self.exprs(args))
            }
            ExprKind::CallIndirect(f, args) => format!("({})({})", self.expr(*f), self.exprs(args)),
            ExprKind::CallMember(o, f, args) => {
                format!(
                    "({}.*{})({})",
                    self.expr(*o),
                    self.expr(*f),
                    self.exprs(args)
                )
            }
            ExprKind::Builtin(name, args) => format!("{name}({})", self.exprs(args)),
            ExprKind::Launch(f, config, args) => format!(
                "{}<<<{}>>>({})",
                self.expr(*f),
                self.exprs(config),
                self.exprs(args)
            ),
            ExprKind::Construct(f, args) => {
                let callee = display::function_text(self.db, *f, true);
                format!("[{callee}]({})", self.exprs(args))
            }
            ExprKind::ConstructImplicit(how, args) => {
                format!("{how:?}<{}>({})", ty(), self.exprs(args))
            }
            ExprKind::Aggregate(parts) => {
                let parts: Vec<_> = parts
                    .iter()
                    .map(|p| p.map_or("-".to_owned(), |e| self.expr(e)))
                    .collect();
                format!("{}{{{}}}", ty(), parts.join(", "))
            }
            ExprKind::Array(elements, filler) => {
                let rest = filler.map_or(String::new(), |f| format!("; {}", self.expr(f)));
                format!("{{{}{rest}}}", self.exprs(elements))
            }
            ExprKind::DefaultArgument(_, n) => format!("default#{n}"),
            ExprKind::UnionInit(n, e) => {
                let value = e.map_or(String::new(), |e| self.expr(e));
                format!("{}{{.{n} = {value}}}", ty())
            }
            ExprKind::List(items) => format!("list{{{}}}", self.exprs(items)),
            ExprKind::InitializerList(items) => {
                format!("initializer_list{{{}}}", self.exprs(items))
            }
            ExprKind::Zero => format!("zero<{}>", ty()),
            ExprKind::Uninitialized => "uninitialized".to_owned(),
            ExprKind::DefaultMember(n) => format!("default.{n}"),
            ExprKind::Convert(how, e) => {
                let inner = self.expr(*e);
                match how {
                    Conversion::Load => format!("load({inner})"),
                    Conversion::Noop if x.category != Category::Prvalue => {
                        format!("as<{}>({inner})", ty())
                    }
                    how => {
                        let text = format!("{how:?}");
                        let name = text.split('(').next().unwrap_or_default().to_owned();
                        format!("{name}<{}>({inner})", ty())
                    }
                }
            }
            ExprKind::Materialize(e) => format!("temporary({})", self.expr(*e)),
            ExprKind::Unary(op, e) => format!("{}({})", op.spelling(), self.expr(*e)),
            ExprKind::Step {
                increment,
                prefix,
                operand,
            } => {
                let op = if *increment { "++" } else { "--" };
                match prefix {
                    true => format!("{op}{}", self.expr(*operand)),
                    false => format!("{}{op}", self.expr(*operand)),
                }
            }
            ExprKind::Binary(op, a, b) => {
                format!("({} {} {})", self.expr(*a), op.spelling(), self.expr(*b))
            }
            ExprKind::Logical(and, a, b) => {
                let op = if *and { "&&" } else { "||" };
                format!("({} {op} {})", self.expr(*a), self.expr(*b))
            }
            ExprKind::Comma(a, b) => format!("({}, {})", self.expr(*a), self.expr(*b)),
            ExprKind::Assign(a, b, _) => format!("{} = {}", self.expr(*a), self.expr(*b)),
            ExprKind::Compound(op, a, b, _) => {
                format!("{} {}= {}", self.expr(*a), op.spelling(), self.expr(*b))
            }
            ExprKind::Conditional(c, a, b) => {
                format!(
                    "({} ? {} : {})",
                    self.expr(*c),
                    self.expr(*a),
                    self.expr(*b)
                )
            }
            ExprKind::Index(a, b) => format!("{}[{}]", self.expr(*a), self.expr(*b)),
            ExprKind::MemberPointer(a, b) => format!("{}.*{}", self.expr(*a), self.expr(*b)),
            ExprKind::New { ty, init, .. } => {
                let init = init.map_or(String::new(), |e| self.expr(e));
                format!("new {}({init})", display::type_text(self.db, *ty))
            }
            ExprKind::Delete { pointer, .. } => format!("delete {}", self.expr(*pointer)),
            ExprKind::Destroy(e, ..) => format!("destroy {}", self.expr(*e)),
            ExprKind::Lambda(_, captures) => format!("lambda[{}]", self.exprs(captures)),
            ExprKind::Throw(e) => format!("throw {}", e.map_or(String::new(), |e| self.expr(e))),
            ExprKind::Statements(_) => "({…})".to_owned(),
            ExprKind::Typeid(_) => "typeid".to_owned(),
            ExprKind::Full(e) => format!("full({})", self.expr(*e)),
        }
    }

    fn asm(&self, asm: &Asm) -> String {
        let mut text = "asm".to_owned();
        let marks = [(asm.volatile, " volatile"), (asm.goto, " goto")];
        text.extend(marks.iter().filter(|m| m.0).map(|m| m.1));
        let _ = write!(text, " {}", self.expr(asm.template));
        let mut side = None;
        for o in &asm.operands {
            if side.replace(o.output) != Some(o.output) {
                text += if o.output { " out" } else { " in" };
            }
            text += &o.name.as_ref().map_or(String::new(), |n| format!(" [{n}]"));
            let _ = write!(text, " {}({})", self.expr(o.constraint), self.expr(o.value));
        }
        for &c in &asm.clobbers {
            let _ = write!(text, " clobbers {}", self.expr(c));
        }
        for label in &asm.labels {
            let _ = write!(text, " to {label}");
        }
        text
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    fn stmt(&mut self, s: StmtId, depth: usize) {
        let Some(stmt) = self.typed.stmts.get(s.0 as usize) else {
            return;
        };
        let with = |p: &Self, word: &str, e: &Option<ExprId>| match e {
            Some(e) => format!("{word} {}", p.expr(*e)),
            None => word.to_owned(),
        };
        match stmt {
            Stmt::Empty => self.line(depth, ";"),
            Stmt::Error => self.line(depth, "<error>"),
            Stmt::Expr(e) => {
                let text = self.expr(*e);
                self.line(depth, &text);
            }
            Stmt::Local(l, init) => {
                let Some(local) = self.typed.locals.get(l.0 as usize) else {
                    return;
                };
                let mut text = match local.kind {
                    LocalKind::Static(_) => "static ".to_owned(),
                    _ => String::new(),
                };
                let ty = display::type_text(self.db, local.ty);
                let _ = write!(text, "{}: {ty}", self.local(*l));
                if let Some(e) = init {
                    let _ = write!(text, " = {}", self.expr(*e));
                }
                self.line(depth, &text);
            }
            Stmt::Decls(stmts) => stmts.iter().for_each(|&s| self.stmt(s, depth)),
            Stmt::Block(stmts) | Stmt::Taken(stmts) => {
                self.line(depth, "{");
                stmts.iter().for_each(|&s| self.stmt(s, depth + 1));
                self.line(depth, "}");
            }
            Stmt::If {
                init,
                condition,
                then,
                otherwise,
            } => {
                init.iter().for_each(|&s| self.stmt(s, depth));
                let text = format!("if {}", self.expr(*condition));
                self.line(depth, &text);
                self.stmt(*then, depth + 1);
                if let Some(s) = otherwise {
                    self.line(depth, "else");
                    self.stmt(*s, depth + 1);
                }
            }
            Stmt::IfConsteval(a, b) => {
                self.line(depth, "if consteval");
                self.stmt(*a, depth + 1);
                b.iter().for_each(|&s| self.stmt(s, depth + 1));
            }
            Stmt::Switch {
                init,
                condition,
                body,
            } => {
                init.iter().for_each(|&s| self.stmt(s, depth));
                let text = format!("switch {}", self.expr(*condition));
                self.line(depth, &text);
                self.stmt(*body, depth + 1);
            }
            Stmt::Case(a, b, s) => {
                self.line(depth, &format!("case {a} ... {b}:"));
                self.stmt(*s, depth + 1);
            }
            Stmt::Default(s) => {
                self.line(depth, "default:");
                self.stmt(*s, depth + 1);
            }
            Stmt::Label(name, s) => {
                self.line(depth, &format!("{name}:"));
                self.stmt(*s, depth + 1);
            }
            Stmt::Goto(name) => self.line(depth, &format!("goto {name}")),
            Stmt::Loop {
                declaration,
                condition,
                step,
                body,
                test_after,
                unroll,
            } => {
                declaration.iter().for_each(|&s| self.stmt(s, depth));
                match unroll {
                    None | Some(Unroll::NotPositive | Unroll::TooOften) => {}
                    Some(Unroll::Fully) => self.line(depth, "unroll"),
                    Some(Unroll::Times(n)) => self.line(depth, &format!("unroll {n}")),
                    Some(Unroll::Unknown) => self.line(depth, "unroll ?"),
                }
                let word = if *test_after { "do-while" } else { "while" };
                let mut text = with(self, word, condition);
                if let Some(step) = step {
                    let _ = write!(text, "; {}", self.expr(*step));
                }
                self.line(depth, &text);
                self.stmt(*body, depth + 1);
            }
            Stmt::Return(e) => {
                let text = with(self, "return", e);
                self.line(depth, &text);
            }
            Stmt::Break => self.line(depth, "break"),
            Stmt::Continue => self.line(depth, "continue"),
            Stmt::Try(block, _) => {
                self.line(depth, "try");
                self.stmt(*block, depth + 1);
            }
            Stmt::Asm(asm) => {
                let text = self.asm(asm);
                self.line(depth, &text);
            }
        }
    }
}

//! The names that a lambda's code mentions, by its text: what it may see of the blocks around is among them.

use cleave_hir::*;

/// What a lambda's body mentions.
#[derive(Debug, Default)]
pub(crate) struct Mentioned {
    /// Names that no qualifier stands before, in order of first mention.
    pub names: Vec<Name>,
    /// `this`
    pub this: bool,
    /// There are names that could be members.
    pub may_be_members: bool,
}

impl Mentioned {
    fn name(&mut self, name: &Name) {
        self.may_be_members = true;
        if !self.names.contains(name) {
            self.names.push(name.clone());
        }
    }
}

/// What a lambda's parameters and body mention, lambdas within included; with or without what pack expansions mention.
pub(crate) fn of_lambda(code: &Code, lambda: &Lambda, expansions: bool) -> Mentioned {
    let mut out = Mentioned::default();
    let mut walk = Walk {
        code,
        out: &mut out,
        expansions,
        depth: 0,
    };
    walk.lambda(lambda);
    out
}

struct Walk<'a> {
    code: &'a Code,
    out: &'a mut Mentioned,
    expansions: bool,
    depth: u32,
}

impl Walk<'_> {
    fn lambda(&mut self, lambda: &Lambda) {
        self.ty(lambda.ty);
        for capture in &lambda.captures {
            match &capture.kind {
                CaptureKind::Init { init, .. } => self.init(init),
                CaptureKind::Name { name, .. } => self.out.name(name),
                CaptureKind::This | CaptureKind::StarThis => self.out.this = true,
            }
        }
        if let Some(head) = &lambda.head {
            for param in &head.params {
                match &param.kind {
                    TemplateParamKind::Value { ty, default } => {
                        self.ty(*ty);
                        default.iter().for_each(|&e| self.expr(e));
                    }
                    TemplateParamKind::Type { default, .. }
                    | TemplateParamKind::Template { default, .. } => {
                        default.iter().for_each(|&t| self.ty(t));
                    }
                }
            }
            head.requires.iter().for_each(|&e| self.expr(e));
        }
        if let Exception::Computed(e) = lambda.exception {
            self.expr(e);
        }
        self.stmt(lambda.body);
    }

    fn init(&mut self, init: &Init) {
        match init {
            Init::Equal(e) | Init::Brace(e) => self.expr(*e),
            Init::Paren(args) => self.exprs(args),
            Init::None | Init::Elsewhere => {}
        }
    }

    fn exprs(&mut self, all: &[ExprId]) {
        all.iter().for_each(|&e| self.expr(e));
    }

    fn path(&mut self, path: &Path) {
        if let Some(ty) = path.decltype {
            self.ty(ty);
        }
        for segment in &path.qualifiers {
            self.out.name(&segment.name);
            segment.args.iter().flatten().for_each(|a| self.arg(a));
        }
        if let (NameId::Ident(name), true) = (&path.name, path.is_unqualified()) {
            self.out.name(name);
        }
        path.args.iter().flatten().for_each(|a| self.arg(a));
    }

    fn arg(&mut self, arg: &TemplateArgRef) {
        match arg {
            TemplateArgRef::Type(ty) => self.ty(*ty),
            TemplateArgRef::Expr(e) => self.expr(*e),
            TemplateArgRef::Pack(inner) => {
                if self.expansions {
                    self.arg(inner);
                }
            }
        }
    }

    fn operand(&mut self, operand: &TypeOrExpr) {
        match operand {
            TypeOrExpr::Type(ty) => self.ty(*ty),
            TypeOrExpr::Expr(e) => self.expr(*e),
            TypeOrExpr::Pack(inner) => self.operand(inner),
        }
    }

    fn ty(&mut self, ty: TypeId) {
        if self.depth > 500 {
            return;
        }
        self.depth += 1;
        match &self.code[ty] {
            TypeRef::Path { path, .. } => self.path(path),
            TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => self.expr(*e),
            TypeRef::TypeofType(t)
            | TypeRef::Transform(_, t)
            | TypeRef::Qualified(_, t)
            | TypeRef::Pointer(t)
            | TypeRef::LvalueReference(t)
            | TypeRef::RvalueReference(t)
            | TypeRef::Attributed(t, _) => self.ty(*t),
            TypeRef::Pack(t) => {
                if self.expansions {
                    self.ty(*t);
                }
            }
            TypeRef::MemberPointer { class, member } => {
                self.path(class);
                self.ty(*member);
            }
            TypeRef::Array { element, bound } => {
                self.ty(*element);
                bound.iter().for_each(|&e| self.expr(e));
            }
            TypeRef::Function(f) => {
                self.ty(f.ret);
                for &param in &f.params {
                    self.ty(self.code[param].ty);
                    self.code[param].default.iter().for_each(|&e| self.expr(e));
                }
                f.requires.iter().for_each(|&e| self.expr(e));
            }
            TypeRef::Defined(decl) => self.decl(*decl),
            TypeRef::Auto(Some(path)) | TypeRef::DecltypeAuto(Some(path)) => self.path(path),
            TypeRef::Missing
            | TypeRef::Builtin(_)
            | TypeRef::Complex(_)
            | TypeRef::Auto(None)
            | TypeRef::DecltypeAuto(None) => {}
        }
        self.depth -= 1;
    }

    fn expr(&mut self, expr: ExprId) {
        if self.depth > 500 {
            return;
        }
        self.depth += 1;
        self.expr_parts(expr);
        self.depth -= 1;
    }

    fn expr_parts(&mut self, expr: ExprId) {
        // Chains of operators lean to the left: walked along, not into.
        let mut at = expr;
        while let Expr::Binary(_, left, right) = self.code[at] {
            self.expr(right);
            at = left;
        }
        let code = self.code;
        match &code[at] {
            Expr::Missing | Expr::LabelAddress(_) | Expr::Binary(..) => {}
            Expr::Literal(_) => {}
            Expr::SizeofPack(name) => self.out.name(name),
            Expr::This => self.out.this = true,
            Expr::Path(path) => self.path(path),
            Expr::Paren(e)
            | Expr::Prefix(_, e)
            | Expr::Postfix(_, e)
            | Expr::Keyword(_, e)
            | Expr::SizeofExpr(e)
            | Expr::AlignofExpr(e)
            | Expr::TypeidExpr(e)
            | Expr::Noexcept(e) => self.expr(*e),
            Expr::Pack(e) => {
                if self.expansions {
                    self.expr(*e);
                }
            }
            Expr::Delete { operand, .. } => self.expr(*operand),
            Expr::Conditional(a, b, c) => {
                self.expr(*a);
                b.iter().for_each(|&e| self.expr(e));
                self.expr(*c);
            }
            Expr::Call(callee, args) => {
                self.expr(*callee);
                self.exprs(args);
            }
            Expr::Launch(callee, config, args) => {
                self.expr(*callee);
                self.exprs(config);
                self.exprs(args);
            }
            Expr::Index(base, args) => {
                self.expr(*base);
                self.exprs(args);
            }
            Expr::Member { base, member, .. } => {
                self.expr(*base);
                member.args.iter().flatten().for_each(|a| self.arg(a));
            }
            Expr::CStyleCast(ty, e)
            | Expr::Braced(ty, e)
            | Expr::NamedCast(_, ty, e)
            | Expr::Offsetof(ty, e)
            | Expr::BitCast(ty, e)
            | Expr::VaArg(e, ty) => {
                self.ty(*ty);
                self.expr(*e);
            }
            Expr::Functional(ty, args) => {
                self.ty(*ty);
                self.exprs(args);
            }
            Expr::List(items) => {
                for item in items {
                    self.expr(item.value);
                }
            }
            Expr::SizeofType(ty) | Expr::AlignofType(ty) | Expr::TypeidType(ty) => self.ty(*ty),
            Expr::New {
                placement,
                ty,
                init,
                ..
            } => {
                self.exprs(placement);
                self.ty(*ty);
                self.init(init);
            }
            Expr::Lambda(lambda) => self.lambda(lambda),
            Expr::Fold { left, right, .. } => {
                left.iter().chain(right).for_each(|&e| self.expr(e));
            }
            Expr::Requires(params, requirements) => {
                for &param in params {
                    self.ty(code[param].ty);
                }
                for requirement in requirements {
                    match requirement {
                        Requirement::Simple(e)
                        | Requirement::Nested(e)
                        | Requirement::Compound { expr: e, .. } => self.expr(*e),
                        Requirement::Type(ty) => self.ty(*ty),
                    }
                }
            }
            Expr::Statements(block) => self.stmt(*block),
            Expr::Throw(e) => e.iter().for_each(|&e| self.expr(e)),
            Expr::Trait(_, args) | Expr::Builtin(_, args) => {
                args.iter().for_each(|a| self.operand(a));
            }
        }
    }

    fn decl(&mut self, decl: DeclId) {
        if self.depth > 500 {
            return;
        }
        self.depth += 1;
        let code = self.code;
        match &code[decl].kind {
            DeclKind::Variable(v) => {
                self.ty(v.ty);
                self.init(&v.init);
            }
            DeclKind::StructuredBinding { ty, init, .. } => {
                self.ty(*ty);
                self.init(init);
            }
            DeclKind::Alias(ty) => self.ty(*ty),
            DeclKind::StaticAssert(e) | DeclKind::Enumerator(Some(e)) => self.expr(*e),
            DeclKind::Class(class) => {
                class.bases.iter().for_each(|b| self.ty(b.ty));
                class.members.iter().for_each(|&m| self.decl(m));
            }
            DeclKind::Enum(e) => {
                e.base.iter().for_each(|&t| self.ty(t));
                e.enumerators.iter().flatten().for_each(|&d| self.decl(d));
            }
            DeclKind::Function(f) => {
                self.ty(f.ty);
                f.inline_body.iter().for_each(|&s| self.stmt(s));
                for init in &f.inline_inits {
                    self.init(&init.init);
                }
            }
            DeclKind::Using { target, .. } => self.path(target),
            _ => {}
        }
        self.depth -= 1;
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Expr(e) => self.expr(*e),
            Condition::Decl(decl) => self.decl(*decl),
        }
    }

    fn stmt(&mut self, stmt: StmtId) {
        if self.depth > 500 {
            return;
        }
        self.depth += 1;
        self.stmt_parts(stmt);
        self.depth -= 1;
    }

    fn stmt_parts(&mut self, stmt: StmtId) {
        let code = self.code;
        match &code[stmt] {
            Stmt::Missing | Stmt::Empty | Stmt::Break | Stmt::Continue | Stmt::Goto(_) => {}
            Stmt::Expr(e) | Stmt::ComputedGoto(e) => self.expr(*e),
            Stmt::Decl(decls) => decls.iter().for_each(|&d| self.decl(d)),
            Stmt::Block(stmts) => stmts.iter().for_each(|&s| self.stmt(s)),
            Stmt::If {
                init,
                condition,
                then,
                otherwise,
                ..
            } => {
                init.iter().for_each(|&s| self.stmt(s));
                condition.iter().for_each(|c| self.condition(c));
                self.stmt(*then);
                otherwise.iter().for_each(|&s| self.stmt(s));
            }
            Stmt::Switch {
                init,
                condition,
                body,
            } => {
                init.iter().for_each(|&s| self.stmt(s));
                self.condition(condition);
                self.stmt(*body);
            }
            Stmt::Case { value, to, body } => {
                self.expr(*value);
                to.iter().for_each(|&e| self.expr(e));
                self.stmt(*body);
            }
            Stmt::Default(body) | Stmt::Label(_, body) => self.stmt(*body),
            Stmt::While { condition, body } => {
                self.condition(condition);
                self.stmt(*body);
            }
            Stmt::Do { body, condition } => {
                self.stmt(*body);
                self.expr(*condition);
            }
            Stmt::For {
                init,
                condition,
                step,
                body,
            } => {
                init.iter().for_each(|&s| self.stmt(s));
                condition.iter().for_each(|c| self.condition(c));
                step.iter().for_each(|&e| self.expr(e));
                self.stmt(*body);
            }
            Stmt::RangeFor {
                init,
                decl,
                range,
                body,
            } => {
                init.iter().for_each(|&s| self.stmt(s));
                self.decl(*decl);
                self.expr(*range);
                self.stmt(*body);
            }
            Stmt::Return { value, .. } => value.iter().for_each(|&e| self.expr(e)),
            Stmt::Try { body, handlers } => {
                self.stmt(*body);
                for handler in handlers {
                    handler.param.iter().for_each(|&p| self.ty(code[p].ty));
                    self.stmt(handler.body);
                }
            }
            Stmt::Asm(operands) => self.exprs(operands),
        }
    }
}

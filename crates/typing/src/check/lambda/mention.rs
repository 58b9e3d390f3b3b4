//! The names that a lambda's code mentions, by its text: what it may see of the blocks around is among them. What the lambda
//! declares itself hides what has the same name there ([basic.scope.hiding]), and an unevaluated operand captures nothing
//! ([expr.prim.lambda.capture]/7).

use cleave_hir::*;

/// What a lambda's body mentions.
#[derive(Debug, Default)]
pub(crate) struct Mentioned {
    /// Names that no qualifier stands before and that the lambda does not declare, in order of first mention; those that are
    /// evaluated somewhere by the first place where they are.
    pub names: Vec<Name>,
    /// Those of `names` that only stand in unevaluated operands.
    pub unevaluated: Vec<Name>,
    /// `this`
    pub this: bool,
    /// There are names that could be members.
    pub may_be_members: bool,
}

impl Mentioned {
    fn name(&mut self, name: &Name, evaluated: bool) {
        self.may_be_members = true;
        let known = self.names.iter().position(|n| n == name);
        let unevaluated = self.unevaluated.iter().position(|n| n == name);
        match (known, unevaluated, evaluated) {
            (None, _, _) => {
                self.names.push(name.clone());
                if !evaluated {
                    self.unevaluated.push(name.clone());
                }
            }
            (Some(at), Some(unevaluated), true) => {
                let name = self.names.remove(at);
                self.names.push(name);
                self.unevaluated.remove(unevaluated);
            }
            _ => {}
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
        hidden: Vec::new(),
        unevaluated: 0,
        depth: 0,
    };
    walk.lambda(lambda);
    out
}

struct Walk<'a> {
    code: &'a Code,
    out: &'a mut Mentioned,
    expansions: bool,
    /// What the code around declares within the lambda, the innermost last.
    hidden: Vec<Name>,
    /// How many unevaluated operands are around.
    unevaluated: u32,
    depth: u32,
}

impl Walk<'_> {
    fn name(&mut self, name: &Name) {
        if !self.hidden.contains(name) {
            self.out.name(name, self.unevaluated == 0);
        }
    }

    fn hide(&mut self, name: Option<&Name>) {
        self.hidden.extend(name.cloned());
    }

    /// Walks what is a scope of its own.
    fn scoped(&mut self, walk: impl FnOnce(&mut Self)) {
        let outside = self.hidden.len();
        walk(self);
        self.hidden.truncate(outside);
    }

    fn unevaluated(&mut self, walk: impl FnOnce(&mut Self)) {
        self.unevaluated += 1;
        walk(self);
        self.unevaluated -= 1;
    }

    fn lambda(&mut self, lambda: &Lambda) {
        self.scoped(|w| w.lambda_parts(lambda));
    }

    fn lambda_parts(&mut self, lambda: &Lambda) {
        for capture in &lambda.captures {
            match &capture.kind {
                CaptureKind::Init { init, .. } => self.init(init),
                CaptureKind::Name { name, .. } => self.name(name),
                CaptureKind::This | CaptureKind::StarThis => self.out.this = true,
            }
        }
        for capture in &lambda.captures {
            if let CaptureKind::Init { name, .. } = &capture.kind {
                self.hide(Some(name));
            }
        }
        if let Some(head) = &lambda.head {
            for param in &head.params {
                self.hide(param.name.as_ref());
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
        self.ty(lambda.ty);
        if let TypeRef::Function(f) = &self.code[lambda.ty] {
            for &param in &f.params {
                self.hide(self.code[param].name.as_ref());
            }
        }
        if let Exception::Computed(e) = lambda.exception {
            self.unevaluated(|w| w.expr(e));
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
            self.name(&segment.name);
            segment.args.iter().flatten().for_each(|a| self.arg(a));
        }
        if let (NameId::Ident(name), true) = (&path.name, path.is_unqualified()) {
            self.name(name);
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
            TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => self.unevaluated(|w| w.expr(*e)),
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
            TypeRef::Function(f) => self.scoped(|w| {
                for &param in &f.params {
                    w.ty(w.code[param].ty);
                    w.code[param].default.iter().for_each(|&e| w.expr(e));
                    w.hide(w.code[param].name.as_ref());
                }
                w.ty(f.ret);
                w.unevaluated(|w| f.requires.iter().for_each(|&e| w.expr(e)));
            }),
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
            Expr::SizeofPack(name) => self.unevaluated(|w| w.name(name)),
            Expr::This => self.out.this = true,
            Expr::Path(path) => self.path(path),
            Expr::Paren(e)
            | Expr::Prefix(_, e)
            | Expr::Postfix(_, e)
            | Expr::Keyword(_, e)
            | Expr::TypeidExpr(e) => self.expr(*e),
            Expr::SizeofExpr(e) | Expr::AlignofExpr(e) | Expr::Noexcept(e) => {
                self.unevaluated(|w| w.expr(*e));
            }
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
            Expr::Requires(params, requirements) => self.scoped(|w| {
                for &param in params {
                    w.ty(code[param].ty);
                    w.hide(code[param].name.as_ref());
                }
                for requirement in requirements {
                    w.unevaluated(|w| match requirement {
                        Requirement::Simple(e)
                        | Requirement::Nested(e)
                        | Requirement::Compound { expr: e, .. } => w.expr(*e),
                        Requirement::Type(ty) => w.ty(*ty),
                    });
                }
            }),
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
        let name = match &code[decl].name {
            NameId::Ident(name) => Some(name),
            _ => None,
        };
        match &code[decl].kind {
            // Declared behind the declarator, before the initializer ([basic.scope.pdecl]).
            DeclKind::Variable(v) => {
                self.ty(v.ty);
                self.hide(name);
                self.init(&v.init);
            }
            DeclKind::StructuredBinding { ty, bindings, init } => {
                self.ty(*ty);
                bindings.iter().for_each(|&b| self.decl(b));
                self.init(init);
            }
            DeclKind::Binding(_) => self.hide(name),
            DeclKind::Alias(ty) => {
                self.ty(*ty);
                self.hide(name);
            }
            DeclKind::StaticAssert(e) => self.expr(*e),
            DeclKind::Enumerator(value) => {
                value.iter().for_each(|&e| self.expr(e));
                self.hide(name);
            }
            DeclKind::Class(class) => {
                self.hide(name);
                class.bases.iter().for_each(|b| self.ty(b.ty));
                self.scoped(|w| class.members.iter().for_each(|&m| w.decl(m)));
            }
            DeclKind::Enum(e) => {
                self.hide(name);
                e.base.iter().for_each(|&t| self.ty(t));
                let outside = self.hidden.len();
                e.enumerators.iter().flatten().for_each(|&d| self.decl(d));
                if e.scoped {
                    self.hidden.truncate(outside);
                }
            }
            DeclKind::Function(f) => {
                self.ty(f.ty);
                self.hide(name);
                self.scoped(|w| w.function(f));
            }
            DeclKind::Using { target, .. } => {
                self.path(target);
                if let NameId::Ident(name) = &target.name {
                    self.hide(Some(name));
                }
            }
            _ => {}
        }
        self.depth -= 1;
    }

    fn function(&mut self, function: &Function) {
        if let TypeRef::Function(f) = &self.code[function.ty] {
            for &param in &f.params {
                self.hide(self.code[param].name.as_ref());
            }
        }
        for init in &function.inline_inits {
            self.init(&init.init);
        }
        function.inline_body.iter().for_each(|&s| self.stmt(s));
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
        // What a statement declares is of the block that it stands in, behind its labels too.
        match &self.code[stmt] {
            Stmt::Decl(_) | Stmt::Case { .. } | Stmt::Default(_) | Stmt::Label(..) => {
                self.stmt_parts(stmt);
            }
            _ => self.scoped(|w| w.stmt_parts(stmt)),
        }
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
            Stmt::Asm(asm) => asm.operands.iter().for_each(|o| self.expr(o.value)),
        }
    }
}

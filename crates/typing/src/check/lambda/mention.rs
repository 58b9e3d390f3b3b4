//! The names that a lambda's code mentions, by its text: what it may see of the blocks around is among them. What the lambda
//! declares itself hides what has the same name there ([basic.scope.hiding]). An unevaluated operand captures nothing
//! ([expr.prim.lambda.capture]/7), and neither does what has to be a constant: a template argument, a bound, the value of a
//! `constexpr` variable.

use cleave_hir::*;
use cleave_lang::Operator;
use cleave_names::decl::Spec;

/// What a lambda's body mentions.
#[derive(Debug, Default)]
pub(crate) struct Mentioned {
    /// Names that no qualifier stands before and that the lambda does not declare, in order of first mention; those that are
    /// evaluated somewhere by the first place where they are.
    pub names: Vec<Name>,
    /// Those of `names` that only stand in unevaluated operands.
    pub unevaluated: Vec<Name>,
    /// Those that stand in the bounds of arrays: one that is no constant is evaluated there (GNU).
    pub bounds: Vec<Name>,
    /// How many of `names` stand before the first `this` that is evaluated.
    pub this_at: Option<usize>,
    /// The expressions that evaluate one of `names`, or `this`: no name.
    pub uses: Vec<(Option<Name>, ExprId)>,
    /// Qualified names that are evaluated, each with how many of `names` stand before it: one of a non-static member is a member of
    /// `*this` ([expr.prim.id.general]/3). The operand of `&` is none of them ([expr.unary.op]/3).
    pub qualified: Vec<(usize, ExprId)>,
}

impl Mentioned {
    fn name(&mut self, name: &Name, evaluated: bool) {
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
                let qualified = self.qualified.iter_mut().map(|q| &mut q.0);
                for place in self.this_at.iter_mut().chain(qualified) {
                    *place -= usize::from(*place > at);
                }
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
        is_bound: false,
        at: None,
        depth: 0,
    };
    walk.scoped(|w| w.lambda_parts(lambda, true));
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
    /// In the bound of an array.
    is_bound: bool,
    /// The innermost expression that is a name.
    at: Option<ExprId>,
    depth: u32,
}

impl Walk<'_> {
    /// Walks a part.
    fn part(&mut self, part: Node<'_>) {
        match part {
            Node::Type(ty) => self.ty(ty),
            Node::Expr(e) => self.expr(e),
            Node::Stmt(s) => self.stmt(s),
            Node::Decl(d) => self.decl(d),
            Node::Param(p) => self.ty(self.code[p].ty),
            Node::Path(path) => self.path(path),
            Node::Arg(arg) => self.arg(arg),
            Node::Operand(_) => self.parts_of(part),
        }
    }

    /// Walks what lies directly in a part.
    fn parts_of(&mut self, part: Node<'_>) {
        children(self.code, part, &mut |part| self.part(part));
    }

    fn name(&mut self, name: &Name) {
        if self.hidden.contains(name) {
            return;
        }
        self.out.name(name, self.unevaluated == 0);
        if self.is_bound {
            self.out.bounds.push(name.clone());
        }
        if let (Some(at), 0) = (self.at, self.unevaluated) {
            self.out.uses.push((Some(name.clone()), at));
        }
    }

    fn this(&mut self) {
        if self.unevaluated == 0 {
            let before = self.out.names.len();
            self.out.this_at.get_or_insert(before);
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
        self.scoped(|w| w.lambda_parts(lambda, false));
    }

    /// What a lambda mentions: the one that is asked about, or one within it. What initialises a capture is evaluated outside of the
    /// lambda ([expr.prim.lambda.capture]/6), so that the lambda itself captures nothing of it.
    fn lambda_parts(&mut self, lambda: &Lambda, is_own: bool) {
        for capture in &lambda.captures {
            match &capture.kind {
                CaptureKind::Init { init, .. } if is_own => self.unevaluated(|w| w.init(init)),
                CaptureKind::Init { init, .. } => self.init(init),
                CaptureKind::Name { name, .. } => self.name(name),
                CaptureKind::This | CaptureKind::StarThis => self.this(),
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
            TemplateArgRef::Expr(e) => self.unevaluated(|w| w.expr(*e)),
            TemplateArgRef::Pack(inner) => {
                if self.expansions {
                    self.arg(inner);
                }
            }
        }
    }

    fn ty(&mut self, ty: TypeId) {
        if self.depth > 500 {
            return;
        }
        self.depth += 1;
        match &self.code[ty] {
            TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => self.unevaluated(|w| w.expr(*e)),
            TypeRef::Array { element, bound } => {
                self.ty(*element);
                let around = std::mem::replace(&mut self.is_bound, true);
                self.unevaluated(|w| bound.iter().for_each(|&e| w.expr(e)));
                self.is_bound = around;
            }
            TypeRef::Pack(t) => {
                if self.expansions {
                    self.ty(*t);
                }
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
            _ => self.parts_of(Node::Type(ty)),
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
        // Chains of operators lean to the left: walked along, not into. The order of mention is that of the text.
        let mut at = expr;
        let mut rights = Vec::new();
        while let Expr::Binary(_, left, right) = self.code[at] {
            rights.push(right);
            at = left;
        }
        self.operand(at);
        for right in rights.into_iter().rev() {
            self.expr(right);
        }
    }

    fn operand(&mut self, at: ExprId) {
        let code = self.code;
        match &code[at] {
            Expr::Binary(..) => {}
            Expr::SizeofPack(name) => self.unevaluated(|w| w.name(name)),
            Expr::This => {
                self.this();
                if self.unevaluated == 0 {
                    self.out.uses.push((None, at));
                }
            }
            Expr::Path(path) if path.is_unqualified() => {
                let around = self.at.replace(at);
                self.path(path);
                self.at = around;
            }
            Expr::Path(path) => {
                if self.unevaluated == 0 {
                    self.out.qualified.push((self.out.names.len(), at));
                }
                self.path(path);
            }
            Expr::Prefix(Operator::AddressOf, e) if matches!(code[*e], Expr::Path(_)) => {
                let qualified = self.out.qualified.len();
                self.expr(*e);
                self.out.qualified.truncate(qualified);
            }
            Expr::SizeofExpr(e) | Expr::AlignofExpr(e) | Expr::Noexcept(e) => {
                self.unevaluated(|w| w.expr(*e));
            }
            Expr::Pack(e) => {
                if self.expansions {
                    self.expr(*e);
                }
            }
            Expr::Member { base, member, .. } => {
                self.expr(*base);
                member.args.iter().flatten().for_each(|a| self.arg(a));
            }
            Expr::Lambda(lambda) => self.lambda(lambda),
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
            _ => self.parts_of(Node::Expr(at)),
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
                match code[decl].spec.any(Spec::CONSTEXPR) {
                    true => self.unevaluated(|w| w.init(&v.init)),
                    false => self.init(&v.init),
                }
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
            DeclKind::StaticAssert(e) => self.unevaluated(|w| w.expr(*e)),
            DeclKind::Enumerator(value) => {
                self.unevaluated(|w| value.iter().for_each(|&e| w.expr(e)));
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

    fn stmt(&mut self, stmt: StmtId) {
        if self.depth > 500 {
            return;
        }
        self.depth += 1;
        // What a statement declares is of the block that it stands in, behind its labels too.
        match &self.code[stmt] {
            Stmt::Case { value, to, body } => {
                self.unevaluated(|w| {
                    w.expr(*value);
                    to.iter().for_each(|&e| w.expr(e));
                });
                self.stmt(*body);
            }
            Stmt::Decl(_) | Stmt::Default(_) | Stmt::Label(..) => {
                self.parts_of(Node::Stmt(stmt));
            }
            _ => self.scoped(|w| w.parts_of(Node::Stmt(stmt))),
        }
        self.depth -= 1;
    }
}

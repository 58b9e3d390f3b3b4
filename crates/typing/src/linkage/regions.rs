//! What lies in what in some code as written: the declaration that a type or expression belongs to, and the functions, closures
//! and initialisers that local declarations and lambdas stand in, in source order.

use cleave_base_db::Db;
use cleave_hir::{
    Capture, CaptureKind, Code, Condition, DeclId, DeclKind, Exception, Expr, ExprId, Init, NameId,
    ParamId, Path, Requirement, Stmt, StmtId, TemplateArgRef, TemplateHead, TemplateParam,
    TemplateParamKind, TypeId, TypeOrExpr, TypeRef,
};

use crate::{CodeRef, DeclRef, Site};

/// A part of some code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Type(TypeId),
    Expr(ExprId),
    Stmt(StmtId),
    Decl(DeclId),
    Param(ParamId),
}

/// The declaration whose signature, head or body a site belongs to.
pub(super) fn owner<'db>(db: &'db dyn Db, site: Site<'db>) -> Option<DeclRef<'db>> {
    let signature = CodeRef {
        item: site.code.item,
        body: None,
    };
    if let Some(decl) = site.code.body {
        return Some(DeclRef::new(db, signature, decl, None));
    }
    let code = site.code.code(db)?;
    let wanted = |node: &Node| match *node {
        Node::Type(ty) => site.is_type && u32::from(ty.into_raw()) == site.index,
        Node::Expr(e) => !site.is_type && u32::from(e.into_raw()) == site.index,
        _ => false,
    };
    for (id, _) in code.decls.iter() {
        let mut stack = Vec::new();
        declaration(code, id, &mut stack);
        while let Some(node) = stack.pop() {
            if wanted(&node) {
                return Some(DeclRef::at(db, site.code, id));
            }
            if !matches!(node, Node::Decl(_)) {
                children(code, node, &mut stack);
            }
        }
    }
    None
}

/// What lies directly in a part, in source order.
pub(super) fn children(code: &Code, node: Node, out: &mut Vec<Node>) {
    match node {
        Node::Type(ty) => types(code, ty, out),
        Node::Expr(e) => exprs(code, e, out),
        Node::Stmt(s) => stmts(code, s, out),
        Node::Decl(d) => {
            declaration(code, d, out);
            if let DeclKind::Class(c) = &code[d].kind {
                out.extend(c.members.iter().copied().map(Node::Decl));
            }
        }
        Node::Param(p) => {
            out.push(Node::Type(code[p].ty));
            out.extend(code[p].default.map(Node::Expr));
        }
    }
}

fn types(code: &Code, ty: TypeId, out: &mut Vec<Node>) {
    match &code[ty] {
        TypeRef::Missing | TypeRef::Builtin(_) | TypeRef::Complex(_) => {}
        TypeRef::Path { path, .. } => path_parts(path, out),
        TypeRef::Defined(decl) => out.push(Node::Decl(*decl)),
        TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => out.push(Node::Expr(*e)),
        TypeRef::DecltypeAuto(constraint) | TypeRef::Auto(constraint) => {
            constraint.iter().for_each(|c| path_parts(c, out));
        }
        TypeRef::TypeofType(t)
        | TypeRef::Transform(_, t)
        | TypeRef::Qualified(_, t)
        | TypeRef::Pointer(t)
        | TypeRef::LvalueReference(t)
        | TypeRef::RvalueReference(t)
        | TypeRef::Pack(t)
        | TypeRef::Attributed(t, _) => out.push(Node::Type(*t)),
        TypeRef::MemberPointer { class, member } => {
            path_parts(class, out);
            out.push(Node::Type(*member));
        }
        TypeRef::Array { element, bound } => {
            out.push(Node::Type(*element));
            out.extend(bound.map(Node::Expr));
        }
        TypeRef::Function(f) => {
            out.push(Node::Type(f.ret));
            out.extend(f.params.iter().copied().map(Node::Param));
            exception(&f.exception, out);
            out.extend(f.requires.map(Node::Expr));
        }
    }
}

fn exception(exception: &Exception, out: &mut Vec<Node>) {
    if let Exception::Computed(e) = exception {
        out.push(Node::Expr(*e));
    }
}

fn path_parts(path: &Path, out: &mut Vec<Node>) {
    out.extend(path.decltype.map(Node::Type));
    let segments = path.qualifiers.iter().filter_map(|s| s.args.as_deref());
    for args in segments.chain(path.args.as_deref()) {
        args.iter().for_each(|a| arg(a, out));
    }
    if let NameId::Conversion(ty) | NameId::Destructor(ty) = &path.name {
        out.push(Node::Type(*ty));
    }
}

fn arg(arg: &TemplateArgRef, out: &mut Vec<Node>) {
    let mut at = arg;
    while let TemplateArgRef::Pack(of) = at {
        at = of;
    }
    match at {
        TemplateArgRef::Type(ty) => out.push(Node::Type(*ty)),
        TemplateArgRef::Expr(e) => out.push(Node::Expr(*e)),
        TemplateArgRef::Pack(_) => {}
    }
}

fn init(init: &Init, out: &mut Vec<Node>) {
    match init {
        Init::None | Init::Elsewhere => {}
        Init::Equal(e) | Init::Brace(e) => out.push(Node::Expr(*e)),
        Init::Paren(all) => out.extend(all.iter().copied().map(Node::Expr)),
    }
}

fn either(of: &TypeOrExpr, out: &mut Vec<Node>) {
    let mut at = of;
    while let TypeOrExpr::Pack(of) = at {
        at = of;
    }
    match at {
        TypeOrExpr::Type(ty) => out.push(Node::Type(*ty)),
        TypeOrExpr::Expr(e) => out.push(Node::Expr(*e)),
        TypeOrExpr::Pack(_) => {}
    }
}

fn exprs(code: &Code, e: ExprId, out: &mut Vec<Node>) {
    let expr = Node::Expr;
    match &code[e] {
        Expr::Missing
        | Expr::Literal(_)
        | Expr::This
        | Expr::SizeofPack(_)
        | Expr::LabelAddress(_) => {}
        Expr::Path(path) => path_parts(path, out),
        Expr::Paren(e)
        | Expr::Prefix(_, e)
        | Expr::Postfix(_, e)
        | Expr::Keyword(_, e)
        | Expr::SizeofExpr(e)
        | Expr::AlignofExpr(e)
        | Expr::TypeidExpr(e)
        | Expr::Noexcept(e)
        | Expr::Pack(e)
        | Expr::Delete { operand: e, .. } => out.push(expr(*e)),
        Expr::Binary(_, a, b) => out.extend([expr(*a), expr(*b)]),
        Expr::Conditional(c, a, b) => {
            out.push(expr(*c));
            out.extend(a.map(expr));
            out.push(expr(*b));
        }
        Expr::Call(f, args) | Expr::Index(f, args) => {
            out.push(expr(*f));
            out.extend(args.iter().copied().map(expr));
        }
        Expr::Launch(f, config, args) => {
            out.push(expr(*f));
            out.extend(config.iter().chain(args).copied().map(expr));
        }
        Expr::Member { base, member, .. } => {
            out.push(expr(*base));
            path_parts(member, out);
        }
        Expr::CStyleCast(ty, e)
        | Expr::Braced(ty, e)
        | Expr::NamedCast(_, ty, e)
        | Expr::Offsetof(ty, e)
        | Expr::BitCast(ty, e) => out.extend([Node::Type(*ty), expr(*e)]),
        Expr::VaArg(e, ty) => out.extend([expr(*e), Node::Type(*ty)]),
        Expr::Functional(ty, args) => {
            out.push(Node::Type(*ty));
            out.extend(args.iter().copied().map(expr));
        }
        Expr::List(items) => out.extend(items.iter().map(|i| expr(i.value))),
        Expr::SizeofType(ty) | Expr::AlignofType(ty) | Expr::TypeidType(ty) => {
            out.push(Node::Type(*ty));
        }
        Expr::New {
            placement,
            ty,
            init: of,
            ..
        } => {
            out.extend(placement.iter().copied().map(expr));
            out.push(Node::Type(*ty));
            init(of, out);
        }
        Expr::Lambda(lambda) => {
            for capture in &lambda.captures {
                capture_init(capture, out);
            }
            lambda.head.iter().for_each(|h| head(h, out));
            out.push(Node::Type(lambda.ty));
            exception(&lambda.exception, out);
            out.push(Node::Stmt(lambda.body));
        }
        Expr::Fold { left, right, .. } => {
            out.extend(left.map(expr));
            out.extend(right.map(expr));
        }
        Expr::Requires(params, requirements) => {
            out.extend(params.iter().copied().map(Node::Param));
            for requirement in requirements {
                match requirement {
                    Requirement::Simple(e) | Requirement::Nested(e) => out.push(expr(*e)),
                    Requirement::Type(ty) => out.push(Node::Type(*ty)),
                    Requirement::Compound {
                        expr: e,
                        constraint,
                        ..
                    } => {
                        out.push(expr(*e));
                        constraint.iter().for_each(|c| path_parts(c, out));
                    }
                }
            }
        }
        Expr::Statements(block) => out.push(Node::Stmt(*block)),
        Expr::Throw(e) => out.extend(e.map(expr)),
        Expr::Trait(_, args) | Expr::Builtin(_, args) => args.iter().for_each(|a| either(a, out)),
    }
}

fn capture_init(capture: &Capture, out: &mut Vec<Node>) {
    if let CaptureKind::Init { init: of, .. } = &capture.kind {
        init(of, out);
    }
}

fn condition(condition: &Condition, out: &mut Vec<Node>) {
    out.push(match condition {
        Condition::Expr(e) => Node::Expr(*e),
        Condition::Decl(d) => Node::Decl(*d),
    });
}

fn stmts(code: &Code, s: StmtId, out: &mut Vec<Node>) {
    let (stmt, expr) = (Node::Stmt, Node::Expr);
    match &code[s] {
        Stmt::Missing | Stmt::Empty | Stmt::Break | Stmt::Continue | Stmt::Goto(_) => {}
        Stmt::Expr(e) | Stmt::ComputedGoto(e) => out.push(expr(*e)),
        Stmt::Decl(all) => out.extend(all.iter().copied().map(Node::Decl)),
        Stmt::Block(all) => out.extend(all.iter().copied().map(stmt)),
        Stmt::If {
            init,
            condition: c,
            then,
            otherwise,
            ..
        } => {
            out.extend(init.map(stmt));
            c.iter().for_each(|c| condition(c, out));
            out.push(stmt(*then));
            out.extend(otherwise.map(stmt));
        }
        Stmt::Switch {
            init,
            condition: c,
            body,
        } => {
            out.extend(init.map(stmt));
            condition(c, out);
            out.push(stmt(*body));
        }
        Stmt::Case { value, to, body } => {
            out.push(expr(*value));
            out.extend(to.map(expr));
            out.push(stmt(*body));
        }
        Stmt::Default(body) | Stmt::Label(_, body) => out.push(stmt(*body)),
        Stmt::While { condition: c, body } => {
            condition(c, out);
            out.push(stmt(*body));
        }
        Stmt::Do { body, condition: c } => out.extend([stmt(*body), expr(*c)]),
        Stmt::For {
            init,
            condition: c,
            step,
            body,
        } => {
            out.extend(init.map(stmt));
            c.iter().for_each(|c| condition(c, out));
            out.extend(step.map(expr));
            out.push(stmt(*body));
        }
        Stmt::RangeFor {
            init,
            decl,
            range,
            body,
        } => {
            out.extend(init.map(stmt));
            out.extend([Node::Decl(*decl), expr(*range), stmt(*body)]);
        }
        Stmt::Return { value, .. } => out.extend(value.map(expr)),
        Stmt::Try { body, handlers } => {
            out.push(stmt(*body));
            for handler in handlers {
                out.extend(handler.param.map(Node::Param));
                out.push(stmt(handler.body));
            }
        }
        Stmt::Asm(asm) => out.extend(asm.operands.iter().map(|o| expr(o.value))),
    }
}

fn head(head: &TemplateHead, out: &mut Vec<Node>) {
    template_params(&head.params, out);
    out.extend(head.requires.map(Node::Expr));
}

fn template_params(params: &[TemplateParam], out: &mut Vec<Node>) {
    let mut stack: Vec<&TemplateParam> = params.iter().rev().collect();
    while let Some(param) = stack.pop() {
        match &param.kind {
            TemplateParamKind::Type {
                constraint,
                default,
            } => {
                constraint.iter().for_each(|c| path_parts(c, out));
                out.extend(default.map(Node::Type));
            }
            TemplateParamKind::Value { ty, default } => {
                out.push(Node::Type(*ty));
                out.extend(default.map(Node::Expr));
            }
            TemplateParamKind::Template { params, default } => {
                stack.extend(params.iter().rev());
                out.extend(default.map(Node::Type));
            }
        }
    }
}

/// The parts of a declaration, members of classes left out.
fn declaration(code: &Code, decl: DeclId, out: &mut Vec<Node>) {
    let decl = &code[decl];
    decl.heads.iter().for_each(|h| head(h, out));
    decl.path.iter().for_each(|p| path_parts(p, out));
    out.extend(decl.explicit_if.map(Node::Expr));
    if let NameId::Conversion(ty) = &decl.name {
        out.push(Node::Type(*ty));
    }
    match &decl.kind {
        DeclKind::Function(f) | DeclKind::DeductionGuide(f) => {
            out.push(Node::Type(f.ty));
            for mem in &f.inline_inits {
                init(&mem.init, out);
            }
            out.extend(f.inline_body.map(Node::Stmt));
        }
        DeclKind::Variable(v) => {
            out.push(Node::Type(v.ty));
            out.extend(v.width.map(Node::Expr));
            init(&v.init, out);
        }
        DeclKind::StructuredBinding { ty, init: of, .. } => {
            out.push(Node::Type(*ty));
            init(of, out);
        }
        DeclKind::Class(c) => out.extend(c.bases.iter().map(|b| Node::Type(b.ty))),
        DeclKind::Enum(e) => {
            out.extend(e.base.map(Node::Type));
            for &enumerator in e.enumerators.iter().flatten() {
                if let DeclKind::Enumerator(value) = &code[enumerator].kind {
                    out.extend(value.map(Node::Expr));
                }
            }
        }
        DeclKind::Enumerator(value) => out.extend(value.map(Node::Expr)),
        DeclKind::Alias(ty) | DeclKind::FriendType(ty) => out.push(Node::Type(*ty)),
        DeclKind::NamespaceAlias(path)
        | DeclKind::UsingDirective(path)
        | DeclKind::UsingEnum(path)
        | DeclKind::Using { target: path, .. } => path_parts(path, out),
        DeclKind::Concept(e) | DeclKind::StaticAssert(e) => out.push(Node::Expr(*e)),
        DeclKind::Instantiation { decl, .. } => out.push(Node::Decl(*decl)),
        DeclKind::Binding(_) | DeclKind::Namespace { .. } => {}
    }
}

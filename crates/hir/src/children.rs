//! What lies directly in a part of some code, in source order: the one place that lists it. Who walks code asks here, and says for
//! itself only where its way is another one.

use crate::{
    Capture, CaptureKind, Code, Condition, DeclId, DeclKind, Exception, Expr, ExprId, Init, NameId,
    ParamId, Path, Requirement, Stmt, StmtId, TemplateArgRef, TemplateHead, TemplateParam,
    TemplateParamKind, TypeId, TypeOrExpr, TypeRef,
};

/// A part of some code.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A type.
    Type(TypeId),
    /// An expression.
    Expr(ExprId),
    /// A statement.
    Stmt(StmtId),
    /// A declaration.
    Decl(DeclId),
    /// A parameter of a function, a handler or a requires-expression.
    Param(ParamId),
    /// A name with qualifiers and template arguments.
    Path(&'a Path),
    /// A template argument.
    Arg(&'a TemplateArgRef),
    /// An operand of a trait or of a builtin.
    Operand(&'a TypeOrExpr),
}

/// Who is shown the parts.
struct Out<F>(F);

impl<'a, F: FnMut(Node<'a>)> Out<F> {
    fn push(&mut self, node: Node<'a>) {
        (self.0)(node);
    }

    fn extend(&mut self, nodes: impl IntoIterator<Item = Node<'a>>) {
        nodes.into_iter().for_each(&mut self.0);
    }
}

/// Shows what lies directly in a part, in source order. Of an enumeration these are the values of its enumerators, of a structured
/// binding its type and its initializer; template parameters show their own parts.
pub fn children<'a>(code: &'a Code, node: Node<'a>, visit: &mut impl FnMut(Node<'a>)) {
    let out = &mut Out(visit);
    match node {
        Node::Type(ty) => types(code, ty, out),
        Node::Expr(e) => exprs(code, e, out),
        Node::Stmt(s) => stmts(code, s, out),
        Node::Decl(d) => declaration(code, d, out),
        Node::Param(p) => {
            out.push(Node::Type(code[p].ty));
            out.extend(code[p].default.map(Node::Expr));
        }
        Node::Path(path) => {
            out.extend(path.decltype.map(Node::Type));
            let segments = path.qualifiers.iter().filter_map(|s| s.args.as_deref());
            for args in segments.chain(path.args.as_deref()) {
                out.extend(args.iter().map(Node::Arg));
            }
            if let NameId::Conversion(ty) | NameId::Destructor(ty) = &path.name {
                out.push(Node::Type(*ty));
            }
        }
        Node::Arg(TemplateArgRef::Type(ty)) | Node::Operand(TypeOrExpr::Type(ty)) => {
            out.push(Node::Type(*ty));
        }
        Node::Arg(TemplateArgRef::Expr(e)) | Node::Operand(TypeOrExpr::Expr(e)) => {
            out.push(Node::Expr(*e));
        }
        Node::Arg(TemplateArgRef::Pack(of)) => out.push(Node::Arg(of)),
        Node::Operand(TypeOrExpr::Pack(of)) => out.push(Node::Operand(of)),
    }
}

fn types<'a>(code: &'a Code, ty: TypeId, out: &mut Out<impl FnMut(Node<'a>)>) {
    match &code[ty] {
        TypeRef::Missing | TypeRef::Builtin(_) | TypeRef::Complex(_) => {}
        TypeRef::Path { path, .. } => out.push(Node::Path(path)),
        TypeRef::Defined(decl) => out.push(Node::Decl(*decl)),
        TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => out.push(Node::Expr(*e)),
        TypeRef::DecltypeAuto(constraint) | TypeRef::Auto(constraint) => {
            constraint.iter().for_each(|c| out.push(Node::Path(c)));
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
            out.push(Node::Path(class));
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

/// The indices in a member designator. Its names are those of members: nobody looks them up where it stands.
fn indices<'a>(code: &'a Code, mut designator: ExprId, out: &mut Out<impl FnMut(Node<'a>)>) {
    loop {
        designator = match &code[designator] {
            Expr::Index(base, args) => {
                out.extend(args.iter().copied().map(Node::Expr));
                *base
            }
            Expr::Member { base, .. } => *base,
            _ => return,
        };
    }
}

fn exception<'a>(exception: &'a Exception, out: &mut Out<impl FnMut(Node<'a>)>) {
    if let Exception::Computed(e) = exception {
        out.push(Node::Expr(*e));
    }
}

fn init<'a>(init: &'a Init, out: &mut Out<impl FnMut(Node<'a>)>) {
    match init {
        Init::None | Init::Elsewhere => {}
        Init::Equal(e) | Init::Brace(e) => out.push(Node::Expr(*e)),
        Init::Paren(all) => out.extend(all.iter().copied().map(Node::Expr)),
    }
}

fn exprs<'a>(code: &'a Code, e: ExprId, out: &mut Out<impl FnMut(Node<'a>)>) {
    let expr = Node::Expr;
    match &code[e] {
        Expr::Missing
        | Expr::Literal(_)
        | Expr::This
        | Expr::SizeofPack(_)
        | Expr::LabelAddress(_) => {}
        Expr::Path(path) => out.push(Node::Path(path)),
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
            out.push(Node::Path(member));
        }
        Expr::CStyleCast(ty, e)
        | Expr::Braced(ty, e)
        | Expr::NamedCast(_, ty, e)
        | Expr::BitCast(ty, e) => out.extend([Node::Type(*ty), expr(*e)]),
        Expr::Offsetof(ty, member) => {
            out.push(Node::Type(*ty));
            indices(code, *member, out);
        }
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
            for requirement in requirements.iter() {
                match requirement {
                    Requirement::Simple(e) | Requirement::Nested(e) => out.push(expr(*e)),
                    Requirement::Type(ty) => out.push(Node::Type(*ty)),
                    Requirement::Compound {
                        expr: e,
                        constraint,
                        ..
                    } => {
                        out.push(expr(*e));
                        constraint.iter().for_each(|c| out.push(Node::Path(c)));
                    }
                }
            }
        }
        Expr::Statements(block) => out.push(Node::Stmt(*block)),
        Expr::Throw(e) => out.extend(e.map(expr)),
        Expr::Trait(_, args) | Expr::Builtin(_, args) => out.extend(args.iter().map(Node::Operand)),
    }
}

fn capture_init<'a>(capture: &'a Capture, out: &mut Out<impl FnMut(Node<'a>)>) {
    if let CaptureKind::Init { init: of, .. } = &capture.kind {
        init(of, out);
    }
}

fn condition<'a>(condition: &'a Condition, out: &mut Out<impl FnMut(Node<'a>)>) {
    out.push(match condition {
        Condition::Expr(e) => Node::Expr(*e),
        Condition::Decl(d) => Node::Decl(*d),
    });
}

fn stmts<'a>(code: &'a Code, s: StmtId, out: &mut Out<impl FnMut(Node<'a>)>) {
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

fn head<'a>(head: &'a TemplateHead, out: &mut Out<impl FnMut(Node<'a>)>) {
    template_params(&head.params, out);
    out.extend(head.requires.map(Node::Expr));
}

fn template_params<'a>(params: &'a [TemplateParam], out: &mut Out<impl FnMut(Node<'a>)>) {
    let mut stack: Vec<&TemplateParam> = params.iter().rev().collect();
    while let Some(param) = stack.pop() {
        match &param.kind {
            TemplateParamKind::Type {
                constraint,
                default,
            } => {
                constraint.iter().for_each(|c| out.push(Node::Path(c)));
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

fn declaration<'a>(code: &'a Code, decl: DeclId, out: &mut Out<impl FnMut(Node<'a>)>) {
    let decl = &code[decl];
    decl.heads.iter().for_each(|h| head(h, out));
    decl.path.iter().for_each(|p| out.push(Node::Path(p)));
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
        DeclKind::Class(c) => {
            out.extend(c.bases.iter().map(|b| Node::Type(b.ty)));
            out.extend(c.members.iter().copied().map(Node::Decl));
        }
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
        | DeclKind::Using { target: path, .. } => out.push(Node::Path(path)),
        DeclKind::Concept(e) | DeclKind::StaticAssert(e) => out.push(Node::Expr(*e)),
        DeclKind::Instantiation { decl, .. } => out.push(Node::Decl(*decl)),
        DeclKind::Binding(_) | DeclKind::Namespace { .. } => {}
    }
}

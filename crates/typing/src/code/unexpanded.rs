//! Walks over types and expressions as written: which names occur unexpanded in them.

use cleave_hir::{
    Code, Expr, ExprId, Init, ListItem, Name, Path, Requirement, TemplateArgRef, TypeId,
    TypeOrExpr, TypeRef,
};

/// What a walk meets.
#[derive(Clone, Copy)]
pub(crate) enum Seen<'a> {
    /// A name.
    Name(&'a Name),
    /// A type.
    Type(&'a TypeRef),
    /// An expression.
    Expr(&'a Expr),
}

/// What is being looked at.
#[derive(Clone, Copy)]
enum At<'a> {
    Type(TypeId),
    Expr(ExprId),
    Path(&'a Path),
    Arg(&'a TemplateArgRef),
    Either(&'a TypeOrExpr),
}

/// Names that a type mentions, those inside of pack expansions left out.
pub(crate) fn type_names<'a>(code: &'a Code, ty: TypeId, found: &mut dyn FnMut(&'a Name)) {
    walk(code, At::Type(ty), false, found);
}

/// Names that an expression mentions, those inside of pack expansions left out.
pub(crate) fn expr_names<'a>(code: &'a Code, expr: ExprId, found: &mut dyn FnMut(&'a Name)) {
    walk(code, At::Expr(expr), false, found);
}

/// Names that a path mentions, those inside of pack expansions left out.
pub(crate) fn path_names<'a>(code: &'a Code, path: &'a Path, found: &mut dyn FnMut(&'a Name)) {
    walk(code, At::Path(path), false, found);
}

/// Names that a template argument mentions, those inside of pack expansions left out.
pub(crate) fn arg_names<'a>(
    code: &'a Code,
    arg: &'a TemplateArgRef,
    found: &mut dyn FnMut(&'a Name),
) {
    walk(code, At::Arg(arg), false, found);
}

/// All names that a template argument mentions, those of packs that it expands among them.
pub(crate) fn all_arg_names<'a>(
    code: &'a Code,
    arg: &'a TemplateArgRef,
    found: &mut dyn FnMut(&'a Name),
) {
    walk(code, At::Arg(arg), true, found);
}

/// All names that a type mentions.
pub(crate) fn all_type_names<'a>(code: &'a Code, ty: TypeId, found: &mut dyn FnMut(&'a Name)) {
    walk(code, At::Type(ty), true, found);
}

/// All names that an expression mentions.
pub(crate) fn all_expr_names<'a>(code: &'a Code, expr: ExprId, found: &mut dyn FnMut(&'a Name)) {
    walk(code, At::Expr(expr), true, found);
}

/// Everything in a type, in a fixed order.
pub(crate) fn type_parts_of<'a>(code: &'a Code, ty: TypeId, seen: &mut dyn FnMut(Seen<'a>)) {
    visit(code, At::Type(ty), true, seen);
}

/// Everything in an expression, in a fixed order.
pub(crate) fn expr_parts_of<'a>(code: &'a Code, expr: ExprId, seen: &mut dyn FnMut(Seen<'a>)) {
    visit(code, At::Expr(expr), true, seen);
}

fn walk<'a>(code: &'a Code, from: At<'a>, expansions: bool, found: &mut dyn FnMut(&'a Name)) {
    visit(code, from, expansions, &mut |seen| {
        if let Seen::Name(name) = seen {
            found(name);
        }
    });
}

/// The walk keeps its own stack: what is written may be nested deeply.
fn visit<'a>(code: &'a Code, from: At<'a>, expansions: bool, seen: &mut dyn FnMut(Seen<'a>)) {
    let mut stack = vec![from];
    while let Some(at) = stack.pop() {
        match at {
            At::Type(ty) => seen(Seen::Type(&code[ty])),
            At::Expr(e) => seen(Seen::Expr(&code[e])),
            _ => {}
        }
        let mut found = |name: &'a Name| seen(Seen::Name(name));
        match at {
            At::Path(path) => {
                stack.extend(path.decltype.map(At::Type));
                let args = path.qualifiers.iter().filter_map(|s| s.args.as_deref());
                for args in args.chain(path.args.as_deref()) {
                    stack.extend(args.iter().map(At::Arg));
                }
                for segment in &path.qualifiers {
                    found(&segment.name);
                }
                match &path.name {
                    cleave_hir::NameId::Ident(name) => found(name),
                    cleave_hir::NameId::Conversion(ty) | cleave_hir::NameId::Destructor(ty) => {
                        stack.push(At::Type(*ty));
                    }
                    _ => {}
                }
            }
            At::Arg(TemplateArgRef::Type(ty)) => stack.push(At::Type(*ty)),
            At::Arg(TemplateArgRef::Expr(e)) => stack.push(At::Expr(*e)),
            At::Arg(TemplateArgRef::Pack(arg)) => {
                if expansions {
                    stack.push(At::Arg(arg));
                }
            }
            At::Either(TypeOrExpr::Type(ty)) => stack.push(At::Type(*ty)),
            At::Either(TypeOrExpr::Expr(e)) => stack.push(At::Expr(*e)),
            At::Either(TypeOrExpr::Pack(of)) => {
                if expansions {
                    stack.push(At::Either(of));
                }
            }
            At::Type(ty) => match &code[ty] {
                TypeRef::Pack(_) if !expansions => {}
                ty => type_parts(code, ty, &mut stack),
            },
            At::Expr(e) => match &code[e] {
                Expr::Pack(_) | Expr::Fold { .. } if !expansions => {}
                Expr::SizeofPack(name) if expansions => found(name),
                e => expr_parts(e, &mut stack),
            },
        }
    }
}

fn type_parts<'a>(code: &'a Code, ty: &'a TypeRef, stack: &mut Vec<At<'a>>) {
    match ty {
        TypeRef::Path { path, .. } => stack.push(At::Path(path)),
        TypeRef::Decltype(e) | TypeRef::TypeofExpr(e) => stack.push(At::Expr(*e)),
        TypeRef::TypeofType(t)
        | TypeRef::Transform(_, t)
        | TypeRef::Qualified(_, t)
        | TypeRef::Pointer(t)
        | TypeRef::LvalueReference(t)
        | TypeRef::RvalueReference(t)
        | TypeRef::Pack(t)
        | TypeRef::Attributed(t, _) => stack.push(At::Type(*t)),
        TypeRef::MemberPointer { class, member } => {
            stack.push(At::Path(class));
            stack.push(At::Type(*member));
        }
        TypeRef::Array { element, bound } => {
            stack.push(At::Type(*element));
            stack.extend(bound.map(At::Expr));
        }
        TypeRef::Function(f) => {
            stack.push(At::Type(f.ret));
            stack.extend(f.params.iter().map(|p| At::Type(code[*p].ty)));
            if let cleave_hir::Exception::Computed(e) = &f.exception {
                stack.push(At::Expr(*e));
            }
        }
        _ => {}
    }
}

fn init<'a>(init: &Init, stack: &mut Vec<At<'a>>) {
    match init {
        Init::Equal(e) | Init::Brace(e) => stack.push(At::Expr(*e)),
        Init::Paren(all) => stack.extend(all.iter().map(|e| At::Expr(*e))),
        Init::None | Init::Elsewhere => {}
    }
}

fn expr_parts<'a>(expr: &'a Expr, stack: &mut Vec<At<'a>>) {
    let exprs = |stack: &mut Vec<At<'a>>, all: &[ExprId]| {
        stack.extend(all.iter().map(|e| At::Expr(*e)));
    };
    match expr {
        Expr::Path(path) => stack.push(At::Path(path)),
        Expr::Paren(e)
        | Expr::Prefix(_, e)
        | Expr::Postfix(_, e)
        | Expr::Keyword(_, e)
        | Expr::SizeofExpr(e)
        | Expr::AlignofExpr(e)
        | Expr::TypeidExpr(e)
        | Expr::Noexcept(e)
        | Expr::Pack(e) => stack.push(At::Expr(*e)),
        Expr::Delete { operand: e, .. } => stack.push(At::Expr(*e)),
        Expr::Binary(_, a, b) => exprs(stack, &[*a, *b]),
        Expr::Conditional(a, b, c) => {
            exprs(stack, &[*a, *c]);
            stack.extend(b.map(At::Expr));
        }
        Expr::Call(f, args) | Expr::Index(f, args) => {
            stack.push(At::Expr(*f));
            exprs(stack, args);
        }
        Expr::Launch(f, config, args) => {
            stack.push(At::Expr(*f));
            exprs(stack, config);
            exprs(stack, args);
        }
        Expr::Member { base, member, .. } => {
            stack.push(At::Expr(*base));
            stack.push(At::Path(member));
        }
        Expr::CStyleCast(t, e)
        | Expr::Braced(t, e)
        | Expr::NamedCast(_, t, e)
        | Expr::Offsetof(t, e)
        | Expr::VaArg(e, t)
        | Expr::BitCast(t, e) => {
            stack.push(At::Type(*t));
            stack.push(At::Expr(*e));
        }
        Expr::Functional(t, args) => {
            stack.push(At::Type(*t));
            exprs(stack, args);
        }
        Expr::List(items) => {
            stack.extend(items.iter().map(|ListItem { value, .. }| At::Expr(*value)));
        }
        Expr::SizeofType(t) | Expr::AlignofType(t) | Expr::TypeidType(t) => {
            stack.push(At::Type(*t));
        }
        Expr::New {
            placement,
            ty,
            init: initializer,
            ..
        } => {
            exprs(stack, placement);
            stack.push(At::Type(*ty));
            init(initializer, stack);
        }
        Expr::Fold { left, right, .. } => {
            stack.extend(left.map(At::Expr));
            stack.extend(right.map(At::Expr));
        }
        Expr::Requires(_, requirements) => {
            for requirement in requirements {
                match requirement {
                    Requirement::Simple(e) | Requirement::Nested(e) => stack.push(At::Expr(*e)),
                    Requirement::Type(t) => stack.push(At::Type(*t)),
                    Requirement::Compound {
                        expr, constraint, ..
                    } => {
                        stack.push(At::Expr(*expr));
                        stack.extend(constraint.as_ref().map(At::Path));
                    }
                }
            }
        }
        Expr::Throw(Some(e)) => stack.push(At::Expr(*e)),
        Expr::Trait(_, all) | Expr::Builtin(_, all) => stack.extend(all.iter().map(At::Either)),
        _ => {}
    }
}

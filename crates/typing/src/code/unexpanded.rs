//! Walks over types and expressions as written: which names occur unexpanded in them.

use cleave_hir::{
    Code, Expr, ExprId, Name, NameId, Node, Path, TemplateArgRef, TypeId, TypeOrExpr, TypeRef,
    children,
};

/// What a walk meets.
#[derive(Clone, Copy)]
pub(crate) enum Seen<'a> {
    /// A name that is looked up from where it stands ([basic.lookup.unqual]).
    Name(&'a Name),
    /// The same in front of `::`: it is no value ([basic.lookup.qual]/1).
    Scope(&'a Name),
    /// A name that is looked up where the names in front of it say.
    Qualified(&'a Name),
    /// A type.
    Type(&'a TypeRef),
    /// An expression.
    Expr(&'a Expr),
}

/// Names that a type mentions, those inside of pack expansions left out.
pub(crate) fn type_names<'a>(code: &'a Code, ty: TypeId, found: &mut dyn FnMut(&'a Name)) {
    walk(code, Node::Type(ty), false, found);
}

/// Names that an expression mentions, those inside of pack expansions left out.
pub(crate) fn expr_names<'a>(code: &'a Code, expr: ExprId, found: &mut dyn FnMut(&'a Name)) {
    walk(code, Node::Expr(expr), false, found);
}

/// Names that a path mentions, those inside of pack expansions left out.
pub(crate) fn path_names<'a>(code: &'a Code, path: &'a Path, found: &mut dyn FnMut(&'a Name)) {
    walk(code, Node::Path(path), false, found);
}

/// Names that a template argument mentions, those inside of pack expansions left out.
pub(crate) fn arg_names<'a>(
    code: &'a Code,
    arg: &'a TemplateArgRef,
    found: &mut dyn FnMut(&'a Name),
) {
    walk(code, Node::Arg(arg), false, found);
}

/// All names that a template argument mentions, those of packs that it expands among them.
pub(crate) fn all_arg_names<'a>(
    code: &'a Code,
    arg: &'a TemplateArgRef,
    found: &mut dyn FnMut(&'a Name),
) {
    walk(code, Node::Arg(arg), true, found);
}

/// All names that a type mentions.
pub(crate) fn all_type_names<'a>(code: &'a Code, ty: TypeId, found: &mut dyn FnMut(&'a Name)) {
    walk(code, Node::Type(ty), true, found);
}

/// All names that an expression mentions.
pub(crate) fn all_expr_names<'a>(code: &'a Code, expr: ExprId, found: &mut dyn FnMut(&'a Name)) {
    walk(code, Node::Expr(expr), true, found);
}

/// Everything in a type, in a fixed order.
pub(crate) fn type_parts_of<'a>(code: &'a Code, ty: TypeId, seen: &mut dyn FnMut(Seen<'a>)) {
    visit(code, Node::Type(ty), true, seen);
}

/// Everything in an expression, in a fixed order.
pub(crate) fn expr_parts_of<'a>(code: &'a Code, expr: ExprId, seen: &mut dyn FnMut(Seen<'a>)) {
    visit(code, Node::Expr(expr), true, seen);
}

fn walk<'a>(code: &'a Code, from: Node<'a>, expansions: bool, found: &mut dyn FnMut(&'a Name)) {
    visit(code, from, expansions, &mut |seen| {
        if let Seen::Name(name) | Seen::Scope(name) = seen {
            found(name);
        }
    });
}

/// The walk keeps its own stack: what is written may be nested deeply. What lambdas and blocks in an expression mention is left out,
/// and so are type-constraints of placeholders, and default arguments.
fn visit<'a>(code: &'a Code, from: Node<'a>, expansions: bool, seen: &mut dyn FnMut(Seen<'a>)) {
    let mut stack = vec![from];
    while let Some(at) = stack.pop() {
        match at {
            Node::Type(ty) => {
                seen(Seen::Type(&code[ty]));
                match &code[ty] {
                    TypeRef::Pack(_) if !expansions => continue,
                    TypeRef::Auto(_) | TypeRef::DecltypeAuto(_) | TypeRef::Defined(_) => continue,
                    _ => {}
                }
            }
            Node::Expr(e) => {
                seen(Seen::Expr(&code[e]));
                match &code[e] {
                    Expr::Pack(_) | Expr::Fold { .. } if !expansions => continue,
                    Expr::SizeofPack(name) if expansions => seen(Seen::Name(name)),
                    Expr::Lambda(_) | Expr::Statements(_) => continue,
                    _ => {}
                }
            }
            Node::Path(path) => {
                let mut is_qualified = path.global || path.decltype.is_some();
                for segment in &path.qualifiers {
                    seen(match is_qualified {
                        true => Seen::Qualified(&segment.name),
                        false => Seen::Scope(&segment.name),
                    });
                    is_qualified = true;
                }
                if let NameId::Ident(name) = &path.name {
                    seen(match is_qualified {
                        true => Seen::Qualified(name),
                        false => Seen::Name(name),
                    });
                }
            }
            Node::Arg(TemplateArgRef::Pack(_)) | Node::Operand(TypeOrExpr::Pack(_))
                if !expansions =>
            {
                continue;
            }
            Node::Param(param) => {
                stack.push(Node::Type(code[param].ty));
                continue;
            }
            Node::Arg(_) | Node::Operand(_) | Node::Stmt(_) | Node::Decl(_) => {}
        }
        children(code, at, &mut |part| stack.push(part));
    }
}

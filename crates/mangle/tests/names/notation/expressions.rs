//! Expressions of the notation.

use std::sync::Arc;

use cleave_lang::{Operator, Qualifiers};
use cleave_mangle::*;

use super::{Parser, operator};

impl Parser<'_> {
    pub(super) fn expr_to_brace(&mut self) -> Expr {
        let expr = self.expr();
        self.expect("}");
        expr
    }

    pub(super) fn boxed(&mut self) -> Box<Expr> {
        Box::new(self.expr())
    }

    /// After `<`: a type and `>`.
    pub(super) fn angled(&mut self) -> Box<Type> {
        let ty = self.ty();
        self.expect(">");
        Box::new(ty)
    }

    pub(super) fn exprs(&mut self) -> Vec<Expr> {
        self.expect("(");
        self.list(")", Self::expr)
    }

    /// `$0`, `p0` (function parameter; `p0^1` one level out, `pc0` const), `#T:v`, `u[..]`, `fn[..]`,
    /// `var[..]`, and `form<type>(operands)` where form is an operator's or expression kind's name.
    pub(super) fn expr(&mut self) -> Expr {
        if self.eat("$") {
            return Expr::TemplateParam(self.template_param());
        }
        if self.eat("#") {
            return Expr::Literal(self.literal());
        }
        if self.eat("u[") {
            return Expr::Unresolved(Box::new(self.unresolved()));
        }
        if self.eat("fn[") {
            let function = self.function();
            self.expect("]");
            return Expr::Entity(Box::new(Entity::Function(function)));
        }
        if self.eat("var[") {
            let variable = self.variable();
            self.expect("]");
            return Expr::Entity(Box::new(Entity::Variable(variable)));
        }
        let form = self.word();
        if form == "this" {
            return Expr::This;
        }
        if let Some(index) = form.strip_prefix('p')
            && let Ok(index) = index.trim_start_matches('c').parse()
        {
            let quals = if form.starts_with("pc") {
                Qualifiers::CONST
            } else {
                Qualifiers::NONE
            };
            let level = if self.eat("^") { self.number() } else { 0 };
            return Expr::FunctionParam {
                level,
                index,
                quals,
            };
        }
        if form == "active" {
            self.expect("(");
            let member = self.word();
            self.expect(",");
            let value = self.boxed();
            self.expect(")");
            return Expr::ActiveMember(member, value);
        }
        if form == "dot" || form == "arrow" {
            self.expect("(");
            let object = self.boxed();
            self.expect(",");
            let name = Box::new(self.unresolved_until(")"));
            return Expr::Member {
                object,
                arrow: form == "arrow",
                name,
            };
        }
        if let Some(kind) = form.strip_prefix("fold_") {
            let kind = match kind {
                "left" => FoldKind::UnaryLeft,
                "right" => FoldKind::UnaryRight,
                "init_left" => FoldKind::BinaryLeft,
                "init_right" => FoldKind::BinaryRight,
                other => panic!("fold {other:?}"),
            };
            self.expect("(");
            let operator = self.operator();
            self.expect(",");
            return Expr::Fold(kind, operator, self.list(")", Self::expr));
        }
        if self.eat("<") {
            let ty = self.angled();
            return self.typed_expr(&form, ty);
        }
        let mut operands = self.exprs();
        if form == "list" {
            return Expr::InitList(None, operands);
        }
        if form == "call" {
            let callee = Box::new(operands.remove(0));
            return Expr::Call(callee, operands);
        }
        let mut operands = operands.into_iter().map(Box::new);
        let mut next = || operands.next().expect("operand");
        let first = next();
        match &form[..] {
            "post_increment" => Expr::Postfix(Operator::Increment, first),
            "post_decrement" => Expr::Postfix(Operator::Decrement, first),
            "sizeof" => Expr::SizeofExpr(first),
            "alignof" => Expr::AlignofExpr(first),
            "noexcept" => Expr::Noexcept(first),
            "typeid" => Expr::TypeidExpr(first),
            "sizeof_pack" => Expr::SizeofPack(first),
            "expand" => Expr::PackExpansion(first),
            "throw" => Expr::Throw(first),
            "delete" => Expr::Delete {
                global: false,
                array: false,
                operand: first,
            },
            "global_delete_array" => Expr::Delete {
                global: true,
                array: true,
                operand: first,
            },
            "Question" => Expr::Conditional(first, next(), next()),
            _ => {
                let operator = operator(&form).unwrap_or_else(|| panic!("expression {form:?}"));
                match operands.next() {
                    Some(second) => Expr::Binary(operator, first, second),
                    None => Expr::Unary(operator, first),
                }
            }
        }
    }

    pub(super) fn typed_expr(&mut self, form: &str, ty: Box<Type>) -> Expr {
        let mut cast = |kind| {
            let operand = self.exprs().remove(0);
            Expr::Cast(kind, ty.clone(), Box::new(operand))
        };
        match form {
            "static_cast" => cast(CastKind::Static),
            "dynamic_cast" => cast(CastKind::Dynamic),
            "const_cast" => cast(CastKind::Const),
            "reinterpret_cast" => cast(CastKind::Reinterpret),
            "convert" => Expr::Conversion(ty, self.exprs()),
            "list" => Expr::InitList(Some(ty), self.exprs()),
            "value" => Expr::ClassValue(ty, self.exprs()),
            "sizeof" => Expr::SizeofType(ty),
            "alignof" => Expr::AlignofType(ty),
            "typeid" => Expr::TypeidType(ty),
            "new" | "new_array" => Expr::New(Box::new(NewExpr {
                global: false,
                array: form == "new_array",
                placement: Vec::new(),
                ty: *ty,
                init: self.rest().starts_with('(').then(|| self.exprs()),
            })),
            other => panic!("expression {other:?}"),
        }
    }

    pub(super) fn unresolved(&mut self) -> UnresolvedName {
        self.unresolved_until("]")
    }

    /// `name`, `ns N|name`, `class C|name`, `dep X<..>|name`, `type T|name`, `nested T|A<..>|name`, `~T`,
    /// each perhaps after `::`.
    pub(super) fn unresolved_until(&mut self, close: &str) -> UnresolvedName {
        let global = self.eat("::");
        let scope = if self.eat("ns ") {
            UnresolvedScope::Namespace(Arc::new(self.name()))
        } else if self.eat("class ") {
            UnresolvedScope::Class {
                name: Arc::new(self.name()),
                dependent: false,
            }
        } else if self.eat("dep ") {
            UnresolvedScope::Class {
                name: Arc::new(self.name()),
                dependent: true,
            }
        } else if self.eat("type ") {
            UnresolvedScope::Type(self.ty())
        } else if self.eat("nested ") {
            let ty = self.ty();
            self.expect("|");
            let id = self.word();
            let args = self.eat("<").then(|| self.args());
            UnresolvedScope::Nested(ty, vec![(id, args)])
        } else {
            UnresolvedScope::None
        };
        if scope != UnresolvedScope::None {
            self.expect("|");
        }
        let destroyed = self.eat("~").then(|| self.ty());
        let id = match destroyed {
            Some(_) => Unqualified::Destructor(DestructorVariant::Complete),
            None => self.unqualified(),
        };
        let args = self.eat("<").then(|| self.args());
        self.expect(close);
        UnresolvedName {
            written: None,
            global,
            scope,
            id,
            destroyed,
            args,
        }
    }
}

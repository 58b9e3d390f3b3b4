//! Lambda-expressions ([expr.prim.lambda]). Their bodies stay in the code that they stand in.

use cleave_names::decl::Spec;

use super::attributes::Attributes;
use super::*;

impl<'t> Lowering<'t> {
    pub(super) fn lambda(&mut self, node: &Node<'t>) -> Expr {
        let span = self.span(node);
        let mut default = None;
        let mut captures = Vec::new();
        for capture in child(node, LAMBDA_INTRODUCER)
            .iter()
            .flat_map(|i| children(i, LAMBDA_CAPTURE))
        {
            match self.capture(&capture) {
                Ok(capture) => captures.push(capture),
                Err(by_ref) => default = Some(by_ref),
            }
        }
        let mut attributes = Attributes::default();
        let mut spec = Spec::default();
        let mut is_mutable = false;
        for element in node.elements() {
            match element {
                Element::Token(t) => match t.kind() {
                    MUTABLE_KW => is_mutable = true,
                    CONSTEXPR_KW => spec = spec.with(Spec::CONSTEXPR),
                    CONSTEVAL_KW => spec = spec.with(Spec::CONSTEVAL),
                    STATIC_KW => spec = spec.with(Spec::STATIC),
                    _ => {}
                },
                Element::Node(n) => match n.kind() {
                    ATTRIBUTE_SPECIFIER => self.attribute_specifier(&n, &mut attributes),
                    LAMBDA_ANNOTATION => {
                        let name = token(&n, IDENT);
                        let name = self.name(name.as_ref().map_or("", |t| t.text()));
                        let args = self.args(child(&n, ARGUMENT_LIST));
                        attributes.plain.push(Attr { name, args });
                    }
                    _ => {}
                },
            }
        }
        // A requires-clause before the parameters belongs to the head.
        let clause = child(node, PARAMETER_CLAUSE);
        let starts = clause.as_ref().map(|c| c.tokens().start);
        let head_requires = children(node, REQUIRES_CLAUSE)
            .find(|r| starts.is_none_or(|start| r.tokens().start < start));
        let head = child(node, TEMPLATE_PARAMETER_LIST).map(|list| TemplateHead {
            params: self.template_params(&list),
            requires: head_requires
                .as_ref()
                .and_then(|r| exprs(r).next())
                .map(|e| self.expr(&e)),
        });
        let mut function = self.function_type(node, None);
        if head.is_some() && children(node, REQUIRES_CLAUSE).count() == 1 && head_requires.is_some()
        {
            function.requires = None;
        }
        let exception = function.exception.clone();
        let ty = self.alloc_type(TypeRef::Function(Box::new(function)), span);
        let body = match child(node, COMPOUND_STATEMENT) {
            Some(block) => self.inline_block(&block),
            None => {
                self.closed |= has(node, LAZY_BODY);
                self.alloc_stmt(Stmt::Missing, node)
            }
        };
        Expr::Lambda(Box::new(Lambda {
            default,
            captures: captures.into(),
            head,
            ty,
            has_clause: clause.is_some(),
            is_mutable,
            spec,
            attrs: attributes.plain.into(),
            exception,
            body,
            within: self.within,
        }))
    }

    /// `Err`: a capture-default, and whether it is `&`.
    fn capture(&mut self, node: &Node<'t>) -> Result<Capture, bool> {
        let by_ref = has(node, AMP);
        let pack = has(node, ELLIPSIS);
        let init = initializer(node);
        let at;
        let kind = if has(node, THIS_KW) {
            let span = self.span(node);
            at = self.alloc_expr(Expr::This, span);
            match has(node, STAR) {
                true => CaptureKind::StarThis,
                false => CaptureKind::This,
            }
        } else if let Some(name) = token(node, IDENT) {
            let (span, point) = (self.span(node), self.token_span(&name).start);
            let name = self.name(name.text());
            let path = Path::unqualified(NameId::Ident(name.clone()));
            at = self.alloc_expr_at(Expr::Path(path), span, point);
            if pack {
                self.packs.insert(name.clone());
            }
            match init {
                Some(init) => CaptureKind::Init {
                    name,
                    by_ref,
                    init: self.init(&init),
                },
                None => CaptureKind::Name { name, by_ref },
            }
        } else {
            return Err(by_ref);
        };
        Ok(Capture { kind, at, pack })
    }
}

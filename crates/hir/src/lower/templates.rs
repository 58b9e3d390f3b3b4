//! Template heads and their parameters ([temp.param]).

use super::*;

impl<'t> Lowering<'t> {
    /// The head of a TEMPLATE_DECLARATION or EXPLICIT_SPECIALIZATION; that of the latter is empty.
    pub(super) fn template_head(&mut self, node: &Node<'t>) -> TemplateHead {
        let params = child(node, TEMPLATE_PARAMETER_LIST)
            .map(|list| self.template_params(&list))
            .unwrap_or_default();
        let requires = child(node, REQUIRES_CLAUSE)
            .and_then(|c| exprs(&c).next())
            .map(|e| self.expr(&e));
        TemplateHead { params, requires }
    }

    pub(super) fn template_params(&mut self, list: &Node<'t>) -> Box<[TemplateParam]> {
        list.children()
            .filter_map(|p| self.deeper(|l| l.template_param(&p)).flatten())
            .collect()
    }

    fn template_param(&mut self, node: &Node<'t>) -> Option<TemplateParam> {
        let kind = match node.kind() {
            PARAMETER_DECLARATION => return Some(self.value_param(node)),
            TYPE_PARAMETER | CONSTRAINED_PARAMETER => TemplateParamKind::Type {
                constraint: child(node, TYPE_CONSTRAINT).map(|c| self.path(&c)),
                default: self.default_type(node),
            },
            TEMPLATE_TEMPLATE_PARAMETER => TemplateParamKind::Template {
                params: child(node, TEMPLATE_PARAMETER_LIST)
                    .map(|list| self.template_params(&list))
                    .unwrap_or_default(),
                default: self.default_type(node),
            },
            _ => return None,
        };
        let named = token(node, IDENT);
        let name = named.map(|t| self.name(t.text()));
        let pack = has(node, ELLIPSIS);
        if pack {
            self.packs.extend(name.clone());
        }
        let at = named.or_else(|| token(node, EQ)).map(|t| t.tokens().start);
        let number = self.alloc_template_param(at.unwrap_or(node.tokens().end));
        Some(TemplateParam {
            name,
            pack,
            kind,
            number,
        })
    }

    fn alloc_template_param(&mut self, at: u32) -> u32 {
        let number = self.spans.template_params.len() as u32;
        (self.spans.template_params).push(at.saturating_sub(self.base));
        number
    }

    fn default_type(&mut self, node: &Node<'t>) -> Option<TypeId> {
        child(node, TYPE_ID).map(|ty| self.type_id(&ty))
    }

    fn value_param(&mut self, node: &Node<'t>) -> TemplateParam {
        let specifiers = child(node, DECL_SPECIFIER_SEQ)
            .map(|seq| self.specifiers(&seq, &Context::default()))
            .unwrap_or_default();
        let declarator = child(node, DECLARATOR);
        let declared = self.declared(&specifiers, declarator.as_ref(), None, node);
        let default = child(node, EQUAL_INITIALIZER)
            .and_then(|e| exprs(&e).next())
            .map(|e| self.expr(&e));
        if declared.pack {
            self.packs.extend(declared.name.ident().cloned());
        }
        let name = declared
            .name
            .ident()
            .map(|_| declared.span.start + self.base);
        let equal = child(node, EQUAL_INITIALIZER).map(|e| e.tokens().start);
        let at = name.or(equal).unwrap_or(node.tokens().end);
        let number = self.alloc_template_param(at);
        TemplateParam {
            name: declared.name.ident().cloned(),
            pack: declared.pack,
            kind: TemplateParamKind::Value {
                ty: declared.ty,
                default,
            },
            number,
        }
    }
}

//! Type-ids and function types ([dcl.fct]).

use cleave_lang::{Qualifiers, RefQualifier};

use super::*;

impl<'t> Lowering<'t> {
    /// The type of a type-id.
    pub(super) fn type_id(&mut self, node: &Node<'t>) -> TypeId {
        self.deeper(|l| {
            let specifiers = child(node, DECL_SPECIFIER_SEQ)
                .map(|seq| l.specifiers(&seq, &Context::default()))
                .unwrap_or_default();
            let declarator = child(node, DECLARATOR);
            l.declared(&specifiers, declarator.as_ref(), None, node).ty
        })
        .unwrap_or_else(|| self.missing_type(node))
    }

    /// The type of the type-id that is a child.
    pub(super) fn type_child(&mut self, node: &Node<'t>) -> TypeId {
        match child(node, TYPE_ID) {
            Some(ty) => self.type_id(&ty),
            None => self.missing_type(node),
        }
    }

    pub(super) fn missing_type(&mut self, node: &Node<'t>) -> TypeId {
        let span = self.span(node);
        self.alloc_type(TypeRef::Missing, span)
    }

    /// The function type of a PARAMETERS_AND_QUALIFIERS or LAMBDA_EXPRESSION that returns `ret` if nothing trails.
    pub(super) fn function_type(&mut self, node: &Node<'t>, ret: Option<TypeId>) -> FunctionRef {
        let trailing = child(node, TRAILING_RETURN_TYPE);
        let mut out = FunctionRef {
            ret: match (&trailing, ret) {
                (Some(trailing), _) => self.type_child(trailing),
                (None, Some(ret)) => ret,
                (None, None) => self.missing_type(node),
            },
            trailing: trailing.is_some(),
            params: Box::default(),
            variadic: false,
            quals: Qualifiers::NONE,
            ref_qualifier: None,
            exception: Exception::None,
            requires: None,
        };
        for element in node.elements() {
            match element {
                Element::Token(t) => match t.kind() {
                    CONST_KW => out.quals.is_const = true,
                    VOLATILE_KW => out.quals.is_volatile = true,
                    AMP => out.ref_qualifier = Some(RefQualifier::Lvalue),
                    AMP2 => out.ref_qualifier = Some(RefQualifier::Rvalue),
                    _ => {}
                },
                Element::Node(n) => match n.kind() {
                    PARAMETER_CLAUSE => {
                        (out.params, out.variadic) = self.params(&n);
                    }
                    NOEXCEPT_SPECIFIER => {
                        out.exception = match exprs(&n).next() {
                            Some(e) => Exception::Computed(self.expr(&e)),
                            None => Exception::Noexcept,
                        }
                    }
                    DYNAMIC_EXCEPTION_SPECIFICATION => {
                        out.exception = match n.children().next().is_some() || has(&n, ELLIPSIS) {
                            true => Exception::Throws,
                            false => Exception::ThrowNothing,
                        }
                    }
                    REQUIRES_CLAUSE => {
                        out.requires = exprs(&n).next().map(|e| self.expr(&e));
                    }
                    _ => {}
                },
            }
        }
        out
    }

    /// The parameters of a PARAMETER_CLAUSE, and whether an ellipsis ends it; `(void)` has none.
    pub(super) fn params(&mut self, clause: &Node<'t>) -> (Box<[ParamId]>, bool) {
        let mut variadic = has(clause, ELLIPSIS);
        let declarations: Vec<_> = children(clause, PARAMETER_DECLARATION).collect();
        if let [only] = declarations.as_slice()
            && !variadic
            && self.is_void(only)
        {
            return (Box::default(), false);
        }
        let params: Box<[ParamId]> = declarations.iter().map(|p| self.param(p)).collect();
        // `f(int...)`: without a pack the ellipsis is the function's, as if there were a comma ([dcl.fct]).
        if let (Some(&last), Some(node)) = (params.last(), declarations.last())
            && let Param { name: None, ty, .. } = self.code.params[last]
            && let TypeRef::Pack(expanded) = self.code.types[ty]
            && !self.mentions_pack(node)
            && !mentions_auto(node)
        {
            self.code.params[last].ty = expanded;
            variadic = true;
        }
        (params, variadic)
    }

    fn is_void(&self, param: &Node<'t>) -> bool {
        let Some(seq) = child(param, DECL_SPECIFIER_SEQ) else {
            return false;
        };
        param.children().count() == 1
            && seq.children().next().is_none()
            && all_tokens(&seq).map(|t| t.kind()).eq([VOID_KW])
    }

    /// A parameter, or the exception-declaration of a handler.
    pub(super) fn param(&mut self, node: &Node<'t>) -> ParamId {
        let specifiers = child(node, DECL_SPECIFIER_SEQ)
            .map(|seq| self.specifiers(&seq, &Context::default()))
            .unwrap_or_default();
        let declarator = child(node, DECLARATOR);
        let declared = self.declared(&specifiers, declarator.as_ref(), Some(node), node);
        let ty = match declared.pack {
            true => {
                self.packs.extend(declared.name.ident().cloned());
                let span = self.span(node);
                self.alloc_type(TypeRef::Pack(declared.ty), span)
            }
            false => declared.ty,
        };
        let default = child(node, EQUAL_INITIALIZER)
            .and_then(|e| exprs(&e).next())
            .map(|e| self.expr(&e));
        let param = Param {
            name: declared.name.ident().cloned(),
            ty,
            default,
            explicit_object: has(node, THIS_KW),
            attrs: declared.attributes.plain.into(),
        };
        self.alloc_param(param, declared.span)
    }
}

fn mentions_auto<'t>(node: &Node<'t>) -> bool {
    node.descendants().any(|e| e.kind() == AUTO_KW)
}

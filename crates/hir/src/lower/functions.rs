//! Functions: their bodies, their member initialisers, what stands behind their declarators.

use cleave_names::decl::{Body, Spec, Special};

use super::declarators::Declared;
use super::specifiers::Specifiers;
use super::*;

impl<'t> Lowering<'t> {
    /// The parts of a function that its declarator and specifiers tell.
    pub(super) fn function(
        &mut self,
        declared: &Declared<'t>,
        specifiers: &Specifiers,
    ) -> Function {
        let special = match &declared.name {
            NameId::Destructor(_) => Special::Destructor,
            NameId::Conversion(_) => Special::Conversion,
            NameId::Literal(_) => Special::Literal,
            NameId::Operator(_) => Special::Operator,
            _ if specifiers.ty.is_none() && !declared.implicit_int => Special::Constructor,
            _ => Special::None,
        };
        Function {
            ty: declared.ty,
            special,
            body: Body::None,
            inline_body: None,
            inline_inits: Box::default(),
            is_virtual: specifiers.spec.any(Spec::VIRTUAL),
            is_override: false,
            is_final: false,
            is_pure: false,
            is_implied: false,
        }
    }

    pub(super) fn function_definition(
        &mut self,
        node: &Node<'t>,
        context: &Context,
        out: &mut Vec<DeclId>,
    ) -> DeclId {
        let seq = child(node, DECL_SPECIFIER_SEQ);
        let context = &Context {
            linkage_extern: false,
            ..context.clone()
        };
        let specifiers = self.decl_specifiers(seq.as_ref(), context, out);
        let declarator = child(node, DECLARATOR);
        let declared = self.declared(&specifiers, declarator.as_ref(), Some(node), node);
        self.apply_trailing_requires(node, declared.ty);
        let mut function = self.function(&declared, &specifiers);
        virt_specifiers(node, &mut function);
        let body = node.children().find(|c| {
            matches!(
                c.kind(),
                COMPOUND_STATEMENT | FUNCTION_TRY_BLOCK | DEFAULTED_BODY | DELETED_BODY
            )
        });
        function.body = match body.as_ref().map(Node::kind) {
            Some(COMPOUND_STATEMENT) => Body::Block(Tokens::default()),
            Some(FUNCTION_TRY_BLOCK) => Body::Try(Tokens::default()),
            Some(DEFAULTED_BODY) => Body::Default,
            Some(DELETED_BODY) => Body::Delete,
            _ => self.closed_body(node),
        };
        let has_code = function.body.tokens().is_some();
        let kind = DeclKind::Function(function);
        let decl = self.declarator_decl(kind, declared, &specifiers, context);
        let Some(body) = body.filter(|_| has_code) else {
            return decl;
        };
        let inits = child(node, CTOR_INITIALIZER);
        if !self.inline {
            let (inits, body) = (inits.map(|n| n.number()), body.number());
            self.pending.push((decl, Pending::Function { inits, body }));
            return decl;
        }
        let outer = self.within.replace(decl);
        let (block, inits) = self.function_body(inits.as_ref(), &body);
        self.within = outer;
        if let DeclKind::Function(function) = &mut self.code.decls[decl].kind {
            function.inline_body = Some(block);
            function.inline_inits = inits;
        }
        decl
    }

    /// What a body is that was not opened.
    fn closed_body(&mut self, node: &Node<'t>) -> Body {
        let Some(closed) = token(node, LAZY_BODY) else {
            // One that is missed is reported, and the function is defined.
            return Body::Block(Tokens::default());
        };
        self.closed |= self.inline;
        let first = closed.tokens().start as usize;
        match self.lexed.kind(first) {
            TRY_KW => Body::Try(Tokens::default()),
            _ => Body::Block(Tokens::default()),
        }
    }

    /// A body with its constructor's member initializers, which stand inside a function-try-block.
    pub(super) fn function_body(
        &mut self,
        inits: Option<&Node<'t>>,
        body: &Node<'t>,
    ) -> (StmtId, Box<[MemInit]>) {
        let inside = child(body, CTOR_INITIALIZER);
        let mem_inits = inits
            .into_iter()
            .chain(&inside)
            .flat_map(|c| children(c, MEM_INITIALIZER).collect::<Vec<_>>())
            .map(|m| self.mem_init(&m))
            .collect();
        let block = match body.kind() {
            FUNCTION_TRY_BLOCK => {
                let tried = self.try_statement(body);
                self.alloc_stmt(Stmt::Block([tried].into()), body)
            }
            _ => self.stmt(body),
        };
        (block, mem_inits)
    }

    fn mem_init(&mut self, node: &Node<'t>) -> MemInit {
        let named = child(node, NAMED_TYPE).or_else(|| child(node, DECLTYPE_SPECIFIER));
        let at = self.missing_expr(named.as_ref().unwrap_or(node));
        let target = match child(node, NAMED_TYPE) {
            Some(named) => self.path(&named),
            None => Path::new(
                NameId::None,
                PathParts {
                    decltype: child(node, DECLTYPE_SPECIFIER).map(|d| self.decltype(&d)),
                    ..Default::default()
                },
            ),
        };
        let init = initializer(node).map_or(Init::None, |i| self.init(&i));
        MemInit {
            target,
            at,
            init,
            pack: has(node, ELLIPSIS),
        }
    }
}

pub(super) fn virt_specifiers<'t>(node: &Node<'t>, function: &mut Function) {
    for specifier in children(node, VIRT_SPECIFIER) {
        match specifier.first_token().as_ref().map(|t| t.text()) {
            Some("override") => function.is_override = true,
            Some("final") => function.is_final = true,
            _ => continue,
        }
        function.is_virtual = true;
    }
}

//! Declarations ([dcl]): each init-declarator becomes one.

use cleave_attributes::is_annotation;
use cleave_names::decl::{Spec, Special};

use super::attributes::Attributes;
use super::declarators::Declared;
use super::specifiers::Specifiers;
use super::*;
use crate::lower::functions::virt_specifiers;

impl<'t> Lowering<'t> {
    /// Adds what a declaration declares to `out`.
    pub(super) fn declaration(
        &mut self,
        node: &Node<'t>,
        context: &Context,
        out: &mut Vec<DeclId>,
    ) {
        let _ = self.deeper(|l| l.declaration_inner(node, context, out));
    }

    fn declaration_inner(&mut self, node: &Node<'t>, context: &Context, out: &mut Vec<DeclId>) {
        match node.kind() {
            SIMPLE_DECLARATION => self.simple(node, context, out),
            FUNCTION_DEFINITION => {
                let decl = self.function_definition(node, context, out);
                out.push(decl);
            }
            TEMPLATE_DECLARATION | EXPLICIT_SPECIALIZATION => {
                let mut inner = context.clone();
                inner.heads.push(self.template_head(node));
                for n in node.children() {
                    self.declaration(&n, &inner, out);
                }
            }
            EXPLICIT_INSTANTIATION => self.instantiation(node, context, out),
            LINKAGE_SPECIFICATION => {
                let mut inner = context.clone();
                inner.linkage_c = token(node, STRING_LITERAL).is_some_and(|t| t.text() == "\"C\"");
                inner.linkage_extern = true;
                for n in node.children() {
                    self.declaration(&n, &inner, out);
                }
            }
            DECLARATION_LIST => {
                let inner = Context {
                    linkage_extern: false,
                    ..context.clone()
                };
                for n in node.children() {
                    self.declaration(&n, &inner, out);
                }
            }
            NAMESPACE_DEFINITION => self.namespace(node, context, out),
            DEDUCTION_GUIDE => self.deduction_guide(node, context, out),
            ALIAS_DECLARATION => self.alias(node, context, out),
            USING_DECLARATION => self.using(node, context, out),
            NAMESPACE_ALIAS_DEFINITION | USING_DIRECTIVE | USING_ENUM_DECLARATION => {
                let Some(target) = child(node, NAMED_TYPE) else {
                    return;
                };
                let path = self.path(&target);
                let (kind, name) = match node.kind() {
                    USING_DIRECTIVE => (DeclKind::UsingDirective(path), NameId::None),
                    USING_ENUM_DECLARATION => (DeclKind::UsingEnum(path), NameId::None),
                    _ => {
                        let name = self.ident(node);
                        (DeclKind::NamespaceAlias(path), name)
                    }
                };
                let span = match kind {
                    DeclKind::NamespaceAlias(_) => self.ident_span(node),
                    _ => self.name_span(&target),
                };
                let decl = Decl::new(kind, name, context);
                out.push(self.alloc_decl(decl, span));
            }
            CONCEPT_DEFINITION => {
                let constraint = match exprs(node).next() {
                    Some(e) => self.expr(&e),
                    None => self.missing_expr(node),
                };
                let name = self.ident(node);
                let mut decl = Decl::new(DeclKind::Concept(constraint), name, context);
                let mut attributes = Attributes::default();
                self.attributes(node, &mut attributes);
                decl.attrs = attributes.plain.into();
                let span = self.ident_span(node);
                out.push(self.alloc_decl(decl, span));
            }
            STATIC_ASSERT_DECLARATION => {
                let condition = match exprs(node).next() {
                    Some(e) => self.expr(&e),
                    None => self.missing_expr(node),
                };
                let decl = Decl::new(DeclKind::StaticAssert(condition), NameId::None, context);
                let span = self.span(node);
                out.push(self.alloc_decl(decl, span));
            }
            _ => {}
        }
    }

    fn ident(&mut self, node: &Node<'t>) -> NameId {
        match token(node, IDENT) {
            Some(t) => NameId::Ident(self.name(t.text())),
            None => NameId::None,
        }
    }

    fn ident_span(&self, node: &Node<'t>) -> Tokens {
        match token(node, IDENT) {
            Some(t) => self.token_span(&t),
            None => self.span(node),
        }
    }

    /// A declaration that ends in `;`: a class or enumeration defined in it comes first, then each declarator.
    fn simple(&mut self, node: &Node<'t>, context: &Context, out: &mut Vec<DeclId>) {
        let seq = child(node, DECL_SPECIFIER_SEQ);
        let specifiers = self.decl_specifiers(seq.as_ref(), context, out);
        let mut declared = false;
        for init in children(node, INIT_DECLARATOR) {
            declared = true;
            let decl = self.init_declarator(&init, &specifiers, context);
            out.push(decl);
        }
        if declared {
            return;
        }
        let friend = specifiers.spec.any(Spec::FRIEND);
        match (specifiers.defined, specifiers.ty, &seq) {
            // The attributes and specifiers of an anonymous union or a class by itself.
            (Some(decl), ..) => {
                let decl = &mut self.code.decls[decl];
                decl.spec = decl.spec.with(specifiers.spec);
                // Other attributes in front of a class belong to what is declared with it.
                let named = decl.name != NameId::None;
                let is_own = |a: &Attr| !named || is_annotation(a.name.as_str());
                let mut attrs = std::mem::take(&mut decl.attrs).into_vec();
                attrs.extend(specifiers.attributes.plain.into_iter().filter(is_own));
                decl.attrs = attrs.into();
            }
            (None, Some(ty), Some(_)) if friend => {
                let mut decl = Decl::new(DeclKind::FriendType(ty), NameId::None, context);
                decl.spec = specifiers.spec;
                let span = self.span(node);
                out.push(self.alloc_decl(decl, span));
            }
            (None, Some(_), Some(seq))
                if context.parent.is_some() && is_access_declaration(node, seq) =>
            {
                self.access_declaration(seq, context, out);
            }
            (None, Some(_), Some(seq)) => {
                if let Some(elaborated) = child(seq, ELABORATED_TYPE_SPECIFIER) {
                    let decl = self.declared_class(&elaborated, &specifiers, context);
                    out.push(decl);
                }
            }
            _ => {}
        }
    }

    /// `A::x;` in a class is what `using A::x;` is, as C++98 had it ([class.access.dcl] there).
    fn access_declaration(&mut self, seq: &Node<'t>, context: &Context, out: &mut Vec<DeclId>) {
        let Some(named) = child(seq, NAMED_TYPE) else {
            return;
        };
        let target = self.path(&named);
        let name = target.name.clone();
        let pack = false;
        let decl = Decl::new(DeclKind::Using { target, pack }, name, context);
        let span = self.name_span(&named);
        out.push(self.alloc_decl(decl, span));
    }

    /// The specifiers of a declaration; a class or enumeration that they define is added to `out`.
    pub(super) fn decl_specifiers(
        &mut self,
        seq: Option<&Node<'t>>,
        context: &Context,
        out: &mut Vec<DeclId>,
    ) -> Specifiers {
        let mut specifiers = seq
            .map(|seq| self.specifiers(seq, context))
            .unwrap_or_default();
        out.extend(specifiers.defined);
        specifiers.class = context.parent;
        if context.linkage_extern {
            specifiers.spec = specifiers.spec.with(Spec::EXTERN);
        }
        specifiers
    }

    pub(super) fn init_declarator(
        &mut self,
        init: &Node<'t>,
        specifiers: &Specifiers,
        context: &Context,
    ) -> DeclId {
        let declarator = child(init, DECLARATOR);
        let mut declared = self.declared(specifiers, declarator.as_ref(), Some(init), init);
        if let Some(label) = child(init, ASM_LABEL) {
            let args = exprs(&label).map(|e| self.expr(&e)).collect();
            let name = self.name("asm");
            declared.attributes.plain.push(Attr { name, args });
        }
        self.apply_trailing_requires(init, declared.ty);
        let initializer = initializer(init);
        let typedef = specifiers.spec.any(Spec::TYPEDEF);
        if typedef {
            return self.typedef(declared, specifiers, context);
        }
        if declared.is_function {
            let mut function = self.function(&declared, specifiers);
            function.is_pure = child(init, PURE_SPECIFIER).is_some();
            virt_specifiers(init, &mut function);
            let kind = DeclKind::Function(function);
            return self.declarator_decl(kind, declared, specifiers, context);
        }
        let width = child(init, BIT_FIELD_WIDTH)
            .and_then(|w| exprs(&w).next())
            .map(|e| self.expr(&e));
        self.variable(declared, specifiers, initializer, width, context)
    }

    /// A variable, data member or structured binding.
    pub(super) fn variable(
        &mut self,
        mut declared: Declared<'t>,
        specifiers: &Specifiers,
        initializer: Option<Node<'t>>,
        width: Option<ExprId>,
        context: &Context,
    ) -> DeclId {
        let bindings = declared.bindings.take();
        let elsewhere = match &initializer {
            Some(_) if !self.inline => Init::Elsewhere,
            _ => Init::None,
        };
        let kind = match &bindings {
            Some(_) => DeclKind::StructuredBinding {
                ty: declared.ty,
                bindings: Box::default(),
                init: elsewhere,
            },
            None => DeclKind::Variable(Variable {
                ty: declared.ty,
                init: elsewhere,
                width,
                is_mutable: specifiers.is_mutable,
            }),
        };
        let decl = self.declarator_decl(kind, declared, specifiers, context);
        if let Some(node) = bindings {
            let all = self.bindings(&node, decl);
            if let DeclKind::StructuredBinding { bindings, .. } = &mut self.code.decls[decl].kind {
                *bindings = all;
            }
        }
        if let Some(node) = initializer {
            if self.inline {
                let outer = self.within.replace(decl);
                let lowered = self.init(&node);
                self.within = outer;
                match &mut self.code.decls[decl].kind {
                    DeclKind::Variable(Variable { init, .. })
                    | DeclKind::StructuredBinding { init, .. } => *init = lowered,
                    _ => {}
                }
            } else {
                self.pending.push((decl, Pending::Init(node.number())));
            }
        }
        decl
    }

    fn bindings(&mut self, node: &Node<'t>, parent: DeclId) -> Box<[DeclId]> {
        let names = all_tokens(node).filter(|t| t.kind() == IDENT);
        names
            .enumerate()
            .map(|(index, t)| {
                let context = Context {
                    parent: Some(parent),
                    ..Context::default()
                };
                let name = NameId::Ident(self.name(t.text()));
                let decl = Decl::new(DeclKind::Binding(index as u32), name, &context);
                let span = self.token_span(&t);
                self.alloc_decl(decl, span)
            })
            .collect()
    }

    pub(super) fn declarator_decl(
        &mut self,
        kind: DeclKind,
        declared: Declared<'t>,
        specifiers: &Specifiers,
        context: &Context,
    ) -> DeclId {
        let path = declared
            .path
            .filter(|path| !self.is_own_qualifier(path, specifiers.spec, context));
        let decl = Decl {
            path,
            spec: specifiers.spec,
            explicit_if: specifiers.explicit_if,
            attrs: declared.attributes.plain.into(),
            ..Decl::new(kind, declared.name, context)
        };
        self.alloc_decl(decl, declared.span)
    }

    /// Whether the name of a member is only qualified with its class inside of the class: `struct S { void S::f(); };`. GNU's
    /// and the reference's front ends take it for the plain name.
    fn is_own_qualifier(&self, path: &Path, spec: Spec, context: &Context) -> bool {
        let class = context.parent.map(|parent| &self.code.decls[parent]);
        let Some(class) = class.filter(|c| matches!(c.kind, DeclKind::Class(_))) else {
            return false;
        };
        let [only] = &*path.qualifiers else {
            return false;
        };
        !spec.any(Spec::FRIEND)
            && !path.global
            && path.decltype.is_none()
            && path.args.is_none()
            && class.name.ident() == Some(&only.name)
    }

    /// A requires-clause after the whole declarator.
    pub(super) fn apply_trailing_requires(&mut self, node: &Node<'t>, ty: TypeId) {
        let Some(clause) = child(node, REQUIRES_CLAUSE) else {
            return;
        };
        let condition = exprs(&clause).next().map(|e| self.expr(&e));
        if let TypeRef::Function(function) = &mut self.code.types[ty] {
            function.requires = condition;
        }
    }

    fn typedef(
        &mut self,
        declared: Declared<'t>,
        specifiers: &Specifiers,
        context: &Context,
    ) -> DeclId {
        if declared.is_plain
            && let (Some(class), Some(own)) = (specifiers.defined, declared.name.ident())
        {
            let class = &mut self.code.decls[class];
            if class.name == NameId::None
                && let DeclKind::Class(Class { typedef_name, .. })
                | DeclKind::Enum(Enum { typedef_name, .. }) = &mut class.kind
            {
                typedef_name.get_or_insert(own.clone());
            }
        }
        let kind = DeclKind::Alias(declared.ty);
        self.declarator_decl(kind, declared, specifiers, context)
    }

    fn alias(&mut self, node: &Node<'t>, context: &Context, out: &mut Vec<DeclId>) {
        let ty = self.type_child(node);
        if let TypeRef::Defined(class) = self.code.types[ty] {
            self.code.decls[class].parent = context.parent;
            out.push(class);
        }
        let name = self.ident(node);
        let mut attributes = Attributes::default();
        self.attributes(node, &mut attributes);
        let shaping = std::mem::take(&mut attributes.shaping);
        let ty = match shaping.is_empty() {
            true => ty,
            false => {
                let at = self.span(node);
                self.alloc_type(TypeRef::Attributed(ty, shaping.into()), at)
            }
        };
        let mut decl = Decl::new(DeclKind::Alias(ty), name, context);
        decl.attrs = attributes.plain.into();
        let span = self.ident_span(node);
        out.push(self.alloc_decl(decl, span));
    }

    fn using(&mut self, node: &Node<'t>, context: &Context, out: &mut Vec<DeclId>) {
        for declarator in children(node, USING_DECLARATOR) {
            let Some(id) = child(&declarator, DECLARATOR_ID) else {
                continue;
            };
            let target = self.path(&id);
            let name = target.name.clone();
            let pack = has(&declarator, ELLIPSIS);
            let decl = Decl::new(DeclKind::Using { target, pack }, name, context);
            let span = self.name_span(&id);
            out.push(self.alloc_decl(decl, span));
        }
    }

    fn instantiation(&mut self, node: &Node<'t>, context: &Context, out: &mut Vec<DeclId>) {
        let is_extern = has(node, EXTERN_KW);
        let mut named = Vec::new();
        for n in node.children() {
            self.declaration(&n, context, &mut named);
        }
        for decl in named {
            let named = &self.code.decls[decl];
            let (name, path) = (named.name.clone(), named.path.clone());
            let kind = DeclKind::Instantiation { is_extern, decl };
            let own = Decl {
                path,
                ..Decl::new(kind, name, context)
            };
            let span = self.decl_span(decl);
            out.push(self.alloc_decl(own, span));
        }
    }

    pub(super) fn decl_span(&self, decl: DeclId) -> Tokens {
        let at = u32::from(decl.into_raw()) as usize;
        self.spans.decls.get(at).copied().unwrap_or_default()
    }

    /// `namespace A::B { … }` within an item: one declaration for each name, members below the last.
    fn namespace(&mut self, node: &Node<'t>, context: &Context, out: &mut Vec<DeclId>) {
        let mut inner = context.clone();
        let mut inline = has(node, INLINE_KW);
        let mut any = false;
        let names = child(node, NAMESPACE_NAME);
        for t in names.iter().flat_map(all_tokens) {
            match t.kind() {
                INLINE_KW => inline = true,
                IDENT => {
                    let name = NameId::Ident(self.name(t.text()));
                    let inline = std::mem::take(&mut inline);
                    let decl = Decl::new(DeclKind::Namespace { inline }, name, &inner);
                    let span = self.token_span(&t);
                    let decl = self.alloc_decl(decl, span);
                    out.push(decl);
                    inner.parent = Some(decl);
                    any = true;
                }
                _ => {}
            }
        }
        if !any {
            let decl = Decl::new(DeclKind::Namespace { inline }, NameId::None, &inner);
            let span = self.span(node);
            let decl = self.alloc_decl(decl, span);
            out.push(decl);
            inner.parent = Some(decl);
        }
        for list in children(node, DECLARATION_LIST) {
            self.declaration(&list, &inner, out);
        }
    }

    fn deduction_guide(&mut self, node: &Node<'t>, context: &Context, out: &mut Vec<DeclId>) {
        let seq = child(node, DECL_SPECIFIER_SEQ);
        let specifiers = self.decl_specifiers(seq.as_ref(), context, out);
        let declarator = child(node, DECLARATOR);
        let declared = self.declared(&specifiers, declarator.as_ref(), Some(node), node);
        let mut function = self.function(&declared, &specifiers);
        function.special = Special::None;
        let kind = DeclKind::DeductionGuide(function);
        out.push(self.declarator_decl(kind, declared, &specifiers, context));
    }

    pub(super) fn init(&mut self, node: &Node<'t>) -> Init {
        match node.kind() {
            ARGUMENT_LIST => Init::Paren(self.args(Some(*node))),
            BRACED_INIT_LIST => Init::Brace(self.expr(node)),
            _ => Init::Equal(match exprs(node).next() {
                Some(e) => self.expr(&e),
                None => self.missing_expr(node),
            }),
        }
    }
}

impl Decl {
    fn blank(kind: DeclKind, name: NameId) -> Decl {
        Decl {
            kind,
            name,
            path: None,
            parent: None,
            heads: Box::default(),
            spec: Spec::default(),
            explicit_if: None,
            linkage_c: false,
            attrs: Box::default(),
            access: Access::Public,
        }
    }

    pub(super) fn new(kind: DeclKind, name: NameId, context: &Context) -> Decl {
        Decl {
            parent: context.parent,
            heads: context.heads.clone().into(),
            linkage_c: context.linkage_c,
            access: context.access,
            ..Decl::blank(kind, name)
        }
    }
}

/// Whether a declaration is a qualified name and nothing else.
fn is_access_declaration(node: &Node<'_>, seq: &Node<'_>) -> bool {
    let qualified = child(seq, NAMED_TYPE).is_some_and(|named| {
        child(&named, NESTED_NAME_SPECIFIER).is_some() && child(&named, TEMPLATE_ID).is_none()
    });
    qualified && node.children().count() == 1 && seq.elements().count() == 1
}

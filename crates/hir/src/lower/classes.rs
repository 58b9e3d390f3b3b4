//! Classes and enumerations ([class], [dcl.enum]).

use cleave_lang::{Builtin, Operator};
use cleave_names::decl::{Body, Spec};

use super::attributes::Attributes;
use super::specifiers::{Specifiers, class_key};
use super::*;

impl<'t> Lowering<'t> {
    /// A class defined here.
    pub(super) fn class(&mut self, node: &Node<'t>, context: &Context) -> DeclId {
        let key = class_key(node);
        let class = Class {
            key,
            defined: true,
            bases: Box::default(),
            members: Box::default(),
            is_final: child(node, VIRT_SPECIFIER).is_some(),
            typedef_name: None,
        };
        let decl = self.tag(DeclKind::Class(class), node, context);
        let clause = child(node, BASE_CLAUSE);
        let bases = clause
            .iter()
            .flat_map(|c| children(c, BASE_SPECIFIER))
            .map(|b| self.base(&b, key))
            .collect();
        let members = child(node, MEMBER_SPECIFICATION)
            .map(|m| self.members(&m, decl, key))
            .unwrap_or_default();
        if let DeclKind::Class(class) = &mut self.code.decls[decl].kind {
            class.bases = bases;
            class.members = members.into();
        }
        decl
    }

    /// `struct S;` and `enum E;` as declarations.
    pub(super) fn declared_class(
        &mut self,
        node: &Node<'t>,
        specifiers: &Specifiers,
        context: &Context,
    ) -> DeclId {
        let kind = match class_key(node) {
            ClassKey::Enum => DeclKind::Enum(Enum {
                scoped: has(node, CLASS_KW) || has(node, STRUCT_KW),
                base: None,
                enumerators: None,
                typedef_name: None,
            }),
            key => DeclKind::Class(Class {
                key,
                defined: false,
                bases: Box::default(),
                members: Box::default(),
                is_final: false,
                typedef_name: None,
            }),
        };
        let decl = self.tag(kind, node, context);
        let own = &mut self.code.decls[decl];
        own.spec = specifiers.spec;
        let mut attrs = std::mem::take(&mut own.attrs).into_vec();
        attrs.extend(specifiers.attributes.plain.iter().cloned());
        own.attrs = attrs.into();
        decl
    }

    /// The declaration of a class or enumeration, as far as its head tells.
    fn tag(&mut self, kind: DeclKind, node: &Node<'t>, context: &Context) -> DeclId {
        let path = self.path(node);
        let mut attributes = Attributes::default();
        self.attributes(node, &mut attributes);
        let name = path.name.clone();
        let plain = path.is_unqualified() && path.args.is_none();
        let decl = Decl {
            path: (!plain).then(|| Box::new(path)),
            attrs: attributes.plain.into(),
            ..Decl::new(kind, name, context)
        };
        let span = self.name_span(node);
        self.alloc_decl(decl, span)
    }

    fn base(&mut self, node: &Node<'t>, key: ClassKey) -> BaseRef {
        let mut access = default_access(key);
        let mut is_virtual = false;
        let mut pack = false;
        for t in all_tokens(node) {
            match t.kind() {
                VIRTUAL_KW => is_virtual = true,
                ELLIPSIS => pack = true,
                kind => access = access_of(kind).unwrap_or(access),
            }
        }
        let span = self.span(node);
        let named = node.children().find(|c| {
            matches!(
                c.kind(),
                NAMED_TYPE | TYPENAME_SPECIFIER | DECLTYPE_SPECIFIER
            )
        });
        let mut ty = match named {
            Some(n) if n.kind() == DECLTYPE_SPECIFIER => self.decltype(&n),
            Some(n) => {
                let path = self.path(&n);
                let span = self.span(&n);
                let ty = TypeRef::Path {
                    path,
                    elaborated: None,
                    typename: true,
                };
                let point = self.name_span(&n).start;
                self.alloc_type_at(ty, span, point)
            }
            None => self.missing_type(node),
        };
        if pack {
            ty = self.alloc_type(TypeRef::Pack(ty), span);
        }
        BaseRef {
            ty,
            is_virtual,
            access,
        }
    }

    fn members(&mut self, node: &Node<'t>, class: DeclId, key: ClassKey) -> Vec<DeclId> {
        let mut context = Context {
            parent: Some(class),
            access: default_access(key),
            ..Context::default()
        };
        let mut out = Vec::new();
        for member in node.children() {
            if member.kind() == ACCESS_SPECIFIER {
                let written = all_tokens(&member).find_map(|t| access_of(t.kind()));
                context.access = written.unwrap_or(context.access);
                continue;
            }
            self.declaration(&member, &context, &mut out);
        }
        self.implied_equalities(&mut out);
        out
    }

    /// For each `operator<=>` that is defaulted in a class that declares no `operator==` the `operator==` that it implies: the same
    /// declaration, but that it returns `bool` ([class.compare.default]/6).
    fn implied_equalities(&mut self, members: &mut Vec<DeclId>) {
        let operator = |decl: &Decl, op| {
            matches!(decl.kind, DeclKind::Function(_)) && decl.name == NameId::Operator(op)
        };
        let decls = &self.code.decls;
        if (members.iter()).any(|&m| operator(&decls[m], Operator::Equal)) {
            return;
        }
        let ordered = |m: &DeclId| match &decls[*m].kind {
            DeclKind::Function(f) if operator(&decls[*m], Operator::Spaceship) => {
                f.body == Body::Default
            }
            _ => false,
        };
        let orderings: Vec<DeclId> = members.iter().copied().filter(ordered).collect();
        for ordering in orderings {
            let span = self.spans.decls[u32::from(ordering.into_raw()) as usize];
            let mut decl = self.code.decls[ordering].clone();
            let DeclKind::Function(function) = &mut decl.kind else {
                continue;
            };
            let TypeRef::Function(ty) = &self.code.types[function.ty] else {
                continue;
            };
            let mut ty = ty.clone();
            ty.ret = self.alloc_type(TypeRef::Builtin(Builtin::Bool), span);
            function.ty = self.alloc_type(TypeRef::Function(ty), span);
            function.is_implied = true;
            function.is_virtual = false;
            decl.name = NameId::Operator(Operator::Equal);
            decl.attrs = Box::default();
            decl.spec = decl.spec.without(Spec::VIRTUAL);
            members.push(self.alloc_decl(decl, span));
        }
    }

    pub(super) fn enumeration(&mut self, node: &Node<'t>, context: &Context) -> DeclId {
        let base = child(node, ENUM_BASE)
            .and_then(|b| child(&b, DECL_SPECIFIER_SEQ))
            .and_then(|seq| self.specifiers(&seq, &Context::default()).ty);
        let kind = DeclKind::Enum(Enum {
            scoped: has(node, CLASS_KW) || has(node, STRUCT_KW),
            base,
            enumerators: None,
            typedef_name: None,
        });
        let decl = self.tag(kind, node, context);
        let Some(list) = child(node, ENUMERATOR_LIST) else {
            return decl;
        };
        let inner = Context {
            parent: Some(decl),
            access: context.access,
            ..Context::default()
        };
        let all = children(&list, ENUMERATOR)
            .map(|e| {
                let value = exprs(&e).next().map(|v| self.expr(&v));
                let name = token(&e, IDENT);
                let span = name
                    .as_ref()
                    .map_or_else(|| self.span(&e), |t| self.token_span(t));
                let name = match name {
                    Some(t) => NameId::Ident(self.name(t.text())),
                    None => NameId::None,
                };
                let mut attributes = Attributes::default();
                self.attributes(&e, &mut attributes);
                let decl = Decl {
                    attrs: attributes.plain.into(),
                    ..Decl::new(DeclKind::Enumerator(value), name, &inner)
                };
                self.alloc_decl(decl, span)
            })
            .collect();
        if let DeclKind::Enum(own) = &mut self.code.decls[decl].kind {
            own.enumerators = Some(all);
        }
        decl
    }
}

fn default_access(key: ClassKey) -> Access {
    match key {
        ClassKey::Class => Access::Private,
        _ => Access::Public,
    }
}

fn access_of(kind: SyntaxKind) -> Option<Access> {
    Some(match kind {
        PUBLIC_KW => Access::Public,
        PROTECTED_KW => Access::Protected,
        PRIVATE_KW => Access::Private,
        _ => return None,
    })
}

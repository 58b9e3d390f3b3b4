//! Declarators ([dcl.meaning]): a type from specifiers and the operators around a name, inside out.

use cleave_lang::{Builtin, Qualifiers};

use super::attributes::Attributes;
use super::specifiers::Specifiers;
use super::*;

/// What a declarator declares.
pub(super) struct Declared<'t> {
    pub(super) ty: TypeId,
    pub(super) name: NameId,
    /// The name with its qualifiers and arguments, if it has any.
    pub(super) path: Option<Box<Path>>,
    /// The name, or where it would stand.
    pub(super) span: Tokens,
    /// Those of the specifiers and those of the declarator.
    pub(super) attributes: Attributes,
    /// Whether the operator next to the name is a parameter list.
    pub(super) is_function: bool,
    /// No operator at all: the name has the type that the specifiers say.
    pub(super) is_plain: bool,
    /// `...` before the name; `ty` is the type without it.
    pub(super) pack: bool,
    /// The names of a structured binding.
    pub(super) bindings: Option<Node<'t>>,
    /// A function without a type that is no constructor: `int` is assumed.
    pub(super) implicit_int: bool,
}

impl<'t> Lowering<'t> {
    /// What `declarator` makes of `specifiers`. `around` is the init-declarator or function definition, whose attributes count
    /// too; `node` says where all this stands.
    pub(super) fn declared(
        &mut self,
        specifiers: &Specifiers,
        declarator: Option<&Node<'t>>,
        around: Option<&Node<'t>>,
        node: &Node<'t>,
    ) -> Declared<'t> {
        let mut out = Declared {
            ty: TypeId::from_raw(0.into()),
            name: NameId::None,
            path: None,
            span: Tokens::default(),
            attributes: specifiers.attributes.clone(),
            is_function: false,
            is_plain: true,
            pack: false,
            bindings: None,
            implicit_int: false,
        };
        let at = self.span(declarator.unwrap_or(node));
        out.span = match declarator {
            Some(_) => at,
            None => Tokens {
                start: at.end,
                end: at.end,
            },
        };
        let mut parts = Vec::new();
        if let Some(declarator) = declarator {
            parts = self.chain(declarator, &mut out);
        }
        if let Some(around) = around {
            self.attributes(around, &mut out.attributes);
        }
        if let Some(suffix) = parts.last()
            && suffix.kind() == PARAMETERS_AND_QUALIFIERS
        {
            out.is_function = true;
            self.attributes(suffix, &mut out.attributes);
        }
        out.is_plain = parts.is_empty();
        out.implicit_int = self.has_implicit_int(specifiers, &out, &parts);
        let mut ty = specifiers.ty;
        if out.implicit_int {
            let int = self.alloc_type(TypeRef::Builtin(Builtin::Int), at);
            ty = Some(self.qualified(specifiers.quals, int));
        }
        let shaping = std::mem::take(&mut out.attributes.shaping);
        if let Some(plain) = ty
            && !shaping.is_empty()
        {
            ty = Some(self.alloc_type(TypeRef::Attributed(plain, shaping.into()), at));
        }
        for part in &parts {
            ty = Some(match part.kind() {
                ARRAY_SUFFIX => {
                    let element = self.or_missing(ty, at);
                    let bound = exprs(part).next().map(|e| self.expr(&e));
                    let span = self.span(part);
                    self.alloc_type(TypeRef::Array { element, bound }, span)
                }
                PARAMETERS_AND_QUALIFIERS => {
                    let function = self.deeper(|l| l.function_type(part, ty));
                    let span = self.span(part);
                    let ty = function.map_or(TypeRef::Missing, |f| TypeRef::Function(Box::new(f)));
                    self.alloc_type(ty, span)
                }
                _ => {
                    let ty = self.or_missing(ty, at);
                    self.pointed(ty, part)
                }
            });
        }
        out.ty = self.or_missing(ty, at);
        out
    }

    /// Whether `int` is assumed because no type is written: neither a constructor, a destructor, a conversion function nor a deduction
    /// guide is declared. Of a function whose name is qualified by more than `::` the class is not known here.
    fn has_implicit_int(
        &self,
        specifiers: &Specifiers,
        declared: &Declared<'t>,
        parts: &[Node<'t>],
    ) -> bool {
        if specifiers.ty.is_some() || declared.bindings.is_some() {
            return false;
        }
        match &declared.name {
            NameId::Operator(_) | NameId::Literal(_) => true,
            NameId::None => specifiers.has_other,
            NameId::Ident(_) => match parts {
                [function] if declared.is_function => {
                    let class = specifiers.class.map(|class| &self.code.decls[class].name);
                    let is_qualified = declared
                        .path
                        .as_ref()
                        .is_some_and(|path| !path.qualifiers.is_empty() || path.decltype.is_some());
                    !is_qualified
                        && class != Some(&declared.name)
                        && child(function, TRAILING_RETURN_TYPE).is_none()
                }
                _ => true,
            },
            _ => false,
        }
    }

    fn or_missing(&mut self, ty: Option<TypeId>, span: Tokens) -> TypeId {
        ty.unwrap_or_else(|| self.alloc_type(TypeRef::Missing, span))
    }

    /// Name and attributes of a declarator and of those in parentheses inside of it. Returns their operators in the order in
    /// which they are applied: from the specifiers to the name.
    fn chain(&mut self, declarator: &Node<'t>, out: &mut Declared<'t>) -> Vec<Node<'t>> {
        let mut operators = Vec::new();
        let mut at = Some(*declarator);
        while let Some(declarator) = at.take() {
            let mut suffixes = Vec::new();
            for element in declarator.elements() {
                let n = match element {
                    Element::Token(t) => {
                        out.pack |= t.kind() == ELLIPSIS;
                        continue;
                    }
                    Element::Node(n) => n,
                };
                match n.kind() {
                    ATTRIBUTE_SPECIFIER => self.attribute_specifier(&n, &mut out.attributes),
                    POINTER_OPERATOR => {
                        self.attributes(&n, &mut out.attributes);
                        operators.push(n);
                    }
                    ARRAY_SUFFIX => {
                        self.attributes(&n, &mut out.attributes);
                        suffixes.push(n);
                    }
                    PARAMETERS_AND_QUALIFIERS => suffixes.push(n),
                    DECLARATOR_ID => {
                        self.attributes(&n, &mut out.attributes);
                        out.span = self.name_span(&n);
                        let path = self.path(&n);
                        out.name = path.name.clone();
                        if !path.is_unqualified() || path.args.is_some() {
                            out.path = Some(Box::new(path));
                        }
                    }
                    PAREN_DECLARATOR => {
                        self.attributes(&n, &mut out.attributes);
                        at = child(&n, DECLARATOR);
                    }
                    STRUCTURED_BINDING => {
                        out.span = self.span(&n);
                        out.bindings = Some(n);
                    }
                    _ => {}
                }
            }
            operators.extend(suffixes.into_iter().rev());
        }
        operators
    }

    /// The unqualified name of a declarator-id, class or enumeration; its end if there is none.
    pub(super) fn name_span(&self, node: &Node<'t>) -> Tokens {
        let is_name = |kind| {
            matches!(
                kind,
                IDENT
                    | TEMPLATE_ID
                    | OPERATOR_FUNCTION_ID
                    | CONVERSION_FUNCTION_ID
                    | LITERAL_OPERATOR_ID
                    | DESTRUCTOR_NAME
            )
        };
        let last = node.elements().filter(|e| is_name(e.kind())).last();
        match last {
            Some(Element::Token(t)) => self.token_span(&t),
            Some(Element::Node(n)) if n.kind() == TEMPLATE_ID => self.name_span(&n),
            Some(Element::Node(n)) => self.span(&n),
            None => {
                let start = self.span(node).start;
                Tokens {
                    start: start + 1,
                    end: start + 1,
                }
            }
        }
    }

    fn pointed(&mut self, ty: TypeId, operator: &Node<'t>) -> TypeId {
        let span = self.span(operator);
        let mut quals = Qualifiers::NONE;
        let mut member = false;
        let mut out = None;
        for t in all_tokens(operator) {
            match t.kind() {
                AMP => out = Some(TypeRef::LvalueReference(ty)),
                AMP2 => out = Some(TypeRef::RvalueReference(ty)),
                COLON2 => member = true,
                CONST_KW => quals.is_const = true,
                VOLATILE_KW => quals.is_volatile = true,
                RESTRICT_KW => quals.is_restrict = true,
                _ => {}
            }
        }
        let pointer = match out {
            Some(reference) => reference,
            None if member || child(operator, NESTED_NAME_SPECIFIER).is_some() => {
                TypeRef::MemberPointer {
                    class: self.path(operator),
                    member: ty,
                }
            }
            None => TypeRef::Pointer(ty),
        };
        let pointer = self.alloc_type(pointer, span);
        self.qualified(quals, pointer)
    }
}

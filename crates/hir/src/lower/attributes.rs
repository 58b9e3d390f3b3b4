//! Attributes of both syntaxes, and `alignas`.

use cleave_attributes::{bare, is_annotation};

use super::*;

/// Attributes that make another type of the one they are applied to.
const SHAPING: [&str; 3] = ["vector_size", "ext_vector_type", "mode"];

/// What attributes an entity has, those that shape its type apart.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    pub(super) plain: Vec<Attr>,
    pub(super) shaping: Vec<Attr>,
}

impl<'t> Lowering<'t> {
    /// Adds the attributes that stand directly in `node`.
    pub(super) fn attributes(&mut self, node: &Node<'t>, out: &mut Attributes) {
        for n in node.children() {
            match n.kind() {
                ATTRIBUTE_SPECIFIER => self.attribute_specifier(&n, out),
                ALIGNAS_SPECIFIER => out.plain.push(self.alignas(&n)),
                _ => {}
            }
        }
    }

    pub(super) fn attribute_specifier(&mut self, node: &Node<'t>, out: &mut Attributes) {
        let standard = node.first_token().is_some_and(|t| t.kind() == L_BRACK);
        for attribute in children(node, ATTRIBUTE) {
            let name = attribute_name(&attribute, standard);
            let clause = child(&attribute, ATTRIBUTE_ARGUMENT_CLAUSE);
            let args = clause
                .iter()
                .flat_map(|c| c.children())
                .filter_map(|c| self.attribute_argument(&c))
                .collect();
            let attr = Attr {
                name: self.name(&name),
                args,
            };
            match SHAPING.contains(&name.as_str()) {
                true => out.shaping.push(attr),
                false => out.plain.push(attr),
            }
        }
    }

    /// The attributes of a decl-specifier-seq. Those of GNU's syntax right behind a class or enumeration are its own; CUDA's
    /// annotations are what is declared with it.
    pub(super) fn specifier_attributes(
        &mut self,
        node: &Node<'t>,
        behind: Option<DeclId>,
        out: &mut Attributes,
    ) {
        let standard = node.first_token().is_some_and(|t| t.kind() == L_BRACK);
        let Some(class) = behind.filter(|_| !standard) else {
            return self.attribute_specifier(node, out);
        };
        let mut found = Attributes::default();
        self.attribute_specifier(node, &mut found);
        out.shaping.append(&mut found.shaping);
        let (annotations, own) =
            (found.plain.into_iter()).partition(|a: &Attr| is_annotation(a.name.as_str()));
        out.plain.extend::<Vec<_>>(annotations);
        let class = &mut self.code.decls[class];
        let mut attrs = std::mem::take(&mut class.attrs).into_vec();
        attrs.extend::<Vec<_>>(own);
        class.attrs = attrs.into();
    }

    fn attribute_argument(&mut self, node: &Node<'t>) -> Option<ExprId> {
        if is_expr(node.kind()) {
            return Some(self.expr(node));
        }
        // A lone name may have been taken for a type.
        let seq = child(node, DECL_SPECIFIER_SEQ)?;
        let named = child(&seq, NAMED_TYPE).filter(|_| child(node, DECLARATOR).is_none())?;
        let path = self.path(&named);
        let span = self.span(node);
        Some(self.alloc_expr(Expr::Path(path), span))
    }

    /// `alignas(T)` is `alignas(alignof(T))` ([dcl.align]).
    pub(super) fn alignas(&mut self, node: &Node<'t>) -> Attr {
        let arg = node.children().next().map(|arg| {
            let span = self.span(&arg);
            let mut arg = match arg.kind() {
                TYPE_ID => {
                    let ty = self.type_id(&arg);
                    self.alloc_expr(Expr::AlignofType(ty), span)
                }
                _ => self.expr(&arg),
            };
            if has(node, ELLIPSIS) {
                arg = self.alloc_expr(Expr::Pack(arg), span);
            }
            arg
        });
        Attr {
            name: self.name("alignas"),
            args: arg.into_iter().collect(),
        }
    }
}

/// The name as in [`cleave_names::decl::Attribute::name`].
fn attribute_name<'t>(attribute: &Node<'t>, standard: bool) -> String {
    let words: Vec<String> = all_tokens(attribute)
        .filter(|t| {
            t.kind() == IDENT
                || t.kind().is_keyword()
                || matches!(t.kind(), NOINLINE_KW | REGISTER_PARAMS_KW)
        })
        .map(|t| bare(t.text()).to_owned())
        .collect();
    let name = words.join("::");
    match name.strip_prefix("gnu::") {
        Some(gnu) => gnu.to_owned(),
        None if standard && is_annotation(&name) => format!("::{name}"),
        None => name,
    }
}

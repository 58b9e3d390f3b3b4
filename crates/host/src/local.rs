//! Declarations inside the bodies of host functions that CUDA annotates: members of local classes, and kernels and device
//! variables declared where they are used (reference: host-text, Variables in blocks).
//!
//! Plain functions over one item's tree: nothing here is remembered.

use cleave_cuda::{ExecutionSpace, MemorySpace, Merged, Tile};
use cleave_names::decl::{Decl, DeclKind, Spec, Tokens};
use cleave_names::declarations_of_node;
use cleave_syntax::SyntaxKind::{
    ATTRIBUTE_KW, AUTO_KW, COMPOUND_STATEMENT, CONSTRAINED_PARAMETER, DECL_SPECIFIER_SEQ,
    DECLARATOR, DECLARATOR_ID, FUNCTION_DEFINITION, IDENT, LAMBDA_EXPRESSION, PARAMETER_CLAUSE,
    PARAMETER_DECLARATION, SIMPLE_DECLARATION, TEMPLATE_DECLARATION, TEMPLATE_PARAMETER_LIST,
    TEMPLATE_TEMPLATE_PARAMETER, TYPE_PARAMETER,
};
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};
use rowan::WalkEvent;

use crate::Linkage;
use crate::edit::Edit;
use crate::function::FunctionEdits;
use crate::source::Source;
use crate::variable::{VariableEdits, VariableFacts};

/// A declaration in a function's body, with what it declares.
pub(crate) struct Local {
    /// Its tokens.
    pub(crate) tokens: Tokens,
    /// Classes, their members, and what the declarators declare.
    pub(crate) decls: Box<[Decl]>,
    /// What annotations of CUDA Tile mean here.
    tile: Tile,
    /// The template parameters around it, and the function parameters of placeholder type.
    parameters: Vec<String>,
}

/// Whether one of the bodies that stay holds an annotation, so that it is worth a tree.
pub(crate) fn may_have(source: &Source<'_>, decls: &[Decl], gone: &[Tokens]) -> bool {
    // A lambda may initialize a variable.
    let bodies = decls.iter().flat_map(|d| {
        let body = d.function.as_ref().and_then(|f| f.body.tokens());
        body.into_iter().chain([d.initializer])
    });
    bodies
        .filter(|b| !gone.iter().any(|g| g.contains(b.start)))
        .flat_map(|b| b.start..b.end)
        .any(|i| source.kind(i) == ATTRIBUTE_KW && source.annotation_end(i).is_some())
}

/// The annotated declarations in the bodies of an item whose tree is `root`, but for the bodies that are gone.
pub(crate) fn locals(
    source: &Source<'_>,
    tile: Tile,
    root: &SyntaxNode,
    gone: &[Tokens],
) -> Vec<Local> {
    let mut out: Vec<Local> = Vec::new();
    let mut blocks = 0u32;
    let mut walk = root.preorder();
    while let Some(event) = walk.next() {
        match event {
            WalkEvent::Enter(node) if node.kind() == COMPOUND_STATEMENT => {
                let start = source.tokens(&node).start;
                blocks += 1;
                let is_gone = |b: &Tokens| b.contains(start);
                if gone.iter().any(is_gone) || out.iter().flat_map(Local::gone).any(|b| is_gone(&b))
                {
                    walk.skip_subtree();
                }
            }
            WalkEvent::Leave(node) if node.kind() == COMPOUND_STATEMENT => blocks -= 1,
            WalkEvent::Enter(node) if blocks > 0 && node.kind() == SIMPLE_DECLARATION => {
                let tokens = source.tokens(&node);
                if (tokens.start..tokens.end).any(|i| source.kind(i) == ATTRIBUTE_KW) {
                    let decls = declarations_of_node(source.text, source.lexed, &node);
                    if decls.iter().any(|d| is_annotated(d, tile)) {
                        out.push(Local {
                            tokens,
                            decls,
                            tile,
                            parameters: parameters_around(&node),
                        });
                    }
                }
            }
            _ => {}
        }
    }
    out
}

/// The names on which a type in `node` may depend: template parameters, and function parameters that make a template.
fn parameters_around(node: &SyntaxNode) -> Vec<String> {
    let mut out = Vec::new();
    for around in node.ancestors() {
        if !matches!(
            around.kind(),
            TEMPLATE_DECLARATION | LAMBDA_EXPRESSION | FUNCTION_DEFINITION
        ) {
            continue;
        }
        for head in around.children() {
            match head.kind() {
                TEMPLATE_PARAMETER_LIST => out.extend(declared_names(&head)),
                DECLARATOR | PARAMETER_CLAUSE => {
                    let parameters = head.descendants().filter(|p| {
                        let mut specifiers =
                            p.children().filter(|c| c.kind() == DECL_SPECIFIER_SEQ);
                        p.kind() == PARAMETER_DECLARATION
                            && specifiers
                                .any(|s| s.descendants_with_tokens().any(|t| t.kind() == AUTO_KW))
                    });
                    out.extend(parameters.flat_map(|p| declared_names(&p)));
                }
                _ => {}
            }
        }
    }
    out
}

/// The parameters that a list of them, or one of them, declares.
fn declared_names(list: &SyntaxNode) -> Vec<String> {
    let declares = |n: &SyntaxNode| {
        matches!(
            n.kind(),
            DECLARATOR_ID | TYPE_PARAMETER | TEMPLATE_TEMPLATE_PARAMETER | CONSTRAINED_PARAMETER
        )
    };
    let tokens = list
        .descendants()
        .filter(declares)
        .flat_map(|n| n.children_with_tokens())
        .filter_map(SyntaxElement::into_token);
    tokens
        .filter(|t| t.kind() == IDENT)
        .map(|t| t.text().to_owned())
        .collect()
}

fn is_annotated(decl: &Decl, tile: Tile) -> bool {
    !ExecutionSpace::written(decl, tile).is_unannotated()
        || !MemorySpace::written(decl, tile).is_host()
}

impl Local {
    /// Whether the type of one of its variables depends on a template parameter: the variable counts as a template then.
    pub(crate) fn is_dependent(&self, source: &Source<'_>, decl: &Decl) -> bool {
        let own = decl.name_tokens;
        let written = decl.specifiers.range().chain(decl.declarator.range());
        written
            .map(|i| i as u32)
            .filter(|&i| !own.contains(i) && source.kind(i) == IDENT)
            .any(|i| self.parameters.iter().any(|p| p == source.word(i)))
    }

    /// The bodies of members that are for the device alone.
    pub(crate) fn gone(&self) -> impl Iterator<Item = Tokens> {
        self.decls
            .iter()
            .filter(|d| ExecutionSpace::written(d, self.tile).is_device_only())
            .filter_map(|d| d.function.as_ref()?.body.tokens())
    }

    /// The names of the managed variables that it declares.
    pub(crate) fn managed(&self) -> impl Iterator<Item = String> {
        self.decls
            .iter()
            .filter(|d| d.kind == DeclKind::Variable && d.parent.is_none())
            .filter(|d| d.spec.any(Spec::EXTERN))
            .filter(|d| MemorySpace::written(d, self.tile).has(MemorySpace::MANAGED))
            .map(|d| d.name.clone())
    }

    /// What changes in the declaration. `knows` says whether the file has a device variable of a name at namespace scope.
    pub(crate) fn edits(
        &self,
        source: &Source<'_>,
        linkage: Linkage,
        knows: impl Fn(&str) -> bool,
    ) -> Vec<Edit> {
        let mut out = Vec::new();
        for decl in &self.decls {
            if let Some(function) = &decl.function {
                let merged = Merged {
                    space: ExecutionSpace::written(decl, self.tile),
                    defined: function.body.tokens().is_some(),
                    ..Merged::default()
                };
                let edits = FunctionEdits {
                    source,
                    decl,
                    function,
                    merged,
                    linkage,
                    namespace: None,
                };
                edits.edits(&mut out);
            }
            let space = MemorySpace::written(decl, self.tile);
            if decl.kind == DeclKind::Variable
                && decl.parent.is_none()
                && decl.spec.any(Spec::EXTERN)
                && !space.is_host()
            {
                let edits = VariableEdits {
                    source,
                    decl,
                    space,
                    linkage: Linkage {
                        // What stands at namespace scope is meant: it says by itself who may see it.
                        known: knows(&decl.name),
                        ..linkage
                    },
                    facts: VariableFacts {
                        in_block: true,
                        ..VariableFacts::default()
                    },
                };
                edits.edits(&mut out);
            }
        }
        out
    }
}

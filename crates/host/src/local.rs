//! Declarations inside the bodies of host functions that CUDA annotates: members of local classes, and kernels and device
//! variables declared where they are used (spec 6-host C14).
//!
//! Plain functions over one item's tree: nothing here is remembered.

use cleave_cuda::{ExecutionSpace, MemorySpace, Merged};
use cleave_names::decl::{Decl, DeclKind, Spec, Tokens};
use cleave_names::declarations_of_node;
use cleave_syntax::SyntaxKind::{ATTRIBUTE_KW, COMPOUND_STATEMENT, SIMPLE_DECLARATION};
use cleave_syntax::tree::SyntaxNode;
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
}

/// Whether one of the bodies that stay holds an annotation, so that it is worth a tree.
pub(crate) fn may_have(source: &Source<'_>, decls: &[Decl], gone: &[Tokens]) -> bool {
    let bodies = decls
        .iter()
        .filter_map(|d| d.function.as_ref().and_then(|f| f.body.tokens()))
        .filter(|b| !gone.iter().any(|g| g.contains(b.start)));
    bodies
        .flat_map(|b| b.start..b.end)
        .any(|i| source.kind(i) == ATTRIBUTE_KW && source.annotation_end(i).is_some())
}

/// The annotated declarations in the bodies of an item whose tree is `root`, but for the bodies that are gone.
pub(crate) fn locals(source: &Source<'_>, root: &SyntaxNode, gone: &[Tokens]) -> Vec<Local> {
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
                    if decls.iter().any(is_annotated) {
                        out.push(Local { tokens, decls });
                    }
                }
            }
            _ => {}
        }
    }
    out
}

fn is_annotated(decl: &Decl) -> bool {
    !ExecutionSpace::written(decl).is_unannotated() || !MemorySpace::written(decl).is_host()
}

impl Local {
    /// The bodies of members that are for the device alone.
    pub(crate) fn gone(&self) -> impl Iterator<Item = Tokens> {
        self.decls
            .iter()
            .filter(|d| ExecutionSpace::written(d).is_device_only())
            .filter_map(|d| d.function.as_ref()?.body.tokens())
    }

    /// The names of the managed variables that it declares.
    pub(crate) fn managed(&self) -> impl Iterator<Item = String> {
        self.decls
            .iter()
            .filter(|d| d.kind == DeclKind::Variable && d.parent.is_none())
            .filter(|d| d.spec.any(Spec::EXTERN))
            .filter(|d| MemorySpace::written(d).has(MemorySpace::MANAGED))
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
                    space: ExecutionSpace::written(decl),
                    constexpr: false,
                    is_static: false,
                    defined: function.body.tokens().is_some(),
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
            let space = MemorySpace::written(decl);
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
                    facts: VariableFacts::default(),
                };
                edits.edits(&mut out);
            }
        }
        out
    }
}

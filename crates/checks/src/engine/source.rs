//! One item as rules see it: tokens by index, and declarations.

use std::cell::OnceCell;

use cleave_base_db::{Db, HostSettings, SourceFile};
use cleave_cuda::{Merged, function_facts, merged};
use cleave_names::decl::{Decl, Tokens};
use cleave_names::{ItemNode, declarations, flat_tree, lexed};
use cleave_syntax::SyntaxKind;
use cleave_syntax::flat::{FlatTree, Node};
use cleave_syntax::lexer::Lexed;
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::cxx::names::enclosing_locals::DeclaringTokens;
use crate::engine::closures::Closures;
use crate::engine::variables::Types;

/// An item and everything that a rule may ask about it.
pub(crate) struct Source<'db> {
    pub(crate) db: &'db dyn Db,
    pub(crate) file: SourceFile,
    pub(crate) item: ItemNode<'db>,
    pub(crate) settings: &'db HostSettings,
    pub(crate) text: &'db str,
    pub(crate) lexed: &'db Lexed,
    pub(crate) decls: &'db [Decl],
    /// Its tree, once somebody has asked.
    tree: OnceCell<FlatTree<'db>>,
    /// The tokens in it that declare something, once somebody has asked.
    declaring: OnceCell<DeclaringTokens<'db>>,
    /// Its functions by their tokens, once somebody has asked.
    functions: OnceCell<Functions>,
    /// The types of its variables, once somebody has asked.
    pub(super) types: Types<'db>,
    /// Its closures, once somebody has asked.
    pub(super) closures: Closures<'db>,
}

/// Where the functions among an item's declarations are: a class may have thousands.
#[derive(Default)]
struct Functions {
    by_declarator: FxHashMap<Tokens, usize>,
    by_name: FxHashMap<u32, usize>,
}

impl<'db> Source<'db> {
    pub(crate) fn new(
        db: &'db dyn Db,
        file: SourceFile,
        item: ItemNode<'db>,
        settings: &'db HostSettings,
    ) -> Self {
        Source {
            db,
            file,
            item,
            settings,
            text: item.text(db).as_str(),
            lexed: lexed(db, item),
            decls: declarations(db, item),
            tree: OnceCell::new(),
            declaring: OnceCell::new(),
            functions: OnceCell::new(),
            types: Types::default(),
            closures: Closures::default(),
        }
    }

    pub(crate) fn kind(&self, i: u32) -> SyntaxKind {
        self.lexed.kind(i as usize)
    }

    pub(crate) fn word(&self, i: u32) -> &'db str {
        self.lexed.text(self.text, i as usize)
    }

    /// The last name of a nested-name-specifier, if it is a plain one.
    pub(crate) fn last_name(&self, qualifier: Tokens) -> Option<&'db str> {
        let mut i = qualifier.end.checked_sub(1)?;
        if self.kind(i) == SyntaxKind::COLON2 {
            i = i.checked_sub(1)?;
        }
        (i >= qualifier.start && self.kind(i) == SyntaxKind::IDENT).then(|| self.word(i))
    }

    /// Whether a declaration stands in a class template.
    pub(crate) fn in_template(&self, decl: &Decl) -> bool {
        let mut at = decl.parent;
        while let Some(p) = at {
            let class = &self.decls[p as usize];
            if class.is_template() {
                return true;
            }
            at = class.parent;
        }
        false
    }

    /// The item's tree, bodies and all.
    pub(crate) fn tree(&self) -> &FlatTree<'db> {
        self.tree.get_or_init(|| flat_tree(self.db, self.item))
    }

    /// The tokens of the item that declare something.
    pub(crate) fn declaring_tokens(&self) -> &DeclaringTokens<'db> {
        (self.declaring).get_or_init(|| DeclaringTokens::of(self))
    }

    /// The tokens of a node.
    pub(crate) fn tokens(&self, node: Node<'_>) -> Tokens {
        let range = node.tokens();
        Tokens {
            start: range.start,
            end: range.end,
        }
    }

    fn functions(&self) -> &Functions {
        self.functions.get_or_init(|| {
            let mut found = Functions::default();
            for (i, decl) in self.decls.iter().enumerate() {
                if decl.function.is_some() {
                    found.by_declarator.entry(decl.declarator).or_insert(i);
                    found.by_name.entry(decl.name_tokens.start).or_insert(i);
                }
            }
            found
        })
    }

    /// The number of the function among the item's declarations whose declarator these tokens are.
    pub(crate) fn function_declared_by(&self, declarator: Tokens) -> Option<usize> {
        self.functions().by_declarator.get(&declarator).copied()
    }

    /// The same of the one whose name is at a token.
    pub(crate) fn function_named_at(&self, token: u32) -> Option<usize> {
        self.functions().by_name.get(&token).copied()
    }

    /// The merged facts of a function among the item's declarations.
    pub(crate) fn merged(&self, decl: usize) -> Merged {
        let facts = function_facts(self.db, self.item);
        facts
            .binary_search_by_key(&decl, |f| f.decl as usize)
            .ok()
            .and_then(|i| merged(self.db, self.item).get(i).copied())
            .unwrap_or_default()
    }

    /// The arguments in a token range, cut at commas outside of brackets. None for an empty range.
    pub(crate) fn arguments(&self, t: Tokens) -> Vec<Tokens> {
        let mut out = Vec::new();
        let mut depth = 0i32;
        let mut start = t.start;
        for i in t.start..t.end {
            match self.kind(i) {
                SyntaxKind::L_PAREN | SyntaxKind::L_BRACE | SyntaxKind::L_BRACK => depth += 1,
                SyntaxKind::R_PAREN | SyntaxKind::R_BRACE | SyntaxKind::R_BRACK => depth -= 1,
                SyntaxKind::COMMA if depth == 0 => {
                    out.push(Tokens { start, end: i });
                    start = i + 1;
                }
                _ => {}
            }
        }
        if start < t.end {
            out.push(Tokens { start, end: t.end });
        }
        out
    }
}

/// Where findings go.
pub(crate) type Sink<'db> = Vec<Finding<'db>>;

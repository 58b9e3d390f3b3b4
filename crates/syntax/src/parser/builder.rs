//! Makes green nodes bottom-up. Unlike rowan's own builder it looks nothing up for nodes: items are parsed one by one, and a
//! table that starts empty for each finds little and costs much. Tokens that are always the same are made once per tree.

use rowan::{GreenNode, GreenToken, NodeOrToken};

use crate::SyntaxKind::{self, *};

type Child = NodeOrToken<GreenNode, GreenToken>;

pub(super) struct Builder {
    parents: Vec<(SyntaxKind, usize)>,
    children: Vec<Child>,
    /// The last token made for each hash of a text; a power of two.
    recent: Vec<Option<GreenToken>>,
}

impl Builder {
    /// For a tree of about so many tokens.
    pub(super) fn new(tokens: usize) -> Self {
        Builder {
            parents: Vec::with_capacity(32),
            children: Vec::with_capacity(64),
            recent: vec![None; tokens.next_power_of_two().clamp(8, 512)],
        }
    }

    pub(super) fn start_node(&mut self, kind: SyntaxKind) {
        self.parents.push((kind, self.children.len()));
    }

    pub(super) fn finish_node(&mut self) {
        if let Some((kind, from)) = self.parents.pop() {
            let node = GreenNode::new(raw(kind), self.children.drain(from..));
            self.children.push(NodeOrToken::Node(node));
        }
    }

    pub(super) fn token(&mut self, kind: SyntaxKind, text: &str) {
        // Long texts seldom occur twice.
        if text.len() > 32 {
            self.children
                .push(NodeOrToken::Token(GreenToken::new(raw(kind), text)));
            return;
        }
        let at = hash(text) & (self.recent.len() - 1);
        let slot = &mut self.recent[at];
        let token = match slot {
            Some(token) if token.text() == text && token.kind() == raw(kind) => token.clone(),
            _ => slot.insert(GreenToken::new(raw(kind), text)).clone(),
        };
        self.children.push(NodeOrToken::Token(token));
    }

    /// The root, which is the one node left.
    pub(super) fn finish(mut self) -> GreenNode {
        while !self.parents.is_empty() {
            self.finish_node();
        }
        match self.children.pop() {
            Some(NodeOrToken::Node(root)) => root,
            _ => GreenNode::new(raw(ERROR), []),
        }
    }
}

fn raw(kind: SyntaxKind) -> rowan::SyntaxKind {
    rowan::SyntaxKind(kind as u16)
}

fn hash(text: &str) -> usize {
    let bytes = text.as_bytes();
    let n = bytes.len();
    if n == 0 {
        return 0;
    }
    let key = u64::from_le_bytes([
        bytes[0],
        bytes[n / 3],
        bytes[n / 2],
        bytes[n - 1],
        n as u8,
        0,
        0,
        0,
    ]);
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize
}

//! What a file declares, as a tree, and what a unit declares by a part of a name.

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclId, DeclKind, NameId, item_hir, item_spans};
use cleave_names::decl::{Spec, Special};
use cleave_names::{item_id_of_node, user_items};
use cleave_typing::{CodeRef, DeclRef, Entity};

use crate::analysis::{Analysis, ItemTokens, Text};
use crate::places::{FilePosition, FileRange};

/// What a declaration declares, as an editor shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A namespace.
    Namespace,
    /// A class or struct.
    Class,
    /// An enumeration.
    Enum,
    /// An enumerator.
    Enumerator,
    /// A function.
    Function,
    /// A kernel.
    Kernel,
    /// A member function.
    Method,
    /// A constructor.
    Constructor,
    /// A variable.
    Variable,
    /// A parameter.
    Parameter,
    /// A data member.
    Field,
    /// An alias.
    Alias,
    /// A template parameter.
    TypeParameter,
    /// A concept.
    Concept,
    /// A macro.
    Macro,
    /// A keyword.
    Keyword,
    /// A file.
    File,
    /// Something else.
    Other,
}

impl Kind {
    pub(crate) fn of<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Kind {
        if entity.decl(db).closure(db).is_some() {
            return Kind::Function;
        }
        let decl = entity.decl(db);
        decl.hir(db).map_or(Kind::Other, |d| {
            Kind::of_decl(d, decl.parent_class(db).is_some())
        })
    }

    pub(crate) fn of_decl(decl: &Decl, in_class: bool) -> Kind {
        let is_kernel = decl.attrs.iter().any(|a| a.name.as_str() == "global");
        match &decl.kind {
            DeclKind::Function(_) if is_kernel => Kind::Kernel,
            DeclKind::Function(f) if f.special == Special::Constructor => Kind::Constructor,
            DeclKind::Function(_) | DeclKind::DeductionGuide(_) if in_class => Kind::Method,
            DeclKind::Function(_) | DeclKind::DeductionGuide(_) => Kind::Function,
            DeclKind::Variable(_) if in_class && !decl.spec.any(Spec::STATIC) => Kind::Field,
            DeclKind::Variable(_) | DeclKind::StructuredBinding { .. } | DeclKind::Binding(_) => {
                Kind::Variable
            }
            DeclKind::Class(_) => Kind::Class,
            DeclKind::Enum(_) => Kind::Enum,
            DeclKind::Enumerator(_) => Kind::Enumerator,
            DeclKind::Alias(_) => Kind::Alias,
            DeclKind::NamespaceAlias(_) | DeclKind::Namespace { .. } => Kind::Namespace,
            DeclKind::Concept(_) => Kind::Concept,
            _ => Kind::Other,
        }
    }
}

/// Something that a file declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// Its name.
    pub name: String,
    /// What is said beside it: the spaces that are written.
    pub detail: String,
    /// What it is.
    pub kind: Kind,
    /// All of it.
    pub range: FileRange,
    /// Its name.
    pub at: FileRange,
    /// The namespace that it stands in.
    pub scope: String,
    /// What is declared in it.
    pub children: Vec<DocumentSymbol>,
}

/// How deep classes in classes are shown.
const DEPTH: usize = 16;

impl Analysis {
    /// What a file declares.
    pub fn document_symbols(&self, file: &str) -> Vec<DocumentSymbol> {
        let text = self.text();
        self.symbols_of(&text, |at| &*at.file == file)
    }

    /// What the user's files declare whose name has the letters of `query` in their order, upper and lower case alike.
    pub fn workspace_symbols(&self, query: &str, most: usize) -> Vec<DocumentSymbol> {
        let text = self.text();
        let mut out = Vec::new();
        let mut open = self.symbols_of(&text, |_| true);
        while let Some(mut symbol) = open.pop() {
            open.append(&mut symbol.children);
            if out.len() < most && matches(&symbol.name, query) {
                out.push(symbol);
            }
        }
        out.sort_by(|a, b| (a.name.len(), &a.name).cmp(&(b.name.len(), &b.name)));
        out
    }

    fn symbols_of<'db>(
        &'db self,
        text: &Text<'db>,
        wanted: impl Fn(&FilePosition) -> bool,
    ) -> Vec<DocumentSymbol> {
        let db = &self.db;
        let mut out = Vec::new();
        for &node in user_items(db, self.file) {
            let item = item_id_of_node(db, node);
            let Some((start, _)) = text.item(item) else {
                continue;
            };
            let is_wanted = self
                .places
                .stands(start as u32)
                .is_some_and(|at| wanted(&at));
            if !is_wanted {
                continue;
            }
            let Some(tokens) = ItemTokens::new(text, item) else {
                continue;
            };
            let scope = cleave_names::ScopePath::path(item.scope(db), db);
            let scope: Vec<&str> = scope
                .iter()
                .map(|s| s.name(db))
                .filter(|n: &&str| !n.is_empty())
                .collect();
            let scope = scope.join("::");
            for &root in &item_hir(db, item).roots {
                let decl = DeclRef::at(db, CodeRef::signature(item), root);
                let symbol = self.symbol_of(text, &tokens, decl, root, false, DEPTH);
                out.extend(symbol.map(|s| DocumentSymbol {
                    scope: scope.clone(),
                    ..s
                }));
            }
        }
        out
    }

    fn symbol_of<'db>(
        &'db self,
        text: &Text<'db>,
        tokens: &ItemTokens<'db>,
        decl: DeclRef<'db>,
        id: DeclId,
        in_class: bool,
        depth: usize,
    ) -> Option<DocumentSymbol> {
        let db = &self.db;
        let hir = decl.hir(db)?;
        let item = decl.code(db).item;
        let kind = Kind::of_decl(hir, in_class);
        if kind == Kind::Other
            || hir.is_implied()
            || hir.name == NameId::None && !matches!(kind, Kind::Class | Kind::Enum)
        {
            return None;
        }
        let spans = item_spans(db, item);
        let name = *spans.decls.get(id.into_raw().into_u32() as usize)?;
        let (start, _) = tokens.offset(name.start)?;
        let (last, last_length) = tokens.offset(name.end.max(name.start + 1) - 1)?;
        let at = self.range_of(text, start, (last - start) as u32 + last_length)?;
        let shown = match hir.name {
            NameId::None => "(unnamed)".to_owned(),
            _ => text
                .from(start)
                .get(..last - start + last_length as usize)?
                .to_owned(),
        };
        let whole = match in_class {
            true => at.clone(),
            false => {
                let first = tokens
                    .offset(0)
                    .and_then(|(o, l)| self.range_of(text, o, l))?;
                let last = tokens.lexed.len().checked_sub(1)? as u32;
                let last = tokens
                    .offset(last)
                    .and_then(|(o, l)| self.range_of(text, o, l))?;
                match first.start.file == last.start.file && first.start <= last.start {
                    true => FileRange {
                        start: first.start,
                        end_line: last.end_line,
                        end_column: last.end_column,
                    },
                    false => at.clone(),
                }
            }
        };
        let members: &[DeclId] = match &hir.kind {
            DeclKind::Class(class) => &class.members,
            DeclKind::Enum(e) => e.enumerators.as_deref().unwrap_or_default(),
            _ => &[],
        };
        let mut children = Vec::new();
        if depth > 0 {
            for &member in members {
                let decl = DeclRef::at(db, decl.code(db), member);
                children.extend(self.symbol_of(text, tokens, decl, member, true, depth - 1));
            }
        }
        let spaces = ["global", "host", "device", "constant", "shared", "managed"];
        let written = hir
            .attrs
            .iter()
            .filter(|a| spaces.contains(&a.name.as_str()));
        let detail: Vec<String> = written.map(|a| format!("__{}__", a.name)).collect();
        Some(DocumentSymbol {
            name: shown,
            detail: detail.join(" "),
            kind,
            range: whole,
            at,
            scope: String::new(),
            children,
        })
    }
}

/// Whether a name has the letters of a query in their order.
pub(crate) fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    (query
        .chars()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase))
    .all(|c| letters.any(|l| l == c))
}

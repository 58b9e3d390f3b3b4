//! Identifiers that nothing can have declared: their spelling occurs in the user's code in nothing but uses.
//!
//! Whatever else is spelled like the name, a member of some class, a label, a macro's left-over, a word in a string, makes the
//! rule silent. A name that headers spell is looked up, where namespaces alone decide: not that of a called function, which
//! its arguments may find, and not in a member that stands outside of its class.
//!
//! Granularity: [`name_uses`] per item; [`undefined`] runs at every edit, for the whole text is asked; [`undefined_in`] is the
//! firewall in front of an item's findings.

use std::borrow::Cow;

use cleave_base_db::{Db, SourceFile};
use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_names::decl::{Body, DeclKind, Spec};
use cleave_names::{
    ItemNode, ScopePath, declarations, flat_bodies, flat_tree, is_undeclared, lexed, skeleton,
    user_items,
};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::ast::{self, AstNode};
use cleave_syntax::flat::Node;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::Flags;
use memchr::memmem::Finder;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::tokens::index::{Entry, only_mine};

/// The tokens of an item that are undefined names, each with whether a template is asked for.
type Undefined<'db> = (ItemNode<'db>, Box<[(u32, bool)]>);

/// One unqualified name where only something declared before can be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Use {
    token: u32,
    name: String,
    /// A type's name. The reference complains about each, but only once in a scope about others.
    ty: bool,
    /// In an operand that is not evaluated.
    unevaluated: bool,
    /// Of a called function: its arguments' types may find it.
    callee: bool,
    /// It has template arguments, and can only be a type's name. The reference complains about each, in its own words.
    template: bool,
    /// It is a template argument by itself: the template's name, and the argument's number.
    argument: Option<(String, u32)>,
    /// The scope within the item, an index into [`NameUses::scopes`]; 0 is the namespace.
    scope: u32,
}

/// The names that an item uses, and those that it spells for any other reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct NameUses {
    uses: Box<[Use]>,
    /// For each scope its parent.
    scopes: Box<[u32]>,
    others: Box<[String]>,
    /// Nothing but namespaces and the item itself declare what it uses: it has no bases, no using-declarations, and is no
    /// member of a class outside of it.
    plain: bool,
}

#[salsa::tracked]
fn name_uses<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> NameUses {
    let text = item.text(db).as_str();
    let lexed = lexed(db, item);
    let (parse, tree) = (flat_bodies(db, item), flat_tree(db, item));
    let mut c = Collector {
        text,
        lexed,
        uses: Vec::new(),
        scopes: vec![0],
        plain: declarations(db, item)
            .iter()
            .all(|d| d.qualifier.is_empty()),
    };
    if parse.errors.is_empty() {
        c.children(tree.root(), 0, false);
    }
    let used: FxHashSet<u32> = c.uses.iter().map(|u| u.token).collect();
    let mut others: Vec<String> = (0..lexed.len() as u32)
        .filter(|i| lexed.kind(*i as usize) == IDENT && !used.contains(i))
        .map(|i| lexed.text(text, i as usize).to_owned())
        .collect();
    others.sort();
    others.dedup();
    NameUses {
        uses: c.uses.into(),
        scopes: c.scopes.into(),
        others: others.into(),
        plain: c.plain,
    }
}

struct Collector<'t> {
    text: &'t str,
    lexed: &'t Lexed,
    uses: Vec<Use>,
    scopes: Vec<u32>,
    plain: bool,
}

impl Collector<'_> {
    fn children(&mut self, node: Node<'_>, scope: u32, dependent: bool) {
        for child in node.children() {
            self.node(child, scope, dependent);
        }
    }

    fn node(&mut self, node: Node<'_>, scope: u32, dependent: bool) {
        let mut dependent = dependent;
        let mut scope = scope;
        match node.kind() {
            // Names that are looked up in their own way, or not at all.
            ATTRIBUTE_SPECIFIER
            | ASM_DECLARATION
            | BUILTIN_EXPRESSION
            | TYPE_TRAIT_EXPRESSION
            | REQUIRES_EXPRESSION
            | REQUIRES_CLAUSE
            | CONCEPT_DEFINITION
            | ERROR
            | BASE_CLAUSE
            | USING_DECLARATION
            | USING_DIRECTIVE
            | NAMESPACE_ALIAS_DEFINITION
            | TYPE_TRANSFORM
            | DEDUCTION_GUIDE
            | TYPE_CONSTRAINT
            | NESTED_NAME_SPECIFIER
            | DECLARATOR_ID => {
                self.plain &= !matches!(
                    node.kind(),
                    BASE_CLAUSE | USING_DECLARATION | USING_DIRECTIVE | NAMESPACE_ALIAS_DEFINITION
                );
                return;
            }
            USING_ENUM_DECLARATION => self.plain = false,
            MEM_INITIALIZER => {
                for c in node.children().filter(|c| c.kind() != NAMED_TYPE) {
                    self.node(c, scope, dependent);
                }
                return;
            }
            CALL_EXPRESSION | LAUNCH_EXPRESSION => {
                let callee = node.children().next();
                let literal = node
                    .child(ARGUMENT_LIST)
                    .is_some_and(|list| list.children().all(|a| a.kind() == LITERAL));
                // Argument-dependent lookup may find it when the template is instantiated.
                let open = dependent && !literal;
                for c in node.children() {
                    if Some(&c) != callee.as_ref() || c.kind() != ID_EXPRESSION {
                        self.node(c, scope, dependent);
                    } else {
                        let role = if literal { Role::Value } else { Role::Callee };
                        if !open {
                            self.used(c, scope, role);
                        }
                        self.children(c, scope, dependent);
                    }
                }
                return;
            }
            ID_EXPRESSION => self.used(node, scope, Role::Value),
            LAMBDA_CAPTURE if node.children().next().is_none() => {
                self.captured(node, scope);
                return;
            }
            NAMED_TYPE => {
                self.used(node, scope, Role::Type);
                self.templated(node, scope);
            }
            COMPOUND_STATEMENT | RANGE_FOR_STATEMENT | HANDLER | CLASS_SPECIFIER => {
                scope = self.open(scope);
            }
            FOR_STATEMENT | IF_STATEMENT | WHILE_STATEMENT | SWITCH_STATEMENT | DO_STATEMENT => {
                if declares(node) {
                    scope = self.open(scope);
                }
                for c in node.children() {
                    let part = matches!(c.kind(), CONDITION | INIT_STATEMENT | FOR_STEP)
                        || ast::Expr::can_cast(c.kind());
                    let inner = if part { scope } else { self.open(scope) };
                    self.node(c, inner, dependent);
                }
                return;
            }
            FUNCTION_DEFINITION | LAMBDA_EXPRESSION => {
                scope = self.open(scope);
                dependent |= node
                    .descendants()
                    .filter(|n| n.kind() == PARAMETER_CLAUSE)
                    .any(|p| p.descendants().any(|n| n.has(AUTO_KW)));
            }
            TEMPLATE_DECLARATION => {
                // Default arguments of parameters are no part of what follows.
                for c in node.children() {
                    let inner = self.open(scope);
                    self.node(c, inner, true);
                }
                return;
            }
            _ => {}
        }
        self.children(node, scope, dependent);
    }

    /// A name in a capture-list. The reference complains about each.
    fn captured(&mut self, node: Node<'_>, scope: u32) {
        let (start, end) = ends(node);
        let expands = (start..end).any(|i| self.lexed.kind(i) == ELLIPSIS);
        let name = (start..end).find(|&i| self.lexed.kind(i) == IDENT);
        if let Some(token) = name.filter(|_| !expands) {
            self.told_each_time(token, scope, false);
        }
    }

    /// A name that the reference complains about wherever it stands.
    fn told_each_time(&mut self, token: usize, scope: u32, template: bool) {
        self.uses.push(Use {
            token: token as u32,
            name: self.lexed.text(self.text, token).to_owned(),
            ty: true,
            unevaluated: false,
            callee: false,
            template,
            argument: None,
            scope,
        });
    }

    /// An unqualified name with template arguments where nothing but a type may stand. What begins a statement or a parameter may
    /// be an expression, and the reference takes it for one.
    fn templated(&mut self, node: Node<'_>, scope: u32) {
        let (token, end) = ends(node);
        let named = token + 1 < end
            && self.lexed.kind(token) == IDENT
            && self.lexed.kind(token + 1) == LT
            && node.child(NESTED_NAME_SPECIFIER).is_none();
        let name = self.lexed.text(self.text, token);
        if named && !cleave_syntax::is_implementation_name(name) && is_certain_type(node) {
            self.told_each_time(token, scope, true);
        }
    }

    fn open(&mut self, parent: u32) -> u32 {
        self.scopes.push(parent);
        self.scopes.len() as u32 - 1
    }

    fn used(&mut self, node: Node<'_>, scope: u32, role: Role) {
        let ty = role == Role::Type;
        let (token, end) = ends(node);
        let name = self.lexed.text(self.text, token);
        let own = cleave_syntax::is_implementation_name(name);
        if end == token + 1 && self.lexed.kind(token) == IDENT && !own {
            self.uses.push(Use {
                token: token as u32,
                name: name.to_owned(),
                ty,
                unevaluated: node
                    .nearest(&[SIZEOF_EXPRESSION, DECLTYPE_SPECIFIER, NOEXCEPT_EXPRESSION])
                    .is_some(),
                callee: role == Role::Callee,
                template: false,
                argument: template_argument(node),
                scope,
            });
        }
    }
}

/// The tokens of a node, as they are counted in the text.
fn ends(node: Node<'_>) -> (usize, usize) {
    let tokens = node.tokens();
    (tokens.start as usize, tokens.end as usize)
}

/// Whether the place of a type's name tells that it is one: behind another specifier, in an alias, or in a declaration at
/// namespace or class level.
fn is_certain_type(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    let Some(owner) = parent.parent() else {
        return false;
    };
    match parent.kind() {
        DECL_SPECIFIER_SEQ => {
            let first = parent.tokens().start == name.tokens().start;
            let around = owner
                .ancestors()
                .find(|n| matches!(n.kind(), COMPOUND_STATEMENT | CLASS_SPECIFIER));
            let in_block = around.is_some_and(|n| n.kind() == COMPOUND_STATEMENT);
            match owner.kind() {
                SIMPLE_DECLARATION | FUNCTION_DEFINITION => !(first && in_block),
                PARAMETER_DECLARATION => !first,
                TYPE_ID => owner
                    .parent()
                    .is_some_and(|o| o.kind() == ALIAS_DECLARATION),
                _ => false,
            }
        }
        _ => false,
    }
}

/// The template's name and the number of the argument, if a type's name is all of a template argument.
fn template_argument(name: Node<'_>) -> Option<(String, u32)> {
    let mut node = name;
    if node.kind() != NAMED_TYPE {
        return None;
    }
    let list = loop {
        let parent = node.parent()?;
        match parent.kind() {
            TEMPLATE_ARGUMENT_LIST => break parent,
            DECL_SPECIFIER_SEQ | TYPE_ID if parent.tokens() == node.tokens() => {}
            _ => return None,
        }
        node = parent;
    };
    let number = list.children().position(|c| c == node)?;
    let template = list.parent()?.first_token()?;
    Some((template.text().to_owned(), number as u32))
}

/// Whether a name that is a template argument by itself is taken for a value's: where the template is a function, or takes a
/// value there. What it is like is the last declaration's to say.
fn is_value(db: &dyn Db, file: SourceFile, template: &str, number: u32) -> bool {
    only_mine(db, file, template).iter().any(|e| {
        let decl = declarations(db, e.item).get(e.decl as usize);
        let head = decl.and_then(|d| d.heads.last());
        let Some(param) = head.and_then(|h| h.params.get(number as usize)) else {
            return false;
        };
        let first = lexed(db, e.item).kind(param.tokens.start as usize);
        e.kind == DeclKind::Function || !matches!(first, TYPENAME_KW | CLASS_KW | TEMPLATE_KW)
    })
}

/// What a name is used as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Value,
    Callee,
    Type,
}

/// Whether a statement declares something in its parentheses, and so is a scope.
fn declares(statement: Node<'_>) -> bool {
    let declaration = |n: Node<'_>| {
        n.kind() == CONDITION_DECLARATION
            || n.parent().is_some_and(|p| p.kind() == INIT_STATEMENT)
                && n.kind() != EXPRESSION_STATEMENT
    };
    (statement.children())
        .filter(|c| matches!(c.kind(), CONDITION | INIT_STATEMENT))
        .any(|c| c.children().any(declaration))
}

/// How certain it is that nothing declares a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Certainty {
    /// It is spelled nowhere else.
    Nowhere,
    /// It is spelled outside of the user's code: lookup decides.
    Elsewhere,
}

/// The uses of undefined names that are worth telling, by item.
#[salsa::tracked(returns(deref))]
fn undefined<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[Undefined<'db>]> {
    let items = user_items(db, file);
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for &item in items {
        for u in &name_uses(db, item).uses {
            *counts.entry(&u.name).or_default() += 1;
        }
    }
    for &item in items {
        for name in &name_uses(db, item).others {
            counts.remove(name.as_str());
        }
    }
    if counts.is_empty() {
        return Box::default();
    }
    let text: &str = file.text(db);
    let skeleton = skeleton(db, file);
    let declared: FxHashSet<&str> = (skeleton.items.iter().map(|item| item.name))
        .chain(skeleton.more_names.iter().map(|(_, name)| *name))
        .map(|name| name.of(text))
        .filter(|name| counts.contains_key(name))
        .collect();
    let unknown = (counts.into_iter())
        .filter(|(name, _)| !is_spelled_otherwise(text, name))
        .map(|(name, uses)| {
            let spelled = declared.contains(name) || occurs_more_often(text, name, uses);
            let certainty = match spelled {
                true => Certainty::Elsewhere,
                false => Certainty::Nowhere,
            };
            (name, certainty)
        })
        .collect();
    tell(db, file, items, &unknown)
}

/// A name with its universal character names [lex.charset] read, if it has any.
pub(crate) fn plain_spelling(name: &str) -> Cow<'_, str> {
    if !name.contains('\\') {
        return Cow::Borrowed(name);
    }
    let mut out = String::new();
    let mut rest = name;
    while let Some(at) = rest.find('\\') {
        let digits = match rest[at + 1..].chars().next() {
            Some('u') => 4,
            _ => 8,
        };
        let code = rest.get(at + 2..at + 2 + digits);
        let read = code.and_then(|c| char::from_u32(u32::from_str_radix(c, 16).ok()?));
        let Some(read) = read else { break };
        out.push_str(&rest[..at]);
        out.push(read);
        rest = &rest[at + 2 + digits..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether the text has a name in one of the other spellings that characters beyond ASCII have.
fn is_spelled_otherwise(text: &str, name: &str) -> bool {
    let plain = plain_spelling(name);
    if plain.is_ascii() {
        return false;
    }
    let spelled = |escape: &dyn Fn(u32) -> String| -> String {
        plain
            .chars()
            .map(|c| match c {
                c if c.is_ascii() => c.to_string(),
                c => escape(u32::from(c)),
            })
            .collect()
    };
    let short = spelled(&|c| format!("\\u{c:04x}"));
    let long = spelled(&|c| format!("\\U{c:08x}"));
    [&*plain, &short, &long]
        .iter()
        .any(|other| *other != name && text.contains(other))
}

/// Whether a word stands in the text more than `times` times.
fn occurs_more_often(text: &str, word: &str, times: usize) -> bool {
    let bytes = text.as_bytes();
    let part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | 0x80..);
    let mut found = 0;
    for at in Finder::new(word).find_iter(bytes) {
        let alone = !at.checked_sub(1).is_some_and(|i| part(bytes[i]))
            && !bytes.get(at + word.len()).is_some_and(|&b| part(b));
        found += usize::from(alone);
        if found > times {
            return true;
        }
    }
    false
}

/// Which of the uses the reference reports: a name counts as declared in a scope where it was complained about.
fn tell<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    items: &[ItemNode<'db>],
    unknown: &FxHashMap<&str, Certainty>,
) -> Box<[Undefined<'db>]> {
    let mut reported: FxHashSet<(ScopePath<'db>, &str)> = FxHashSet::default();
    let mut out = Vec::new();
    for &item in items {
        let n = name_uses(db, item);
        let mut inside: FxHashSet<(u32, &str)> = FxHashSet::default();
        let mut tokens = Vec::new();
        let undefined = |u: &Use| match unknown.get(u.name.as_str()) {
            Some(Certainty::Nowhere) => true,
            Some(Certainty::Elsewhere) => n.plain && !u.callee && is_undeclared(db, item, &u.name),
            None => false,
        };
        for u in n.uses.iter().filter(|u| undefined(u)) {
            let name = u.name.as_str();
            let mut around = Some(item.scope(db));
            let mut known = false;
            while let Some(scope) = around {
                known |= reported.contains(&(scope, name));
                around = scope.parent(db);
            }
            let mut scope = u.scope;
            while scope != 0 {
                known |= inside.contains(&(scope, name));
                scope = n.scopes[scope as usize];
            }
            let value = |(template, number): &(String, u32)| is_value(db, file, template, *number);
            let each = u.ty && !u.argument.as_ref().is_some_and(value);
            if known && (!each || u.template) {
                continue;
            }
            tokens.push((u.token, u.template));
            if !each {
                if u.scope == 0 {
                    reported.insert((item.scope(db), name));
                } else {
                    inside.insert((u.scope, name));
                }
            }
        }
        if !tokens.is_empty() {
            out.push((item, tokens.into()));
        }
    }
    out.into()
}

/// The tokens of an item that are undefined names, and of each whether a template is asked for.
#[salsa::tracked(returns(deref))]
pub(crate) fn undefined_in<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
) -> Box<[(u32, bool)]> {
    undefined(db, file)
        .iter()
        .find(|u| u.0 == item)
        .map_or_else(Box::default, |u| u.1.clone())
}

/// Which of the names that lookup by meaning did not find are reported as well: not those that were reported before, here or in a
/// scope around, nor those that are the implementation's to know.
pub(crate) fn worth_telling<'db>(s: &Source<'db>, found: &[u32]) -> Vec<u32> {
    if found.is_empty() {
        return Vec::new();
    }
    let n = name_uses(s.db, s.item);
    let known = undefined_in(s.db, s.file, s.item);
    // Of these every use was looked at, and reported where it is worth it.
    let complete = undefined_words(s.db, s.file);
    let mut inside: FxHashSet<(u32, &str)> = FxHashSet::default();
    let mut out = Vec::new();
    let mut uses: Vec<&Use> = n.uses.iter().collect();
    uses.sort_by_key(|u| u.token);
    for u in uses.into_iter().filter(|u| !u.template) {
        let reported = known.contains(&(u.token, false));
        let name = u.name.as_str();
        let open = || complete.contains(name) || is_spelled_elsewhere(s, name);
        if !reported && (!found.contains(&u.token) || open()) {
            continue;
        }
        let mut covered = inside.contains(&(0, name));
        let mut scope = u.scope;
        while scope != 0 {
            covered |= inside.contains(&(scope, name));
            scope = n.scopes[scope as usize];
        }
        if !reported && (!covered || u.ty) {
            out.push(u.token);
        }
        if !u.ty {
            inside.insert((u.scope, name));
        }
    }
    out
}

/// Whether another item of the user's declares a name in a way that lookup does not know: as a member of a class without a name,
/// whose members are those of the scope around, behind a class key, or by a declarator that the index of names does not read.
fn is_spelled_elsewhere(s: &Source<'_>, name: &str) -> bool {
    let scope = s.item.scope(s.db);
    let mut around = scope.path(s.db);
    around.extend(user_items(s.db, s.file).iter().find_map(|item| {
        let scope = item.scope(s.db);
        scope.parent(s.db).is_none().then_some(scope)
    }));
    let declares = |item: &ItemNode<'_>| {
        let decls = declarations(s.db, *item);
        let before = item.index(s.db) < s.item.index(s.db);
        let visible = before && around.contains(&item.scope(s.db));
        visible && is_behind_key(s.db, *item, name)
            || decls.iter().filter(|d| d.name == name).any(|d| {
                match d.parent.and_then(|p| decls.get(p as usize)) {
                    Some(parent) => parent.name.is_empty(),
                    None => visible && d.qualifier.is_empty() && !d.spec.any(Spec::FRIEND),
                }
            })
    };
    (user_items(s.db, s.file).iter())
        .filter(|item| **item != s.item)
        .filter(|item| name_uses(s.db, **item).others.iter().any(|o| o == name))
        .any(declares)
}

/// Whether an item mentions a class or enumeration of this name by its key.
fn is_behind_key(db: &dyn Db, item: ItemNode<'_>, name: &str) -> bool {
    let (text, lexed) = (item.text(db).as_str(), lexed(db, item));
    (1..lexed.len()).any(|i| {
        matches!(lexed.kind(i - 1), ENUM_KW | STRUCT_KW | CLASS_KW | UNION_KW)
            && lexed.kind(i) == IDENT
            && lexed.text(text, i) == name
    })
}

/// The names that [`undefined`] reports.
#[salsa::tracked(returns(ref))]
fn undefined_words(db: &dyn Db, file: SourceFile) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    for (item, tokens) in undefined(db, file) {
        let (text, lexed) = (item.text(db).as_str(), lexed(db, *item));
        out.extend(
            tokens
                .iter()
                .map(|&(at, _)| lexed.text(text, at as usize).to_owned()),
        );
    }
    out
}

/// Names that nothing declares.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for &(at, template) in undefined_in(s.db, s.file, s.item) {
        let name = plain_spelling(s.word(at)).into_owned();
        let (code, shown) = match template {
            true => (codes::NOT_A_TEMPLATE, Arg::Text(name)),
            false => (codes::UNDEFINED_IDENTIFIER, Arg::Name(name)),
        };
        out.push(Finding::new(code, at).arg(shown));
    }
}

/// The names that the user's own code uses outside of templates.
#[salsa::tracked]
pub(crate) fn used_names(db: &dyn Db, file: SourceFile) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    for &item in user_items(db, file) {
        if !item.flags(db).has(Flags::TEMPLATE) {
            let uses = name_uses(db, item).uses.iter();
            out.extend(uses.filter(|u| !u.unevaluated).map(|u| u.name.clone()));
        }
    }
    out
}

/// The functions that an item declares, that only this file could define and that nothing defines, although they are used: the
/// tokens of their names. A firewall over [`used_names`].
#[salsa::tracked(returns(deref))]
fn used_but_undefined<'db>(db: &'db dyn Db, file: SourceFile, item: ItemNode<'db>) -> Box<[u32]> {
    let mut out = Vec::new();
    for (i, decl) in declarations(db, item).iter().enumerate() {
        let internal = decl.spec.any(Spec::STATIC) || item.scope(db).is_internal(db);
        let plain = decl.function.as_ref().is_some_and(|f| f.body == Body::None)
            && decl.parent.is_none()
            && decl.qualifier.is_empty()
            && decl.heads.is_empty()
            && !decl.instantiation
            && !decl
                .spec
                .any(Spec::EXTERN.with(Spec::INLINE).with(Spec::FRIEND));
        if !internal || !plain {
            continue;
        }
        let all = only_mine(db, file, &decl.name);
        let first = all
            .first()
            .filter(|e| e.item == item && e.decl as usize == i);
        let Some(me) = first else { continue };
        let foreign = |e: &Entry<'_>| {
            e.defined || e.qualified || e.template || e.class.is_some() || e.key != me.key
        };
        if !all.iter().any(foreign) && used_names(db, file).contains(&decl.name) {
            out.push(decl.name_tokens.start);
        }
    }
    out.into()
}

/// `… was referenced but not defined`
pub(crate) fn undefined_functions<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for &at in used_but_undefined(s.db, s.file, s.item) {
        let mut found = Finding::new(codes::NEVER_DEFINED, at).severity(Severity::Warning);
        found.reported_last = true;
        out.push(found.arg(Arg::Entity {
            kind: "function",
            name: crate::cuda::spaces::redeclared::qualified(s, s.word(at)),
        }));
    }
}

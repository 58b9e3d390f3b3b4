//! Names that nothing declares in the expressions of a type: bounds, operands of `decltype`, exception specifications. What depends on
//! template parameters is not typed before it is instantiated, but its names are looked up where they stand ([temp.res.general]/1).
//!
//! Of types that a declaration in a block is written with, the qualified names are looked up too.
//!
//! It types no expression. A name in front of the parentheses of a call may be found by its arguments, and is left alone ([temp.dep]/1).

use cleave_codes::codes;
use cleave_hir::{Code, Expr, ExprId, Name, NameId, Node, TypeId, TypeRef, children};
use rustc_hash::FxHashSet;

use crate::code::NameKey;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::lookup::unseen::is_unseen;
use crate::{Context, Fill, Problem};

/// The unqualified names that expressions in some parts of a code mention, but for `own` and those of parameters that are declared
/// in there.
fn mentioned<'a>(
    code: &'a Code,
    from: Vec<Node<'a>>,
    own: impl IntoIterator<Item = &'a Name>,
) -> Vec<(ExprId, &'a Name)> {
    let mut own: FxHashSet<&Name> = own.into_iter().collect();
    let mut called: FxHashSet<ExprId> = FxHashSet::default();
    let mut names = Vec::new();
    let mut stack = from;
    while let Some(at) = stack.pop() {
        match at {
            Node::Param(param) => {
                own.extend(&code[param].name);
            }
            Node::Expr(e) => match &code[e] {
                // What is declared in there is not known here.
                Expr::Lambda(_) | Expr::Statements(_) | Expr::Requires(..) => continue,
                Expr::Call(callee, _) => {
                    called.insert(*callee);
                }
                Expr::Path(path) if path.is_unqualified() && path.args.is_none() => {
                    if let NameId::Ident(name) = &path.name {
                        names.push((e, name));
                    }
                }
                _ => {}
            },
            Node::Decl(_) | Node::Stmt(_) => continue,
            _ => {}
        }
        children(code, at, &mut |part| stack.push(part));
    }
    names.retain(|(e, name)| !called.contains(e) && !own.contains(name));
    names
}

/// The types with qualified names in some parts of a code.
fn qualified(code: &Code, from: Vec<Node<'_>>) -> Vec<TypeId> {
    let mut types = Vec::new();
    let mut stack = from;
    while let Some(at) = stack.pop() {
        match at {
            Node::Expr(e) if matches!(code[e], Expr::Lambda(_) | Expr::Statements(_)) => continue,
            Node::Type(ty) => {
                if let TypeRef::Path { path, .. } = &code[ty]
                    && !path.is_unqualified()
                {
                    types.push(ty);
                }
            }
            Node::Decl(_) | Node::Stmt(_) => continue,
            _ => {}
        }
        children(code, at, &mut |part| stack.push(part));
    }
    types
}

impl<'db> Context<'db> {
    /// Says which qualified names of types in some parts of this code name nothing. For types that a declaration in a block is written
    /// with, where nobody else says it.
    pub(crate) fn check_qualified_types(&mut self, from: Vec<Node<'db>>) {
        if self.is_substitution() || self.is_instantiation() || !self.is_of_user() {
            return;
        }
        let before = self.problems.len();
        for ty in qualified(self.code, from) {
            self.resolve_type(ty);
        }
        let found = self.problems.split_off(before);
        let unknown = |p: &Problem<'db>| p.names_nothing() && !p.is_undefined_name();
        self.problems.extend(found.into_iter().filter(unknown));
    }

    /// Says which names in the expressions of some parts of this code nothing declares. `own` are declared there.
    pub(crate) fn check_mentioned<'a>(
        &mut self,
        from: Vec<Node<'db>>,
        own: impl IntoIterator<Item = &'a Name>,
    ) where
        'db: 'a,
    {
        let (db, item) = (self.db, self.code_ref.item);
        if self.is_substitution() || self.is_instantiation() || !cleave_names::is_of_user(db, item)
        {
            return;
        }
        for (e, name) in mentioned(self.code, from, own) {
            let key = NameKey::Ident(name.clone());
            if !matches!(self.lookup_key(&key, Want::Any), Found::Nothing) {
                continue;
            }
            let word = name.as_str();
            if cleave_syntax::is_implementation_name(word)
                || is_unseen(db, item, item.scope(db), word)
                || crate::check::call::builtin::is_of_another(db, item, word)
            {
                continue;
            }
            let Expr::Path(path) = &self.code[e] else {
                continue;
            };
            if matches!(self.lookup_nominated(path), Found::Nothing) {
                let name = Fill::Name(word.into());
                let problem = Problem::new(codes::UNDEFINED_IDENTIFIER { name }, self.site(e));
                self.problems.push(problem);
            }
        }
    }
}

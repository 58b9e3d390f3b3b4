//! Nested-name-specifiers that begin with a name that nothing declares ([basic.lookup.qual]): `cub::BlockReduce<int, 32> r;` without
//! the header. The reference reads on as if the name were a declarator or a value, each place in its way, and says what is missing
//! then. That nothing declares the name is the semantic core's to say, not this module's.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_names::decl::{Decl, DeclKind, Spec};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::Node;

use crate::cuda::attributes::known::shown;
use crate::engine::nodes::block_or_class;
use crate::engine::source::{Sink, Source};
use crate::{Arg, Finding};

/// The name in question.
struct Unknown<'s, 't, 'db> {
    s: &'s Source<'db>,
    /// The node of the qualified name.
    name: Node<'t>,
    /// The token of its first name; `::` is the next one.
    at: u32,
    /// `typename` stands in front of it.
    typename: bool,
}

/// What the reference says of such a name, and of what stands behind it. `None`: no more than is found already.
pub(crate) fn respelled<'db>(s: &Source<'db>, found: &Finding<'db>) -> Option<Vec<Finding<'db>>> {
    let own = found.item.is_none() && found.contexts.is_empty();
    let at = found.at;
    let codes = [
        codes::NOT_A_CLASS_OR_NAMESPACE_NAME,
        codes::QUALIFIED_NAME_REQUIRED,
    ];
    if !own || !codes.contains(&found.code) || s.kind(at) != IDENT || s.kind(at + 1) != COLON2 {
        return None;
    }
    let tree = s.tree();
    let names = [NAMED_TYPE, TYPENAME_SPECIFIER, ID_EXPRESSION];
    let mut around = tree.token(at)?.parent_ancestors();
    let name = around.find(|n| names.contains(&n.kind()))?;
    let typename = name.has(TYPENAME_KW);
    let unknown = Unknown {
        s,
        name,
        at,
        typename,
    };
    let parent = name.parent()?;
    if name.tokens().start + u32::from(typename) != at {
        return None;
    }
    let mut out = match name.kind() {
        _ if parent.kind() == BASE_SPECIFIER => return Some(unknown.base()),
        ID_EXPRESSION => vec![unknown.in_initializer()],
        _ if unknown.is_called() => vec![unknown.no_scope()],
        _ if parent.kind() != DECL_SPECIFIER_SEQ => return None,
        _ => return unknown.specifier(parent),
    };
    unknown.behind_value(&mut out);
    Some(out)
}

/// `const none::A a;` outside of classes: what the name is read as has no value.
pub(crate) fn constant<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let end = decl.name_tokens.end;
    let is_constant = decl.kind == DeclKind::Variable && decl.spec.any(Spec::CONST);
    if is_constant && decl.parent.is_none() && decl.qualifier.is_empty() && s.kind(end) == COLON2 {
        let entity = Arg::Entity {
            kind: "variable",
            name: decl.name.clone(),
        };
        let finding = Finding::new(codes::MISSING_INITIALIZER_ON_CONST { entity }, end);
        out.push(match decl.heads.is_empty() {
            true => finding,
            false => finding.severity(Severity::Warning),
        });
    }
}

impl<'t, 'db> Unknown<'_, 't, 'db> {
    /// A conversion begins with it: `none::A<T>{}`.
    fn is_called(&self) -> bool {
        let cast = self.name.nearest(&[FUNCTIONAL_CAST_EXPRESSION]);
        cast.is_some_and(|cast| cast.tokens().start == self.at)
    }

    fn no_scope(&self) -> Finding<'db> {
        Finding::new(codes::NOT_A_CLASS_OR_NAMESPACE_NAME, self.at)
    }

    /// In an expression. Behind the name of what could be a function it is read before the declaration is judged.
    fn in_initializer(&self) -> Finding<'db> {
        let found = self.no_scope();
        let declared = |n: &Node<'t>| n.kind() == INIT_DECLARATOR;
        match self.name.ancestors().find(declared) {
            Some(declares) if self.s.kind(self.at - 1) == L_PAREN => {
                found.reported_at(declares.tokens().start)
            }
            _ => found,
        }
    }

    fn undefined(&self, at: u32) -> Finding<'db> {
        let name = Arg::Name(self.s.word(at).to_owned());
        Finding::new(codes::UNDEFINED_IDENTIFIER { name }, at)
    }

    /// `::` behind the name.
    fn colons(&self) -> u32 {
        self.at + 1
    }

    /// The name right behind it, if that has template arguments.
    fn template(&self) -> Option<u32> {
        (self.s.kind(self.at + 3) == LT).then_some(self.at + 2)
    }

    fn no_template(&self) -> Option<Finding<'db>> {
        let at = self.template()?;
        let name = Arg::Text(self.s.word(at).to_owned());
        Some(Finding::new(codes::NOT_A_TEMPLATE { name }, at).reported_at(self.at))
    }

    /// `struct S : none::A {};`
    fn base(&self) -> Vec<Finding<'db>> {
        vec![
            Finding::new(codes::NOT_A_CLASS_NAME, self.at),
            Finding::new(codes::CLASS_DEFINITION_MISSING, self.colons()),
        ]
    }

    /// Among the specifiers of a declaration, a parameter or a type-id.
    fn specifier(&self, sequence: Node<'t>) -> Option<Vec<Finding<'db>>> {
        let owner = sequence.parent()?;
        let around = block_or_class(owner);
        let words = sequence.own_tokens().take_while(|t| t.number() < self.at);
        let words: Vec<SyntaxKind> = words.map(|t| t.kind()).collect();
        match owner.kind() {
            SIMPLE_DECLARATION | FUNCTION_DEFINITION => self.declaration(around),
            PARAMETER_DECLARATION if !self.typename => {
                self.parameter(owner, !words.is_empty(), around)
            }
            TYPE_ID if owner.parent()?.kind() == ALIAS_DECLARATION => {
                let first = match self.typename {
                    true => Finding::new(codes::QUALIFIED_NAME_REQUIRED, self.at),
                    false => self.undefined(self.at),
                };
                let mut out = vec![first];
                out.extend(self.no_template());
                out.push(Finding::new(codes::EXP_SEMICOLON, self.colons()));
                Some(out)
            }
            _ => None,
        }
    }

    fn declaration(&self, around: Option<SyntaxKind>) -> Option<Vec<Finding<'db>>> {
        let semicolon = |at| Finding::new(codes::EXP_SEMICOLON, at);
        let in_block = around == Some(COMPOUND_STATEMENT);
        if self.typename {
            let required = Finding::new(codes::QUALIFIED_NAME_REQUIRED, self.at);
            let mut out = vec![required];
            if in_block {
                out.insert(0, self.no_scope());
                let typename = Finding::new(codes::TYPE_NAME_NOT_ALLOWED, self.at - 1);
                out.push(typename.reported_at(self.at));
                out.push(semicolon(self.colons()));
            } else {
                out.extend(self.no_template());
                out.push(semicolon(self.name.tokens().end));
            }
            return Some(out);
        }
        // Elsewhere the parser has read the name as a declarator.
        if !in_block {
            return None;
        }
        let mut out = vec![self.no_scope()];
        match self.template() {
            Some(_) => self.behind_value(&mut out),
            None => out.push(semicolon(self.name.tokens().end)),
        }
        Some(out)
    }

    /// In a parameter: the first one of a function in a namespace looks like an initialiser.
    fn parameter(
        &self,
        parameter: Node<'t>,
        behind_words: bool,
        around: Option<SyntaxKind>,
    ) -> Option<Vec<Finding<'db>>> {
        let parenthesis = |at| Finding::new(codes::EXP_RPAREN, at);
        if behind_words {
            let missing = Finding::new(codes::MISSING_TYPE_SPECIFIER, self.at);
            return Some(vec![missing, parenthesis(self.colons())]);
        }
        let behind = self.name.tokens().end;
        let clause = parameter.parent()?;
        let is_first = clause.tokens().start + 1 == parameter.tokens().start;
        if !is_first || around.is_some() {
            let mut out = vec![self.undefined(self.at)];
            match self.no_template() {
                Some(template) => {
                    out.push(template);
                    out.push(Finding::new(codes::EXPECTED_COMMA, self.colons()));
                }
                None => {
                    let global = codes::LEADING_GLOBAL_QUALIFIER;
                    out.push(Finding::new(global, self.colons()));
                    out.push(parenthesis(behind));
                }
            }
            return Some(out);
        }
        let function = self.s.decls.iter().find(|d| {
            let function = d.function.as_ref();
            function.is_some_and(|f| f.clause.start == clause.tokens().start)
        })?;
        let mut out = vec![self.no_scope()];
        let argument = self.template().and_then(|_| self.odd_argument());
        let identifier = |at| Finding::new(codes::EXP_IDENTIFIER, at).reported_at(self.at);
        out.extend(argument.map(identifier));
        out.extend(self.void_variable(function));
        match (argument, self.template()) {
            (Some(at), _) => out.push(parenthesis(at)),
            (None, None) => out.push(parenthesis(behind)),
            (None, Some(_)) if self.s.kind(behind) == IDENT => out.push(self.undefined(behind)),
            (None, Some(_)) => {}
        }
        Some(out)
    }

    /// What is read as a variable has no type if the function returns nothing, and is no kernel.
    fn void_variable(&self, function: &cleave_names::decl::Decl) -> Vec<Finding<'db>> {
        let specifiers = function.specifiers;
        let mut out = Vec::new();
        if let Some(kernel) = function.attributes.iter().find(|a| a.name == "global") {
            let name = Arg::Name(shown(&kernel.name).to_owned());
            let code = codes::ATTRIBUTE_DOES_NOT_APPLY { name };
            out.push(Finding::new(code, kernel.tokens.start).reported_at(self.at));
        }
        let is_void = (specifiers.start..specifiers.end).any(|i| self.s.kind(i) == VOID_KW);
        if is_void && !function.shape.contains(&cleave_names::decl::Shape::Pointer) {
            let ty = Arg::Type("void".to_owned());
            let code = codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty };
            out.push(Finding::new(code, function.name_tokens.start).reported_at(self.at));
        }
        out
    }

    /// The first template argument, if it is no name: what looks like a comparison ends in front of it.
    fn odd_argument(&self) -> Option<u32> {
        let at = self.at + 4;
        (self.s.kind(at) != IDENT).then_some(at)
    }

    /// What is said behind a template's name that is read as a value: its arguments are comparisons.
    fn behind_value(&self, out: &mut Vec<Finding<'db>>) {
        if self.template().is_none() {
            return;
        }
        if let Some(at) = self.odd_argument() {
            out.push(Finding::new(codes::EXP_IDENTIFIER, at));
            out.extend(self.closing().map(|code| Finding::new(code, at)));
            return;
        }
        let behind = self.name.tokens().end;
        let kind = self.s.kind(behind);
        let last = behind.saturating_sub(1);
        let declares = self.name.kind() == NAMED_TYPE && kind == IDENT;
        if self.s.kind(last) == IDENT && self.s.kind(last - 1) == COLON2 {
            let name = Arg::Name(self.s.word(last).to_owned());
            out.push(Finding::new(codes::NO_SUCH_GLOBAL_NAME { name }, last));
            out.extend(declares.then(|| Finding::new(codes::EXP_SEMICOLON, behind)));
        } else if declares {
            let again = self.s.kind(behind + 1);
            // `A<T> x(y)` is one more comparison with a call.
            if again != L_PAREN {
                out.push(self.undefined(behind));
            }
        } else if kind == L_BRACE || kind == L_PAREN && self.s.kind(behind + 1) == R_PAREN {
            let at = behind + u32::from(kind == L_PAREN);
            out.push(Finding::new(codes::EXP_PRIMARY_EXPR, at));
        }
    }

    /// What is missing where an expression ends too early.
    fn closing(&self) -> Option<cleave_codes::Code> {
        let mut inner = self.name;
        for node in self.name.ancestors().skip(1) {
            match node.kind() {
                EXPRESSION_STATEMENT | SIMPLE_DECLARATION | RETURN_STATEMENT => {
                    return Some(codes::EXP_SEMICOLON);
                }
                SUBSCRIPT_EXPRESSION if node.children().next() != Some(inner) => {
                    return Some(codes::EXP_RBRACKET);
                }
                ARGUMENT_LIST | PAREN_EXPRESSION | CONDITION => return Some(codes::EXP_RPAREN),
                STATIC_ASSERT_DECLARATION => return Some(codes::EXPECTED_COMMA),
                COMPOUND_STATEMENT | TEMPLATE_ARGUMENT_LIST | BRACED_INIT_LIST => return None,
                _ => {}
            }
            inner = node;
        }
        None
    }
}

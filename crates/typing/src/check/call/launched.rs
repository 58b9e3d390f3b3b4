//! What the reference makes of a launch whose callee is a template-id that names nothing, `k<undeclared><<<1, n>>>(p)`: it takes
//! the template-id for a type and reads on as a declaration, the configuration as declarators, the arguments as parameters.
//!
//! Here tokens are read, and only where there is an error. Whatever leads further than names, literals and operators ends the
//! report.

use cleave_codes::codes;
use cleave_hir::{DeclKind, Expr};
use cleave_syntax::{Lexed, SyntaxKind as K};

use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::program::place;
use crate::thir::LocalKind;
use crate::{At, Context, Declared, Fill, NameKey, Problem, Site};

/// A significant token: its kind and spelling.
type Token<'t> = (K, &'t str);

/// What is read has led to where nothing is known.
struct Lost;

impl<'db> Context<'db> {
    /// Reads the launch at `site` on as a declaration.
    pub(crate) fn read_as_declaration(&mut self, site: Site<'db>) {
        // Behind a qualifier the reference gives up.
        if let Some(Expr::Launch(callee, ..)) = self.written(site)
            && !matches!(&self.code[*callee], Expr::Path(path) if path.is_unqualified())
        {
            return;
        }
        let Some((tokens, _)) = place(self.db, site) else {
            return;
        };
        let text = cleave_names::item_id_text(self.db, site.code.item).as_str();
        let lexed = Lexed::new(text);
        let all: Vec<Token<'_>> = (0..lexed.len())
            .filter(|&i| !lexed.kind(i).is_trivia())
            .map(|i| (lexed.kind(i), lexed.text(text, i)))
            .take(tokens.end as usize)
            .collect();
        let start = tokens.start as usize;
        // Only a statement can be a declaration.
        let before = start.checked_sub(1).and_then(|i| all.get(i));
        let begins = before.is_none_or(|t| {
            matches!(t.0, K::SEMICOLON | K::L_BRACE | K::R_BRACE | K::R_PAREN)
                || matches!(t.0, K::COLON | K::ELSE_KW | K::DO_KW)
        });
        let Some(tokens) = all.get(start..).filter(|_| begins) else {
            return;
        };
        let Some(open) = tokens.iter().position(|t| t.0 == K::LAUNCH_OPEN) else {
            return;
        };
        let mut reader = Reader {
            cx: self,
            site,
            tokens,
            at: open,
        };
        let _ = reader.declarators();
    }
}

struct Reader<'c, 't, 'db> {
    cx: &'c mut Context<'db>,
    site: Site<'db>,
    tokens: &'t [Token<'t>],
    at: usize,
}

impl<'db> Reader<'_, '_, 'db> {
    fn kind(&self) -> Option<K> {
        self.tokens.get(self.at).map(|t| t.0)
    }

    fn say(&mut self, number: codes::Code, fills: Vec<Fill<'db>>) {
        let token = At::Nth(self.at as u32);
        self.cx
            .problems
            .push(Problem::new((number, fills), self.site).at(token));
    }

    /// The declarators between `<<<` and the end of the statement.
    fn declarators(&mut self) -> Result<(), Lost> {
        loop {
            self.declarator()?;
            match self.kind() {
                Some(K::COMMA) => self.at += 1,
                None | Some(K::SEMICOLON) => return Ok(()),
                _ => {
                    self.say(codes::EXP_SEMICOLON, Vec::new());
                    return Ok(());
                }
            }
        }
    }

    fn declarator(&mut self) -> Result<(), Lost> {
        match self.kind() {
            Some(K::IDENT) => {
                self.redeclared();
                self.at += 1;
                if let Some(K::L_PAREN | K::L_BRACK) = self.kind() {
                    self.skip_group();
                }
                Ok(())
            }
            Some(K::L_PAREN) => {
                self.at += 1;
                match self.kind() {
                    Some(K::IDENT) => {
                        self.redeclared();
                        self.at += 1;
                    }
                    _ => self.say(codes::EXP_IDENTIFIER, Vec::new()),
                }
                while !matches!(self.kind(), None | Some(K::R_PAREN)) {
                    self.skip_one();
                }
                self.at += 1;
                Ok(())
            }
            None => Ok(()),
            Some(_) => {
                self.say(codes::EXP_IDENTIFIER, Vec::new());
                self.at += 1;
                while let Some(kind) = self.kind() {
                    match kind {
                        K::COMMA | K::SEMICOLON => return Ok(()),
                        K::L_PAREN => return self.parameters(),
                        // The bound of an array is an expression.
                        K::L_BRACK => return Err(Lost),
                        _ => self.skip_one(),
                    }
                }
                Ok(())
            }
        }
    }

    /// A declarator's name, which the scope may have already.
    fn redeclared(&mut self) {
        let Some(&(_, text)) = self.tokens.get(self.at) else {
            return;
        };
        let name = cleave_hir::Name::new(text);
        let blocks = &self.cx.scopes.blocks;
        // The names of parameters belong to the outermost block of the body.
        let own = match blocks.len() {
            0..=2 => &blocks[..],
            n => &blocks[n - 1..],
        };
        let known = |d: &Declared<'_>| matches!(d, Declared::Locals { .. });
        if own.iter().any(|b| b.get(&name).is_some_and(known)) {
            self.say(
                codes::ALREADY_DECLARED_IN_SCOPE,
                vec![Fill::Name(text.into())],
            );
        }
    }

    /// A list of parameters, from its parenthesis to what follows.
    fn parameters(&mut self) -> Result<(), Lost> {
        self.at += 1;
        if self.kind() == Some(K::R_PAREN) {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.parameter()?;
            match self.kind() {
                Some(K::COMMA) => self.at += 1,
                Some(K::R_PAREN) => {
                    self.at += 1;
                    return Ok(());
                }
                None => return Err(Lost),
                Some(_) => {
                    self.say(codes::EXP_RPAREN, Vec::new());
                    while !matches!(self.kind(), None | Some(K::R_PAREN)) {
                        self.skip_one();
                    }
                    self.at += 1;
                    return Ok(());
                }
            }
        }
    }

    fn parameter(&mut self) -> Result<(), Lost> {
        let Some(&(kind, text)) = self.tokens.get(self.at) else {
            return Err(Lost);
        };
        if kind != K::IDENT {
            let value = matches!(
                kind,
                K::TRUE_KW | K::FALSE_KW | K::NULLPTR_KW | K::THIS_KW | K::NEW_KW | K::SIZEOF_KW
            );
            if kind == K::COLON2 || kind.is_keyword() && !value {
                return Err(Lost);
            }
            self.say(codes::EXP_TYPE_SPECIFIER, Vec::new());
            while !matches!(self.kind(), None | Some(K::COMMA | K::R_PAREN)) {
                self.skip_one();
            }
            return Ok(());
        }
        let what = self.no_type(text)?;
        if let Some(what) = what {
            self.say(codes::NOT_A_TYPE_NAME, vec![what]);
        }
        self.at += 1;
        match self.kind() {
            Some(K::COLON2 | K::LT) => return Err(Lost),
            Some(K::L_BRACK) => {
                let plain = |t: &Token<'_>| t.0 == K::INT_LITERAL;
                let bound = self.tokens.get(self.at + 1).is_some_and(plain);
                let closed = self.tokens.get(self.at + 2);
                if !bound || closed.is_none_or(|t| t.0 != K::R_BRACK) {
                    return Err(Lost);
                }
                self.skip_group();
            }
            _ => {
                while let Some(K::STAR | K::AMP | K::AMP2) = self.kind() {
                    self.at += 1;
                }
                if self.kind() == Some(K::IDENT) {
                    self.at += 1;
                    if self.kind() == Some(K::L_BRACK) {
                        return Err(Lost);
                    }
                }
                // The parameters of a parameter.
                if self.kind() == Some(K::L_PAREN) {
                    return Err(Lost);
                }
            }
        }
        Ok(())
    }

    /// What a name stands for that is no type; nothing of an undeclared one, which is reported elsewhere.
    fn no_type(&mut self, text: &str) -> Result<Option<Fill<'db>>, Lost> {
        let db = self.cx.db;
        let key = NameKey::Ident(cleave_hir::Name::new(text));
        let kind = match self.cx.lookup_key(&key, Want::Any) {
            Found::Nothing => return Ok(None),
            Found::Local(locals) => {
                let [local] = locals[..] else {
                    return Err(Lost);
                };
                match self.cx.out.locals.get(local.0 as usize).map(|l| &l.kind) {
                    Some(LocalKind::Param(_)) => "parameter",
                    Some(LocalKind::Automatic | LocalKind::Static(_)) => "variable",
                    _ => return Err(Lost),
                }
            }
            Found::Entities { set, class } => {
                let first = set.first().ok_or(Lost)?;
                match first.kind(db) {
                    Some(DeclKind::Variable(_)) if class.is_some() => {
                        let name = crate::display::qualified_name(db, *first);
                        return Ok(Some(Fill::Kind("member", name.into())));
                    }
                    Some(DeclKind::Variable(_)) if !first.is_template(db) => "variable",
                    Some(DeclKind::Function(_)) if !first.is_template(db) => "function",
                    Some(DeclKind::Enumerator(_)) => "constant",
                    _ => return Err(Lost),
                }
            }
            _ => return Err(Lost),
        };
        Ok(Some(Fill::Kind(kind, text.into())))
    }

    /// Skips a token, or a group of brackets.
    fn skip_one(&mut self) {
        match self.kind() {
            Some(K::L_PAREN | K::L_BRACK | K::L_BRACE) => self.skip_group(),
            _ => self.at += 1,
        }
    }

    /// Skips a group of brackets.
    fn skip_group(&mut self) {
        let mut depth = 0u32;
        while let Some(kind) = self.kind() {
            self.at += 1;
            match kind {
                K::L_PAREN | K::L_BRACK | K::L_BRACE => depth += 1,
                K::R_PAREN | K::R_BRACK | K::R_BRACE if depth <= 1 => return,
                K::R_PAREN | K::R_BRACK | K::R_BRACE => depth -= 1,
                _ => {}
            }
        }
    }
}

//! Finding the partners of brackets without parsing, `<` among them.

use super::*;

/// How far to look for the `>` of a template argument list.
const MAX_SCAN: usize = 20_000;

/// A scan that takes longer than this is remembered with all that it found.
const SHORT_SCAN: usize = 48;

/// What a token is to the search for a `>`.
enum Angle {
    Open,
    Close,
    /// To go on at this position.
    Skip(usize),
    /// No template argument list goes on here.
    Stop,
}

/// A scan has become longer than [`SHORT_SCAN`].
struct TooLong;

/// For each opening bracket the token that closes it, by its kind alone; 0 for all else. Long scans ask this, so that they
/// cost no more in all than one pass over the text, however the brackets nest or fail to.
fn partners(lexed: &Lexed) -> Vec<u32> {
    let mut partners = vec![0; lexed.len()];
    let mut open: [Vec<usize>; 3] = Default::default();
    for i in 0..lexed.len() {
        let (kind, opens) = match lexed.kind(i) {
            L_PAREN => (0, true),
            L_BRACE => (1, true),
            L_BRACK => (2, true),
            R_PAREN => (0, false),
            R_BRACE => (1, false),
            R_BRACK => (2, false),
            _ => continue,
        };
        if opens {
            open[kind].push(i);
        } else if let Some(start) = open[kind].pop() {
            partners[start] = i as u32;
        }
    }
    partners
}

impl Parser<'_> {
    /// The position after the bracket that closes the one at `open`, by this kind of bracket alone.
    pub(super) fn skip_balanced(&self, open: usize) -> Option<usize> {
        let (up, down) = match self.kind_at(open) {
            L_PAREN => (L_PAREN, R_PAREN),
            L_BRACE => (L_BRACE, R_BRACE),
            L_BRACK => (L_BRACK, R_BRACK),
            _ => return None,
        };
        let mut depth = 0;
        for i in open..self.end.min(open + SHORT_SCAN) {
            let kind = self.kind_at(i);
            if kind == up {
                depth += 1;
            } else if kind == down {
                depth -= 1;
                if depth == 0 {
                    return Some(i + 1);
                }
            }
        }
        let partners = self.partners.get_or_init(|| partners(self.lexed));
        let close = *partners.get(open)? as usize;
        (close > open && close < self.end).then_some(close + 1)
    }

    /// The position after the `>` that matches the `<` at `open`, if brackets and tokens in between allow for one.
    pub(super) fn skip_template_arguments(&self, open: usize) -> Option<usize> {
        self.skip_template_arguments_from(open + 1)
    }

    /// The same from the position after the `<`.
    pub(super) fn skip_template_arguments_from(&self, from: usize) -> Option<usize> {
        if let Ok(found) = self.short_scan(from, |_| true) {
            return found;
        }
        let known = self.angles.borrow().get(&(from as u32)).copied();
        match known {
            Some(0) => None,
            Some(after) => Some(after as usize),
            None => self.long_scan(from),
        }
    }

    /// The same for the arguments of what is known to be a template, where the brackets do not match because a `<` among them is
    /// less-than: `A<n, n < 8>`. A name before a `<` is asked for its class.
    pub(super) fn skip_known_arguments(&self, open: usize) -> Option<usize> {
        let opens = |at: usize| !self.is_value(at - 1);
        self.short_scan(open + 1, opens).ok().flatten()
    }

    /// The short way to the `>` that matches a `<` before `from`, where `opens` says which of the `<` between them open a list.
    ///
    /// # Errors
    /// If the way is not short.
    fn short_scan(
        &self,
        from: usize,
        opens: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, TooLong> {
        let mut depth = 1;
        let mut i = from;
        while i < from + SHORT_SCAN {
            match self.angle(i) {
                Angle::Open => depth += usize::from(opens(i)),
                Angle::Close => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(Some(i + 1));
                    }
                }
                Angle::Skip(to) => {
                    i = to;
                    continue;
                }
                Angle::Stop => return Ok(None),
            }
            i += 1;
        }
        Err(TooLong)
    }

    /// Whether the token is an unqualified name of a value.
    fn is_value(&self, at: usize) -> bool {
        let mut name = super::names::Name::default();
        name.add(at);
        self.kind_at(at) == IDENT
            && !matches!(self.kind_at(at - 1), COLON2 | DOT | ARROW | TEMPLATE_KW)
            && self.class(&name) == crate::parse::NameClass::Value
    }

    /// The long way, which notes the partners of all `<` on it: each is passed once, not once per level.
    fn long_scan(&self, from: usize) -> Option<usize> {
        let mut angles = self.angles.borrow_mut();
        let mut open = vec![from as u32];
        let mut i = from;
        let mut result = None;
        while i < from + MAX_SCAN {
            match self.angle(i) {
                Angle::Open => open.push(i as u32 + 1),
                Angle::Close => {
                    if let Some(open) = open.pop() {
                        angles.insert(open, i as u32 + 1);
                    }
                    if open.is_empty() {
                        result = Some(i + 1);
                        break;
                    }
                }
                Angle::Skip(to) => {
                    i = to;
                    continue;
                }
                Angle::Stop => break,
            }
            i += 1;
        }
        angles.extend(open.iter().map(|&open| (open, 0)));
        result
    }

    fn angle(&self, i: usize) -> Angle {
        match self.kind_at(i) {
            LT if matches!(
                self.kind_at(i - 1),
                IDENT | STATIC_CAST_KW | CONST_CAST_KW | DYNAMIC_CAST_KW | REINTERPRET_CAST_KW
            ) || self.is_after_operator_name(i) =>
            {
                Angle::Open
            }
            OPERATOR_KW if matches!(self.kind_at(i + 1), LT | GT) => Angle::Skip(i + 2),
            // `>=`
            GT if self.kind_at(i + 1) == EQ && self.lexed.is_joint(i) => Angle::Skip(i + 2),
            GT => Angle::Close,
            L_PAREN | L_BRACE | L_BRACK => self.skip_balanced(i).map_or(Angle::Stop, Angle::Skip),
            R_PAREN | R_BRACE | R_BRACK | SEMICOLON | LAUNCH_OPEN | PLUS_EQ | MINUS_EQ
            | STAR_EQ | SLASH_EQ | PERCENT_EQ | CARET_EQ | AMP_EQ | PIPE_EQ | SHL_EQ | EQ
            | RETURN_KW | EOF => Angle::Stop,
            _ => Angle::Skip(i + 1),
        }
    }

    /// Whether the name of an operator ends before `i`: `operator+`, `operator()`.
    fn is_after_operator_name(&self, i: usize) -> bool {
        let keyword = match self.kind_at(i - 1) {
            R_PAREN | R_BRACK => i.checked_sub(3),
            _ => i.checked_sub(2),
        };
        keyword.is_some_and(|at| self.kind_at(at) == OPERATOR_KW)
    }

    /// How many elements the list in the parentheses at `open` has.
    pub(super) fn list_length(&self, open: usize) -> usize {
        let mut commas = 0;
        let mut i = open + 1;
        loop {
            match self.kind_at(i) {
                R_PAREN if i == open + 1 => return 0,
                COMMA => commas += 1,
                LT if self.kind_at(i - 1) == IDENT => {
                    i = self.skip_template_arguments(i).unwrap_or(i + 1);
                    continue;
                }
                L_PAREN | L_BRACE | L_BRACK => match self.skip_balanced(i) {
                    Some(after) => {
                        i = after;
                        continue;
                    }
                    None => return commas + 1,
                },
                R_PAREN | R_BRACE | R_BRACK | SEMICOLON | EOF => return commas + 1,
                _ => {}
            }
            i += 1;
        }
    }

    /// Whether `&&` or `||` stands between the brackets that begin at `open`, outside of inner ones.
    pub(super) fn has_logical_operator(&self, open: usize, end: usize) -> bool {
        let mut i = open;
        while i < end {
            match self.kind_at(i) {
                L_PAREN | L_BRACE | L_BRACK => i = self.skip_balanced(i).unwrap_or(end),
                PIPE2 => return true,
                // `T&&` before a comma or the end is a reference.
                AMP2 if !matches!(self.kind_at(i + 1), COMMA | GT | ELLIPSIS) => return true,
                _ => i += 1,
            }
        }
        false
    }
}

//! What can be written so that a diagnostic is gone, where the reading is sure.

mod keywords;
mod launch;
mod possible;
mod spaces;

use cleave_codes::codes;

use crate::analysis::{Analysis, ItemTokens, Text, Token};
use crate::places::{FilePosition, FileRange};

/// A stretch of a file that is written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes; empty where something is put in front of what stands there.
    pub range: FileRange,
    /// What comes.
    pub text: String,
}

impl Edit {
    /// A text in front of what stands at a place.
    fn insertion(at: FilePosition, text: &str) -> Edit {
        Edit {
            range: FileRange::of_token(at, 0),
            text: text.to_owned(),
        }
    }
}

/// What can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in words.
    pub title: String,
    /// All that is written.
    pub edits: Vec<Edit>,
}

/// Calls of host functions in device code.
const CALLS: [codes::Code; 7] = [
    codes::H_HD_ILLEGAL_CALL,
    codes::H_HD_ILLEGAL_CALL_CONSTEXPR,
    codes::H_HD_ILLEGAL_CALL_GENERIC,
    codes::H_D_ILLEGAL_CALL,
    codes::H_D_ILLEGAL_CALL_CONSTEXPR,
    codes::H_G_ILLEGAL_CALL,
    codes::H_G_ILLEGAL_CALL_CONSTEXPR,
];
/// An argument that does not fit its parameter.
const ARGUMENTS: [codes::Code; 6] = [
    codes::INCOMPATIBLE_PARAM,
    codes::NO_CONVERTING_CONSTRUCTOR,
    codes::NO_CONVERSION_FUNCTION,
    codes::NO_USER_DEFINED_CONVERSION,
    codes::NO_MATCHING_FUNCTION,
    codes::NO_MATCHING_OVERLOAD,
];

impl Analysis {
    /// The fixes of a diagnostic with a number at a place, the best one first.
    pub fn fixes(&self, number: u16, at: &FilePosition) -> Vec<Fix> {
        let is_one_of = |all: &[codes::Code]| all.iter().any(|code| code.shown() == number);
        let mut fixes = Vec::new();
        if is_one_of(&[codes::EXP_SEMICOLON]) {
            fixes.extend(self.semicolon(at));
        } else if is_one_of(&[codes::TYPENAME_MISSING, codes::NOT_A_TYPE_NAME]) {
            fixes.extend(self.typename(at));
        } else if is_one_of(&[codes::TYPE_NAME_NOT_ALLOWED, codes::EXP_PRIMARY_EXPR]) {
            fixes.extend(self.template(at));
        } else if is_one_of(&CALLS) {
            fixes.extend(self.callee_space(at));
            fixes.extend(self.callee_constexpr(at));
        } else if is_one_of(&ARGUMENTS) {
            fixes.extend(self.launch_order(at));
        }
        fixes
    }

    /// The token that is spelled at a place, whatever it is.
    fn token_spelled<'db>(&self, text: &Text<'db>, at: &FilePosition) -> Option<Token<'db>> {
        let here = self.places.at(&at.file, at.line, at.column).iter();
        let mut here = here.filter(|t| t.spelled && t.column == at.column);
        text.token_at(here.next()?.offset as usize)
    }

    /// Where a token is spelled, if that is where it stands: no macro made it.
    fn plainly<'db>(&self, tokens: &ItemTokens<'db>, token: u32) -> Option<FilePosition> {
        let (offset, _) = tokens.offset(token)?;
        let at = self.places.spelled(offset as u32)?;
        (Some(&at) == self.places.stands(offset as u32).as_ref()).then_some(at)
    }
}

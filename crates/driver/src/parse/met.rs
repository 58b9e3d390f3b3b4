//! Items met before, so that a run over many texts parses what their headers share once. Knows no files and parses nothing.
//!
//! What an item's tree depends on is its text, the dialect and the answers to its questions about names: an item counts as met only if the
//! questions that it asked then have the same answers now.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

use cleave_syntax::{Dialect, NameClass, NameQuery, Names};
use rustc_hash::FxHashMap;

/// A question about a name, and the token that asked it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Question {
    global: bool,
    path: Box<str>,
    token: u32,
    /// Asked of a member, and whether by one.
    member: Option<bool>,
}

impl Question {
    fn new(query: &NameQuery<'_>, member: Option<bool>) -> Question {
        Question {
            global: query.global,
            path: query.path.join("::").into(),
            token: query.token,
            member,
        }
    }

    fn ask(&self, names: &dyn Names) -> Option<NameClass> {
        let path: Vec<&str> = self.path.split("::").collect();
        let query = NameQuery {
            global: self.global,
            path: &path,
            token: self.token,
        };
        match self.member {
            None => Some(names.classify(&query)),
            Some(inside) => names.member(&query, inside),
        }
    }
}

type Answer = Option<NameClass>;

/// What a parse asked, by number, and was told.
type Told = Box<[(u32, Answer)]>;

/// Passes questions on and remembers the answers.
pub(super) struct Recorder<'a> {
    names: &'a dyn Names,
    asked: RefCell<Vec<(Question, Answer)>>,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(names: &'a dyn Names) -> Recorder<'a> {
        Recorder {
            names,
            asked: RefCell::default(),
        }
    }

    fn record(&self, query: &NameQuery<'_>, member: Option<bool>, answer: Answer) {
        let question = Question::new(query, member);
        self.asked.borrow_mut().push((question, answer));
    }
}

impl Names for Recorder<'_> {
    fn classify(&self, query: &NameQuery<'_>) -> NameClass {
        let answer = self.names.classify(query);
        self.record(query, None, Some(answer));
        answer
    }

    fn member(&self, query: &NameQuery<'_>, inside: bool) -> Option<NameClass> {
        let answer = self.names.member(query, inside);
        self.record(query, Some(inside), answer);
        answer
    }
}

/// The items met, by dialect and text. Headers overlap from one translation unit to the next.
#[derive(Default)]
pub(super) struct Met {
    /// Every question once: items of different texts ask the same ones.
    questions: Vec<Question>,
    numbers: FxHashMap<Question, u32>,
    /// For each text what its parses asked and were told.
    parses: FxHashMap<u64, Vec<Told>>,
}

impl Met {
    /// Whether an item of this text was parsed with these names around it.
    pub(super) fn holds(&self, dialect: Dialect, text: &str, names: &dyn Names) -> bool {
        let same = |parse: &[(u32, Answer)]| {
            parse.iter().all(|&(number, answer)| {
                (self.questions.get(number as usize)).is_some_and(|q| q.ask(names) == answer)
            })
        };
        self.parses
            .get(&key(dialect, text))
            .is_some_and(|parses| parses.iter().any(|parse| same(parse)))
    }

    /// Notes a parse.
    pub(super) fn add(&mut self, dialect: Dialect, text: &str, recorder: Recorder<'_>) {
        let parse = (recorder.asked.into_inner().into_iter())
            .map(|(question, answer)| (self.number(question), answer))
            .collect();
        let parses = self.parses.entry(key(dialect, text)).or_default();
        parses.push(parse);
    }

    fn number(&mut self, question: Question) -> u32 {
        if let Some(&number) = self.numbers.get(&question) {
            return number;
        }
        let number = self.questions.len() as u32;
        self.questions.push(question.clone());
        self.numbers.insert(question, number);
        number
    }
}

fn key(dialect: Dialect, text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (dialect, text).hash(&mut hasher);
    hasher.finish()
}

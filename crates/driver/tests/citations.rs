//! Comments cite docs/reference: in parentheses `reference`, a colon, and PAGE, SECTION, with `;` between several. Each such
//! citation has a page docs/reference/PAGE.md with the heading SECTION, and every page is cited.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What a citation begins with.
const CITED: &str = "reference: ";

#[test]
fn citations_resolve() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = pages(&root.join("docs/reference"));
    let mut cited = BTreeSet::new();
    let mut wrong = Vec::new();
    for file in sources(&root.join("crates")) {
        let text = fs::read_to_string(&file).unwrap();
        for comment in comments(&text) {
            for (page, section) in citations(&comment) {
                let known = pages.get(&page).is_some_and(|s| s.contains(&section));
                if !known {
                    wrong.push(format!("{}: {page}, {section}", file.display()));
                }
                cited.insert(page);
            }
        }
    }
    assert!(wrong.is_empty(), "no such section:\n{}", wrong.join("\n"));
    let unused: Vec<&String> = pages.keys().filter(|p| !cited.contains(*p)).collect();
    assert!(unused.is_empty(), "no source cites {unused:?}");
}

#[test]
fn citations_are_read_across_lines() {
    let text = concat!(
        "/// What a kernel is (3481; reference: spaces, Execution\n",
        "    /// spaces; lambdas, Tags): none of that.\n",
        "let x = 1;\n",
        "//! Other text with a reference: nothing of a page.\n",
    );
    let found: Vec<Vec<(String, String)>> = comments(text).iter().map(|c| citations(c)).collect();
    let owned = |page: &str, section: &str| (page.to_owned(), section.to_owned());
    assert_eq!(
        found,
        [
            vec![
                owned("spaces", "Execution spaces"),
                owned("lambdas", "Tags")
            ],
            vec![]
        ]
    );
}

/// The headings of each page by the page's name. The introduction is no page.
fn pages(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut out = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if name == "README" {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let headings = text.lines().filter_map(|l| l.strip_prefix("## "));
        out.insert(name, headings.map(str::to_owned).collect());
    }
    out
}

/// All sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
    out.sort();
    out
}

/// The comments of a text, each as one line: lines of comments that follow one another.
fn comments(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut comment = String::new();
    for line in text.lines().chain([""]) {
        if let Some(words) = line.trim_start().strip_prefix("//") {
            comment.push_str(words.trim_start_matches(['/', '!']).trim());
            comment.push(' ');
        } else if !comment.is_empty() {
            out.push(std::mem::take(&mut comment));
        }
    }
    out
}

/// The pages and sections that a comment cites. A citation stands in parentheses, at their beginning or behind a `;`.
fn citations(comment: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for (at, _) in comment.match_indices(CITED) {
        let before = comment[..at].trim_end();
        if !before.ends_with(['(', ';']) {
            continue;
        }
        let rest = &comment[at + CITED.len()..];
        let list = rest.split(')').next().unwrap_or_default();
        out.extend(list.split(';').map(|one| {
            let (page, section) = one.split_once(',').unwrap_or((one, ""));
            (page.trim().to_owned(), section.trim().to_owned())
        }));
    }
    out
}

//! The documentation: links lead somewhere, and the site has every page.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::root;

/// The folders and files that are read.
const PLACES: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs",
    "editors",
    "examples",
    "test_data/programs/README.md",
];

/// Folders that are none of ours.
const FOREIGN: [&str; 2] = ["node_modules", "out"];

fn pages(place: &Path, out: &mut Vec<PathBuf>) {
    if !place.is_dir() {
        if place.extension().is_some_and(|e| e == "md") {
            out.push(place.to_owned());
        }
        return;
    }
    for entry in fs::read_dir(place).expect("a folder") {
        let path = entry.expect("an entry").path();
        if !FOREIGN.iter().any(|name| path.ends_with(name)) {
            pages(&path, out);
        }
    }
}

/// The lines of a page that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// What links of a line name. Code in backquotes has none.
fn targets(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['`', ']']) {
        let behind = &rest[at + 1..];
        rest = behind;
        if line[..line.len() - behind.len()].ends_with('`') {
            rest = behind.split_once('`').map_or(behind, |(_, rest)| rest);
        } else if let Some((target, after)) =
            behind.strip_prefix('(').and_then(|b| b.split_once(')'))
        {
            out.push(target.split(' ').next().unwrap_or(target));
            rest = after;
        }
    }
    out
}

/// The anchors of a page's headings, as GitHub and mdbook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let kept = heading
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// What is wrong with the links of a page.
fn broken(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let folder = page.parent().expect("a folder");
    let mut out = Vec::new();
    for target in prose(&text).flat_map(targets) {
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let meant = match path {
            "" => page.to_owned(),
            path => folder.join(path),
        };
        let is_good = match anchor {
            "" => meant.exists(),
            anchor => fs::read_to_string(&meant).is_ok_and(|text| anchors(&text).contains(anchor)),
        };
        if !is_good {
            out.push(format!("{}: {target}", page.display()));
        }
    }
    out
}

#[test]
fn links_lead_somewhere() {
    let mut all = Vec::new();
    PLACES
        .iter()
        .for_each(|place| pages(&root().join(place), &mut all));
    assert!(all.len() > 40, "{all:?}");
    let broken: Vec<String> = all.iter().flat_map(|page| broken(page)).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn the_site_has_every_page() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("a summary");
    let listed: BTreeSet<PathBuf> = prose(&summary)
        .flat_map(targets)
        .map(|target| docs.join(target).canonicalize().expect(target))
        .collect();
    let mut all = Vec::new();
    pages(&docs, &mut all);
    all.retain(|page| !page.ends_with("SUMMARY.md"));
    let missing: Vec<_> = all.iter().filter(|page| !listed.contains(*page)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    // A decision stands under its own title.
    for page in all
        .iter()
        .filter(|page| page.parent().is_some_and(|p| p.ends_with("decisions")))
    {
        let text = fs::read_to_string(page).expect("a page");
        let title = text
            .lines()
            .next()
            .expect("a title")
            .trim_start_matches("# ");
        assert!(
            summary.contains(&format!("[{title}](")),
            "{}",
            page.display()
        );
    }
}

#[test]
fn what_a_broken_link_is() {
    assert_eq!(
        targets("a [b](c.md#d) `[x](y)` [e](f 'g')[h]"),
        ["c.md#d", "f"]
    );
    assert_eq!(
        anchors("# A `b`, c\n```\n# no\n```\n"),
        BTreeSet::from(["a-b-c".to_owned()])
    );
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("a.md");
    fs::write(&page, "# T\n[a](b.md) [c](#t) [d](#u) [e](a.md#t)\n").expect("a page");
    let broken: Vec<String> = broken(&page)
        .iter()
        .map(|b| b.rsplit(' ').next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(broken, ["b.md", "#u"]);
}

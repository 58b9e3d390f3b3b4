//! A store of files gives a file as it was left, or none.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use cleave_snapshot::{Bounds, FileStore, Key, Usage};

const BOUNDS: Bounds = Bounds {
    bytes: 100,
    value: 60,
};

fn store_in(folder: &Path) -> FileStore {
    FileStore::new(folder.join("cleave/files"), BOUNDS, ".h.gch")
}

fn key(n: u32) -> Key {
    Key::new("test", &[&n.to_le_bytes()])
}

fn put(store: &FileStore, n: u32, text: &str) -> std::io::Result<()> {
    let workshop = store.workshop()?;
    let made = workshop.path().join("made");
    fs::write(&made, text)?;
    store.put(key(n), &made)
}

fn text(path: Option<PathBuf>) -> Option<String> {
    fs::read_to_string(path?).ok()
}

#[test]
fn what_was_put_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    assert_eq!(store.get(key(1)), None);
    put(&store, 1, "one").unwrap();
    put(&store, 2, "two").unwrap();
    put(&store, 1, "one more").unwrap();
    let path = store.get(key(1)).unwrap();
    assert!(path.to_str().unwrap().ends_with(".h.gch"));
    assert_eq!(text(Some(path)).as_deref(), Some("one more"));
    assert_eq!(text(store.get(key(2))).as_deref(), Some("two"));
    let usage = Usage {
        values: 2,
        bytes: 11,
        damaged: 0,
    };
    assert_eq!(store.usage(true), usage);
    let header = folder.path().join("header");
    fs::write(&header, "text").unwrap();
    let beside = store.put_beside(key(2), &header, ".h").unwrap();
    assert!(beside.exists() && !header.exists());
    assert_eq!(store.usage(true), usage);
    assert_eq!(store.remove(false), 2);
    assert_eq!(
        fs::read_dir(folder.path().join("cleave/files"))
            .unwrap()
            .count(),
        0
    );
}

#[test]
fn what_was_touched_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    for (n, damage) in [
        (1, (|path| fs::write(path, "two").unwrap()) as fn(&Path)),
        (2, |path| {
            fs::rename(path.with_file_name("other"), path).unwrap()
        }),
        (3, |path| fs::remove_file(path).unwrap()),
        (4, |path| {
            let about = fs::metadata(path).unwrap();
            fs::write(path, "one").unwrap();
            let file = fs::File::options().append(true).open(path).unwrap();
            file.set_modified(about.modified().unwrap()).unwrap();
        }),
    ] {
        put(&store, n, "one").unwrap();
        let path = store.get(key(n)).unwrap();
        fs::write(path.with_file_name("other"), "one").unwrap();
        damage(&path);
        assert_eq!(store.get(key(n)), None, "{n}");
        put(&store, n, "one").unwrap();
        assert_eq!(text(store.get(key(n))).as_deref(), Some("one"), "{n}");
    }
    // A record of another key says nothing.
    let (one, two) = (store.get(key(1)).unwrap(), store.get(key(2)).unwrap());
    fs::copy(record(&one), record(&two)).unwrap();
    assert_eq!(store.get(key(2)), None);
    assert_eq!(store.usage(true).damaged, 1);
    assert_eq!(store.remove(true), 1);
    assert_eq!(store.usage(true).damaged, 0);
}

fn record(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap().to_str().unwrap();
    path.with_file_name(name.replace(".h.gch", ".state"))
}

#[test]
fn what_was_used_longest_ago_goes() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    let fifty = "x".repeat(50);
    assert!(put(&store, 9, &"x".repeat(61)).is_err());
    for n in [1, 2] {
        put(&store, n, &fifty).unwrap();
        let record = fs::File::options()
            .append(true)
            .open(record(&store.get(key(n)).unwrap()))
            .unwrap();
        let used = SystemTime::now() - Duration::from_secs(u64::from(n) * 100_000);
        record.set_modified(used).unwrap();
    }
    // To be read is to be used.
    store.get(key(2)).unwrap();
    put(&store, 3, &fifty).unwrap();
    let there = [1, 2, 3].map(|n| store.get(key(n)).is_some());
    assert_eq!(there, [false, true, true]);
}

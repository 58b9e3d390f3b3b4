//! A store gives what was put in it, or nothing.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use cleave_snapshot::{Bounds, Key, Store, Usage};

fn store_in(folder: &Path) -> Store {
    Store::new(folder.join("cleave/snapshots"), Bounds::default())
}

fn key(n: u32) -> Key {
    Key::new("test", &[&n.to_le_bytes()])
}

/// All files of a store.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path().is_dir() {
            true => out.extend(files(&entry.path())),
            false => out.push(entry.path()),
        }
    }
    out
}

#[test]
fn what_was_put_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    assert_eq!(store.get(key(1)), None);
    store.put(key(1), b"one");
    store.put(key(2), b"");
    store.put(key(1), b"one");
    assert_eq!(store.get(key(1)).as_deref(), Some(&b"one"[..]));
    assert_eq!(store.get(key(2)).as_deref(), Some(&b""[..]));
    assert_eq!(store.get(key(3)), None);
}

#[test]
fn files_and_folders_are_the_users_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    store.put(key(1), b"one");
    let all = files(folder.path());
    let [file] = &all[..] else {
        panic!("{all:?}");
    };
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!(mode(file), 0o600);
    let mut within = file.parent().unwrap();
    assert_eq!(mode(within), 0o700);
    // What others may write is not read, nor is a link.
    fs::set_permissions(file, fs::Permissions::from_mode(0o622)).unwrap();
    assert_eq!(store.get(key(1)), None);
    fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
    assert!(store.get(key(1)).is_some());
    let elsewhere = folder.path().join("elsewhere");
    fs::rename(file, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, file).unwrap();
    assert_eq!(store.get(key(1)), None);
    fs::remove_file(file).unwrap();
    fs::rename(&elsewhere, file).unwrap();
    within = file.parent().unwrap();
    fs::set_permissions(within, fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(store.get(key(1)), None);
    store.put(key(1), b"two");
    fs::set_permissions(within, fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(store.get(key(1)).as_deref(), Some(&b"one"[..]));
}

#[test]
fn what_was_damaged_is_as_if_absent() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    store.put(key(1), b"a value of some length");
    let file = &files(folder.path())[0];
    let good = fs::read(file).unwrap();
    for length in 0..good.len() {
        fs::write(file, &good[..length]).unwrap();
        assert_eq!(store.get(key(1)), None, "{length}");
    }
    for at in 0..good.len() {
        for bit in 0..8 {
            let mut bad = good.clone();
            bad[at] ^= 1 << bit;
            fs::write(file, bad).unwrap();
            assert_eq!(store.get(key(1)), None, "{at} {bit}");
        }
    }
    fs::write(file, [&good[..], b"x"].concat()).unwrap();
    assert_eq!(store.get(key(1)), None);
    // A whole file, but of another key.
    store.put(key(2), b"another");
    let other = files(folder.path()).into_iter().find(|f| f != file);
    fs::copy(other.unwrap(), file).unwrap();
    assert_eq!(store.get(key(1)), None);
    store.put(key(1), b"again");
    assert_eq!(store.get(key(1)).as_deref(), Some(&b"again"[..]));
}

#[test]
fn there_is_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("s");
    let bounds = Bounds {
        bytes: 16 * 10_000,
        value: 5_000,
    };
    let store = Store::new(root.clone(), bounds);
    store.put(key(0), &[0; 5_001]);
    assert_eq!(store.get(key(0)), None);
    let hour = Duration::from_secs(3600);
    for n in 1..400u32 {
        store.put(key(n), &[1; 1_000]);
        let total: u64 = files(&root)
            .iter()
            .map(|f| fs::metadata(f).unwrap().len())
            .sum();
        assert!(total <= bounds.bytes, "{n}: {total}");
        // The first value is always in use, the others get older.
        for file in files(&root) {
            let file = fs::File::options().write(true).open(file).unwrap();
            let used = file.metadata().unwrap().modified().unwrap();
            file.set_modified(used - 2 * hour).unwrap();
        }
        assert!(store.get(key(1)).is_some(), "{n}");
    }
    assert!(store.get(key(2)).is_none());
    assert!(store.get(key(399)).is_some());
}

#[test]
fn what_a_killed_run_left_goes() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    store.put(key(1), b"one");
    let beside = |name: &str| files(folder.path())[0].with_file_name(name);
    let (old, new) = (beside(".new-old"), beside(".new-new"));
    fs::write(&new, "half").unwrap();
    let file = fs::File::create(&old).unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(7200);
    file.set_modified(long_ago).unwrap();
    store.put(key(1), b"one");
    assert!(!old.exists() && new.exists());
}

/// Writers and readers at once, and folders that go away meanwhile: a value is whole or absent.
#[test]
fn runs_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("s");
    let bounds = Bounds {
        bytes: 16 * 40_000,
        value: 20_000,
    };
    let value = |n: u32| vec![n as u8; 5_000 + n as usize];
    std::thread::scope(|scope| {
        for thread in 0..4u32 {
            let store = Store::new(root.clone(), bounds);
            let root = &root;
            scope.spawn(move || {
                for round in 0..200u32 {
                    let n = (round * 7 + thread) % 50;
                    store.put(key(n), &value(n));
                    let found = store.get(key((n + 3) % 50));
                    assert!(found.is_none_or(|found| found == value((n + 3) % 50)));
                    if round == 100 && thread == 0 {
                        let _ = fs::remove_dir_all(root);
                    }
                }
            });
        }
    });
    let left = files(&root)
        .iter()
        .filter(|f| f.file_name().unwrap().to_string_lossy().starts_with('.'))
        .count();
    assert_eq!(left, 0);
}

#[test]
fn a_folder_that_cannot_be_made_keeps_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let store = Store::new(file.join("snapshots"), Bounds::default());
    store.put(key(1), b"one");
    assert_eq!(store.get(key(1)), None);
}

#[test]
fn damaged_files_are_counted_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    assert_eq!(store.usage(true), Usage::default());
    for n in 0..20 {
        store.put(key(n), b"value");
    }
    let whole = store.usage(true);
    assert_eq!((whole.values, whole.damaged), (20, 0));
    assert_eq!(store.usage(false), whole);
    let all = files(folder.path());
    fs::write(&all[0], b"not a value").unwrap();
    fs::write(all[1].with_file_name(".new-1"), b"").unwrap();
    let usage = store.usage(true);
    assert_eq!((usage.values, usage.damaged), (19, 2));
    assert_eq!(store.remove(true), 2);
    assert_eq!(store.usage(true).values, 19);
    assert_eq!(store.remove(false), 19);
    assert_eq!(store.usage(true), Usage::default());
}

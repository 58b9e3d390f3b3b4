//! What `--cleave-fault` lets go wrong in the middle of a run. For tests of what happens then; nothing else comes here.

use std::hint::black_box;
use std::time::Duration;

use cleave_options::Fault;

/// Lets it go wrong. It does not return.
pub(crate) fn strike(fault: Fault) {
    match fault {
        Fault::Panic => panic!("a fault was asked for"),
        Fault::StackOverflow => drop(black_box(deeper(black_box(1)))),
        Fault::Abort => std::process::abort(),
        Fault::Time => loop {
            black_box(());
        },
        Fault::Memory => {
            let mut taken: Vec<Vec<u8>> = Vec::new();
            loop {
                taken.push(black_box(vec![1; 1 << 20]));
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// Needs a frame for each level, since the sum is made on the way back.
fn deeper(level: u64) -> u64 {
    if level == u64::MAX {
        return 0;
    }
    let frame = black_box([level; 512]);
    1 + deeper(black_box(level + 1)) + frame[(level % 512) as usize]
}

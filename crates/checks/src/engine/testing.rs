//! For the tests of queries: a program in CUDA's spelling, and every rule of the host pass asked about it. What the rules say is
//! the specification's subject, in `test_data/spec`.

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_names::item_map;

use crate::{Extent, item_findings};

pub(crate) use cleave_attributes::expand;

/// The numbers of everything found in a file, in the order of its items.
pub(crate) fn all(db: &dyn Db, file: SourceFile, options: HostOptions) -> String {
    let mut out = String::new();
    for &node in &item_map(db, file).nodes {
        for finding in item_findings(db, file, node, options, Extent::All) {
            out.push_str(&format!("{}\n", finding.code.internal()));
        }
    }
    out
}

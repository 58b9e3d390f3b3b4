//! Declarations of one name beside each other. `kinds`: the name was given to something of another sort or type; `members`: a member is declared twice; `definitions`: one thing is defined twice; `agreement`: what a later declaration must repeat; `c_linkage`: language linkage.

pub(crate) mod agreement;
pub(crate) mod c_linkage;
pub(crate) mod definitions;
pub(crate) mod kinds;
pub(crate) mod members;

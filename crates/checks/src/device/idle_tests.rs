//! Lambdas and members of local classes that nothing calls are not compiled for the device.

use cleave_base_db::HostSettings;
use expect_test::expect;

use crate::testing::device_with;

#[test]
fn what_nothing_calls() {
    let found = device_with(
        "int gv; int hf();
void host() { auto a = [] __device__ { return gv + hf(); }; auto b = [] __host__ __device__ { auto p = &hf; }; }
__device__ void idle() { auto l = [] { return gv; }; struct L { __device__ int m() { return gv + hf(); } }; }
__device__ void called() { auto l = [] { return gv; }; l(); struct L { __device__ int m() { return gv + hf(); } } s; s.m(); }",
        80,
        HostSettings {
            extended_lambda: true,
            ..HostSettings::default()
        },
    );
    expect![[r#"
        2: 3551 at gv: variable gv
        2: 177 at p: variable p
        2: 177 at a: variable a
        2: 177 at b: variable b
        3: 3551 at gv: variable gv
        3: 3551 at gv: variable gv
        3: 177 at l: variable l
        4: 3551 at gv: variable gv
        4: 3525 at gv: gv
        4: 3551 at gv: variable gv
        4: 3525 at gv: gv
        4: 3473 at hf: hf(), m
        4: 3525 at hf: hf
    "#]]
    .assert_eq(&found);
}

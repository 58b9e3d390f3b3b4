//! Constants of a block that other constants and assertions refer to: they outlive the expression that asks for them first. What
//! stands here has been seen on the reference.

use crate::testing::findings;
use expect_test::expect;

const CALENDAR: &str = "struct Month { unsigned char number;
  constexpr explicit Month(unsigned n) noexcept : number(n) {}
  constexpr explicit operator unsigned() const noexcept { return number; } };
constexpr bool operator==(const Month &a, const Month &b) { return unsigned(a) == unsigned(b); }
struct Last {}; struct LastDay;
struct Day { int number; constexpr LastDay operator[](Last) const noexcept; };
struct LastDay { Day day; explicit constexpr LastDay(const Day &d) noexcept : day{d} {} };
constexpr LastDay Day::operator[](Last) const noexcept { return LastDay{*this}; }
constexpr bool operator==(const LastDay &a, const LastDay &b) { return a.day.number == b.day.number; }
struct MonthDay { Month m; LastDay d; constexpr Month month() const { return m; } constexpr LastDay day() const { return d; } };
constexpr MonthDay operator/(const Month &m, const LastDay &d) { return MonthDay{m, d}; }
constexpr Month second{2};
";

#[test]
fn outlive_what_asks_for_them() {
    let text = format!(
        "{CALENDAR}
void run() {{
    constexpr Month february = second; constexpr Day tuesday{{2}}; constexpr Last last{{}};
    {{
        constexpr MonthDay both = february / tuesday[last];
        static_assert(both.month() == february, \"\");
        static_assert(both.day() == tuesday[last], \"\");
        static_assert(february == both.month(), \"\");
        static_assert(both.day() == Day{{3}}[last], \"known, and false\");
    }}
}}
"
    );
    expect![[r#"
        21: 1574 at static_assert: known, and false
    "#]]
    .assert_eq(&findings(&text));
}

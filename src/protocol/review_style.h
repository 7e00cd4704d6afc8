#pragma once

namespace partita::protocol {

/// How the page of a reviewed game looks, by day and by night, on paper-wide and on narrow screens.
inline constexpr const char* kReviewStyle = R"(
:root { color-scheme: light dark; --ink: #26221b; --dim: #6b5f45; --paper: #fbf9f4; --card: #fff; --edge: #d9cfb8;
  --grid: #e6dec9; --middle: #a89a78; --link: #2b5c94; --m4: #b3261e; --m3: #b35c00; --m2: #7a6a00; --m1: #1e7a34;
  --s0: #3b6ea8; --s1: #b3261e; --s2: #2e7d32; --s3: #8e5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece5d6; --dim: #b3a88f; --paper: #1c1a16; --card: #26231d;
  --edge: #453f33; --grid: #38332a; --middle: #7d7460; --link: #8fb8ea; --m4: #ff8a80; --m3: #ffb74d; --m2: #e6d25a;
  --m1: #81c995; --s0: #7fb0ea; --s1: #ff8a80; --s2: #81c995; --s3: #e0b060; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1080px; padding: 1.5rem; color: var(--ink);
  background: var(--paper); }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
a { color: var(--link); } .sub { color: var(--dim); margin: 0 0 1rem; overflow-wrap: anywhere; }
.seats { display: flex; flex-wrap: wrap; gap: .75rem; }
.seat { border: 1px solid var(--edge); border-radius: 8px; padding: .6rem 1rem; background: var(--card); flex: 1 1 8rem;
  max-width: 14rem; }
.seat b { font-size: 1.5rem; display: block; }
.graph { background: var(--card); border: 1px solid var(--edge); border-radius: 8px; overflow-x: auto; }
.graph svg { width: 100%; min-width: 40rem; height: auto; display: block; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid var(--grid); white-space: nowrap; }
td.n, th.n { text-align: right; } td.line { white-space: normal; color: var(--dim); min-width: 16rem; }
tr:target, tr:target td { background: var(--grid); }
.m4 { color: var(--m4); font-weight: 700; } .m3 { color: var(--m3); font-weight: 700; }
.m2 { color: var(--m2); font-weight: 700; } .m1 { color: var(--m1); font-weight: 700; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); gap: 1.25rem; }
figure { margin: 0; background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: .75rem; }
figure svg { width: 100%; height: auto; background: #fdfaf3; border-radius: 6px; }
figcaption { font-size: .92rem; overflow-wrap: anywhere; }
)";

}  // namespace partita::protocol

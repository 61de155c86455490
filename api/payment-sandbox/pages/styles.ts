/** The style sheet of every page, served at /sandbox/styles.css. A string, because the built server is one file. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #12151a);
  --surface: light-dark(#ffffff, #1a1f27);
  --ink: light-dark(#1b2430, #e8ebf0);
  --muted: light-dark(#566273, #a3adbb);
  --line: light-dark(#d9dee6, #313a47);
  --control: light-dark(#7a8596, #7c889a);
  --action: light-dark(#2f4fb8, #9db4ff);
  --on-action: light-dark(#ffffff, #0d1633);
  --label: light-dark(#fff1c2, #3a2f0b);
  --on-label: light-dark(#5a4300, #ffdf85);
  --danger: light-dark(#a3261c, #ff9d8f);
  --danger-ground: light-dark(#fdebe8, #3a1a16);
  --success: light-dark(#14643f, #7bd4a8);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
.sandbox-label { margin: 0; padding: .5rem 1rem; background: var(--label); color: var(--on-label); text-align: center; font-weight: 600; font-size: .9375rem; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
main.narrow { max-width: 34rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 0 0 .75rem; font-size: 1.125rem; line-height: 1.3; }
p { margin: 0 0 .75rem; }
a { color: var(--action); text-underline-offset: .15em; }
.muted { color: var(--muted); }
.small { font-size: .875rem; }
.amount { font-size: 2rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
.columns { display: grid; gap: 1.5rem; }
.panel { padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); min-width: 0; }
.panel + .panel { margin-top: 1.5rem; }
.columns > .panel { margin-top: 0; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
.panel > * + form, .panel > form + *, .panel > .scroll + .actions { margin-top: 1rem; }
.panel > :last-child { margin-bottom: 0; }
.notice { padding: .75rem 1rem; border-radius: .5rem; border: 1px solid currentColor; color: var(--danger); background: var(--danger-ground); }
form { margin: 0; }
.fields { display: grid; gap: .875rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .875rem; align-items: end; }
label { display: grid; gap: .25rem; font-weight: 600; font-size: .9375rem; min-width: 0; }
label.choice { display: flex; gap: .5rem; align-items: center; font-weight: 400; min-height: 2.75rem; }
input, select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--control); border-radius: .5rem; background: var(--surface); color: var(--ink); font: inherit; font-weight: 400; }
::placeholder { color: var(--muted); opacity: 1; }
input[type='radio'], input[type='checkbox'] { width: 1.25rem; min-height: 1.25rem; height: 1.25rem; flex: none; accent-color: var(--action); }
input[readonly] { color: var(--muted); border-style: dashed; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--control); border-radius: .5rem; background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button.primary, .button.primary { border-color: var(--action); background: var(--action); color: var(--on-action); }
button.wide { width: 100%; }
button:hover, .button:hover { filter: brightness(.95); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
.cards { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none; }
.cards button { display: grid; width: 100%; justify-content: stretch; text-align: start; line-height: 1.35; }
.cards .number { font-weight: 400; color: var(--muted); font-variant-numeric: tabular-nums; }
details > summary { min-height: 2.75rem; display: flex; align-items: center; gap: .5rem; font-weight: 600; cursor: pointer; }
details > summary::before { content: '+'; }
details[open] > summary::before { content: '\\2212'; }
details[open] > summary { margin-bottom: .5rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { color: var(--muted); font-weight: 600; white-space: nowrap; }
td.number, th.number { text-align: end; padding-inline-end: 0; font-variant-numeric: tabular-nums; white-space: nowrap; }
td form { display: inline-block; }
.records td { min-width: 7.5rem; }
td button { white-space: nowrap; }
td code { overflow-wrap: anywhere; }
tfoot td { border-bottom: 0; font-weight: 600; }
code { font: .875em ui-monospace, monospace; }
dl { display: grid; gap: .25rem 1rem; grid-template-columns: auto 1fr; margin: 0 0 1rem; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; }
@media (min-width: 48rem) { .columns { grid-template-columns: 1fr 1fr; align-items: start; } }
@media print { .sandbox-label, .no-print { display: none; } body { background: #fff; } .panel { border: 0; padding: 0; } }
`;

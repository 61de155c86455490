import { InputRule } from '@milkdown/kit/prose/inputrules';
import type { EditorState, Transaction } from '@milkdown/kit/prose/state';
import { getSiteFacts } from '#api/domain/site-facts.ts';

type Quotes = readonly [open: string, close: string];
type Pairs = { double: Quotes; single: Quotes };

const NBSP = '\u00a0';
const ENGLISH: Pairs = { double: ['“', '”'], single: ['‘', '’'] };
const GERMAN: Pairs = { double: ['„', '“'], single: ['‚', '‘'] };
const POLISH: Pairs = { double: ['„', '”'], single: ['‚', '’'] };
const SWEDISH: Pairs = { double: ['”', '”'], single: ['’', '’'] };
const NORWEGIAN: Pairs = { double: ['«', '»'], single: ['‘', '’'] };
const RUSSIAN: Pairs = { double: ['«', '»'], single: ['„', '“'] };
const FRENCH: Pairs = { double: [`«${NBSP}`, `${NBSP}»`], single: ['‘', '’'] };

/** As each language sets its quotation marks (CLDR); all others as English does. */
const LANGUAGES: Record<string, Pairs> = {
  ...Object.fromEntries(['de', 'cs', 'sk', 'sl', 'lt', 'is', 'et'].map((language) => [language, GERMAN])),
  ...Object.fromEntries(['pl', 'hu', 'ro'].map((language) => [language, POLISH])),
  ...Object.fromEntries(['sv', 'fi'].map((language) => [language, SWEDISH])),
  ...Object.fromEntries(['nb', 'nn', 'no'].map((language) => [language, NORWEGIAN])),
  ...Object.fromEntries(['ru', 'uk', 'be'].map((language) => [language, RUSSIAN])),
  fr: FRENCH,
};

export const getQuotes = (language: string): Pairs => LANGUAGES[language.split('-')[0]?.toLowerCase() ?? ''] ?? ENGLISH;

const APOSTROPHE = '’';
/** In front of what opens: nothing, a space, a bracket, a dash or another quote that opens. */
const BEFORE_OPENING = /(?:^|[\s([{–—/\u00a0“‘„‚«-])$/;

/** What a straight quote becomes behind this text of its line. */
export function toTypographic(typed: '"' | "'", before: string, { double, single }: Pairs): string {
  const [open, close] = typed === '"' ? double : single;
  if (BEFORE_OPENING.test(before)) return open;
  if (typed === '"') return close;
  // An apostrophe is no closing quote where the two differ.
  const isOpen = before.lastIndexOf(open) > before.lastIndexOf(close);
  return isOpen ? close : APOSTROPHE;
}

/** The text of the line before the cursor; null in code, and where a code mark is being typed. */
function readBefore({ selection: { $from } }: EditorState, position: number): string | null {
  const { parent } = $from;
  if (parent.type.spec.code || $from.marks().some(({ type }) => type.spec.code)) return null;
  const before = parent.textBetween(0, position - $from.start(), undefined, '\ufffc');
  return before.split('`').length % 2 === 0 ? null : before;
}

function setQuote(state: EditorState, typed: '"' | "'", start: number, end: number): Transaction | null {
  const before = readBefore(state, start);
  return before === null
    ? null
    : state.tr.insertText(toTypographic(typed, before, getQuotes(getSiteFacts().language)), start, end);
}

/** Typed quotes and dashes become typographic; one Backspace brings back what was typed. Never in code. */
export const typographyRules: readonly InputRule[] = [
  new InputRule(/"$/, (state, _match, start, end) => setQuote(state, '"', start, end)),
  new InputRule(/'$/, (state, _match, start, end) => setQuote(state, "'", start, end)),
  // With the space behind it: `--` alone may be the start of an option, and `---` is a divider.
  new InputRule(/(?<=[\p{L}\p{N}\p{P}] ?)-- $/u, (state, _match, start, end) =>
    readBefore(state, start) === null ? null : state.tr.insertText('– ', start, end),
  ),
];

import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import { createMembership } from './step-counter.ts';

/** Characters to try: of each class up to three of them, those that it has, are repeated. */
const CANDIDATES = [...' \n\ta1A-_./<>[]{}()"\'=#`~|:%!?&;,+*$@\\é’\u00a0'];
/** Ends at which most expressions fail. */
const FAILING_END = '\u0001';
const ENDS = ['', FAILING_END, `\n${FAILING_END}`];

/** Least repetitions of a quantifier that are many: `\w{1,2}` can't grow. */
const ENDLESS_MIN = 50;

/** A text of about this length. */
export type GrowingText = (length: number) => string;

/** Least repetitions of a unit in a text of 200 characters, however long the unit is: fewer would hide growth that begins at each of them. */
const REPEATS_MIN = 24;
const toCount = (unit: string, length: number) => Math.max(length / unit.length, (length / 200) * REPEATS_MIN);

/**
 * Texts that grow by what an expression can repeat: by characters of each class, alone and behind every beginning of the expression, by
 * pairs of them, and by its beginnings; with ends at which it fails.
 */
export function createGrowingTexts(literal: RegExp): GrowingText[] {
  const { pattern } = parseRegExpLiteral(literal);
  const characters = new Set<string>();
  visitRegExpAST(pattern, {
    onQuantifierEnter: ({ element, max }) => {
      if (max < ENDLESS_MIN) return;
      visitRegExpAST(element, {
        onCharacterEnter: ({ value }) => characters.add(String.fromCodePoint(value)),
        onCharacterClassEnter: ({ raw }) => addMembers(raw),
        onCharacterSetEnter: ({ raw }) => addMembers(raw),
      });
    },
  });
  function addMembers(raw: string): void {
    const isMember = createMembership(raw, literal.flags);
    for (const char of CANDIDATES.filter(isMember).slice(0, 3)) characters.add(char);
  }
  const beginnings = pattern.alternatives.flatMap((alternative) => listBeginnings(alternative, literal.flags));
  const singles = [...characters];
  const pairs = singles.flatMap((one) => singles.flatMap((other) => (one === other ? [] : [one + other])));
  const texts = (starts: readonly string[], repeated: readonly string[], ends = ENDS): GrowingText[] =>
    starts.flatMap((start) =>
      repeated.flatMap((unit) =>
        ends.map((end) => (length: number) => start + unit.repeat(toCount(unit, length)) + end),
      ),
    );
  return [
    ...texts(['', ...new Set(beginnings)], singles),
    ...texts([''], [...new Set(beginnings.filter((beginning) => beginning.length > 1))]),
    ...texts([''], pairs.slice(0, 200), [FAILING_END]),
  ];
}

/** The shortest texts that the first parts of an alternative match, also those that end inside of a group. */
function listBeginnings({ elements }: AST.Alternative, flags: string): string[] {
  let before = '';
  const found: string[] = [];
  for (const element of elements) {
    const part = element.type === 'Quantifier' ? element.element : element;
    if (part.type === 'Group' || part.type === 'CapturingGroup')
      for (const alternative of part.alternatives)
        found.push(...listBeginnings(alternative, flags).map((inside) => before + inside));
    before += toShortest(element, flags);
    found.push(before);
  }
  return found.filter((text) => text !== '');
}

function toShortest(element: AST.Element, flags: string): string {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return (element.alternatives[0]?.elements ?? []).map((each) => toShortest(each, flags)).join('');
    case 'Quantifier':
      // Optional parts are there once, as most growth is behind them.
      return toShortest(element.element, flags).repeat(Math.max(element.min, 1));
    case 'Assertion':
    case 'Backreference':
      return '';
    case 'Character':
      return String.fromCodePoint(element.value);
    default:
      return CANDIDATES.find(createMembership(element.raw, flags)) ?? 'a';
  }
}

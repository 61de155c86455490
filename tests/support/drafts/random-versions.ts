import fc from 'fast-check';
import type { HtmlBlock } from '#src/features/drafts/conflicts/html-blocks.ts';

/** A paragraph and where it came from: the same names in two versions are the same paragraph. */
type Paragraph = { words: string[]; from: string[] };

/** One act of a writer. `at` and `to` are places, taken modulo what there is. */
export type Act = {
  kind:
    | 'write'
    | 'write-on'
    | 'cut'
    | 'rewrite'
    | 'insert'
    | 'insert-shared'
    | 'delete'
    | 'move'
    | 'move-up'
    | 'join'
    | 'split';
  at: number;
  to: number;
};

/** What a writer made of a text. */
export type Version = {
  blocks: HtmlBlock[];
  /** Paragraphs whose words this writer changed, deleted, joined or split. */
  touched: Set<string>;
  /** Paragraphs at whose end this writer only wrote on. */
  extended: Set<string>;
  isMoved: boolean;
  isRegrouped: boolean;
};

const ALL_KINDS: Act['kind'][] = [
  'write',
  'write',
  'write-on',
  'cut',
  'rewrite',
  'insert',
  'insert',
  'insert-shared',
  'delete',
  'move',
  'move-up',
  'join',
  'split',
];

/** The acts of one sitting. */
export const acts = (kinds: readonly Act['kind'][] = ALL_KINDS, maxLength = 5): fc.Arbitrary<Act[]> =>
  fc.array(
    // Often the start or the end, where texts are written most.
    fc.record({
      kind: fc.constantFrom(...kinds),
      at: fc.oneof(fc.nat(20), fc.constantFrom(0, -1)),
      to: fc.oneof(fc.nat(20), fc.constantFrom(0, -1)),
    }),
    { maxLength },
  );

/** Texts of paragraphs with words of their own, among them dividers, empty lines and paragraphs that are all alike. */
export const baseTexts: fc.Arbitrary<Paragraph[]> = fc
  .array(fc.constantFrom('own', 'own', 'own', 'own', 'divider', 'empty', 'alike'), { maxLength: 9 })
  .map((kinds) =>
    kinds.map((kind, index) => {
      if (kind === 'divider') return { words: ['***'], from: ['***'] };
      if (kind === 'empty') return { words: [], from: ['empty'] };
      if (kind === 'alike') return { words: ['alike', 'in', 'each', 'of', 'these'], from: ['alike'] };
      return { words: nameWords(`p${index}`), from: [`p${index}`] };
    }),
  );

/** Fewer words can't be told from others that happen to be the same. */
const RUN_WORDS = 3;

const nameWords = (name: string) => Array.from('abcdefgh', (letter) => `${name}${letter}`);

function toBlock({ words }: Paragraph): HtmlBlock {
  if (words[0] === '***') return { kind: 'Divider', text: '', html: '<hr>' };
  const text = words.join(' ');
  return { kind: '', text, html: `<p>${text}</p>` };
}

export const toBlocks = (text: readonly Paragraph[]) => text.map(toBlock);

/** The words of a text in their order; dividers and empty lines count as one each. */
export const listWords = (blocks: readonly HtmlBlock[]) =>
  blocks.flatMap(({ text, html }) => (text === '' ? [html] : text.split(' ')));

/** What readers would recognise if it were there twice: runs of words, whole short paragraphs, dividers and empty lines. */
export const listRuns = (blocks: readonly HtmlBlock[]) =>
  blocks.flatMap((block) => {
    const words = listWords([block]);
    const starts = words.slice(0, Math.max(1, words.length - RUN_WORDS + 1));
    return starts.map((_, start) => words.slice(start, start + RUN_WORDS).join(' '));
  });

/** What a writer makes of a text by these acts; every word that they write is new. */
export function writeOn(
  name: string,
  base: readonly Paragraph[],
  list: readonly Act[],
): Version & { text: Paragraph[] } {
  const text = base.map(({ words, from }) => ({ words: [...words], from: [...from] }));
  const touched = new Set<string>();
  const extended = new Set<string>();
  const shared = new Set<number>();
  let [isMoved, isRegrouped] = [false, false];
  const touch = (...paragraphs: Paragraph[]) => {
    for (const { from } of paragraphs) for (const each of from) touched.add(each);
  };
  for (const [number, act] of list.entries()) {
    const place = (value: number, length: number) => ((value % length) + length) % length;
    const at = place(act.at, Math.max(text.length, 1));
    const gap = place(act.to, text.length + 1);
    const [paragraph, next] = [text[at], text[at + 1]];
    const fresh = `${name}${number}`;
    if (act.kind === 'insert') text.splice(gap, 0, { words: nameWords(fresh), from: [fresh] });
    // What both write, at the start or at the end.
    if (act.kind === 'insert-shared') {
      const which = place(act.at, 2);
      const where = which === 0 ? 0 : text.length;
      if (!shared.has(which)) text.splice(where, 0, { words: nameWords(`s${which}`), from: [`s${which}`] });
      shared.add(which);
    }
    if (!paragraph) continue;
    const isText = paragraph.words.length > 0 && paragraph.words[0] !== '***';
    if (act.kind === 'delete') {
      touch(paragraph);
      text.splice(at, 1);
    }
    if (act.kind === 'move' || (act.kind === 'move-up' && at > 0)) {
      isMoved = true;
      text.splice(at, 1);
      text.splice(act.kind === 'move-up' ? at - 1 : place(act.to, text.length + 1), 0, paragraph);
    }
    if (!isText) continue;
    if (act.kind === 'write') {
      touch(paragraph);
      paragraph.words.splice(place(act.to, paragraph.words.length + 1), 0, fresh);
    }
    if (act.kind === 'write-on') {
      for (const each of paragraph.from) extended.add(each);
      paragraph.words.push(`${fresh}x`, `${fresh}y`);
    }
    // What is left of what both wrote is not cut to pieces: nobody could tell that it was the same.
    if (paragraph.from.some((each) => /^s\d/.test(each)) && ['cut', 'rewrite', 'split'].includes(act.kind)) continue;
    if (act.kind === 'cut' && paragraph.words.length > 1) {
      touch(paragraph);
      paragraph.words.splice(place(act.to, paragraph.words.length), 1);
    }
    if (act.kind === 'rewrite') {
      touch(paragraph);
      paragraph.words = nameWords(fresh);
    }
    if (act.kind === 'join' && next && next.words.length > 0 && next.words[0] !== '***') {
      isRegrouped = true;
      touch(paragraph, next);
      const joined = { words: [...paragraph.words, ...next.words], from: [...paragraph.from, ...next.from] };
      text.splice(at, 2, joined);
    }
    if (act.kind === 'split' && paragraph.words.length >= 2 * RUN_WORDS) {
      isRegrouped = true;
      touch(paragraph);
      const cut = RUN_WORDS + place(act.to, paragraph.words.length - 2 * RUN_WORDS + 1);
      const [before, after] = [paragraph.words.slice(0, cut), paragraph.words.slice(cut)];
      text.splice(at, 1, { ...paragraph, words: before }, { words: after, from: [...paragraph.from] });
    }
  }
  return { text, blocks: text.map(toBlock), touched, extended, isMoved, isRegrouped };
}

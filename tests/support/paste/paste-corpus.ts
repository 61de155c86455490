import { createSeededRandom, type Random } from '../random/seeded-random.ts';
import { DOCS_FRAGMENTS, DOCS_NOTES, wrapDocs } from './docs-fragments.ts';
import { MAIL_FRAGMENTS, wrapMail } from './mail-fragments.ts';
import { GITHUB_FRAGMENTS, GITHUB_NOTES, NOTION_FRAGMENTS, wrapNotion } from './notion-fragments.ts';
import { FRONT_MATTER, README_FRAGMENTS, README_NOTES } from './readme-fragments.ts';
import { WORD_FRAGMENTS, WORD_NOTES, wrapWord } from './word-fragments.ts';

/** Something as a program writes it, and the HTML that is to come of it; `§` is a word that differs from text to text. */
export type Fragment = readonly [source: string, reference: string];

export type PastedText = { name: string; data: { html?: string; text?: string }; reference: string };

type Style = {
  name: string;
  fragments: readonly Fragment[];
  /** Notes come last. */
  notes?: Fragment;
  /** A line of text, which keeps lists and quotes of neighbouring fragments apart. */
  line: (text: string) => string;
  wrap: (source: string, random: Random) => PastedText['data'];
};

const htmlLine = (text: string) => `<p>${text}</p>`;
const STYLES: readonly (Style & { count: number })[] = [
  {
    name: 'README',
    count: 80,
    fragments: README_FRAGMENTS,
    notes: README_NOTES,
    line: (text) => `${text}\n`,
    wrap: (source, random) => ({
      text: (random.oneIn(3) ? FRONT_MATTER : '') + (random.oneIn(4) ? source.replaceAll('\n', '\r\n') : source),
    }),
  },
  {
    name: 'Word',
    count: 35,
    fragments: WORD_FRAGMENTS,
    notes: WORD_NOTES,
    line: (text) => `<p class=MsoNormal>${text}<o:p></o:p></p>`,
    wrap: (source) => ({ html: wrapWord(source) }),
  },
  {
    name: 'Docs',
    count: 30,
    fragments: DOCS_FRAGMENTS,
    notes: DOCS_NOTES,
    line: (text) => `<p dir="ltr"><span style="font-weight:400">${text}</span></p>`,
    wrap: (source) => ({ html: wrapDocs(source) }),
  },
  {
    name: 'Notion',
    count: 25,
    fragments: NOTION_FRAGMENTS,
    line: htmlLine,
    wrap: (source) => ({ html: wrapNotion(source) }),
  },
  {
    name: 'GitHub',
    count: 10,
    fragments: GITHUB_FRAGMENTS,
    notes: GITHUB_NOTES,
    line: htmlLine,
    wrap: (source) => ({ html: source }),
  },
  {
    name: 'mail',
    count: 20,
    fragments: MAIL_FRAGMENTS,
    line: (text) => `<div>${text}</div>`,
    wrap: (source) => ({ html: wrapMail(source) }),
  },
];

/** 200 texts, the same for the same seed: each another choice of fragments in another order. */
export function generatePasteCorpus(seed: number): PastedText[] {
  const random = createSeededRandom(seed);
  return STYLES.flatMap((style) => Array.from({ length: style.count }, (_, number) => compose(style, number, random)));
}

function compose(style: Style, number: number, random: Random): PastedText {
  // Each fragment is in one text at least.
  const chosen = [style.fragments[number % style.fragments.length] as Fragment];
  for (let more = 2 + random.below(9); more > 0; more -= 1)
    chosen.splice(random.below(chosen.length + 1), 0, random.pick(style.fragments));
  if (style.notes && random.oneIn(2)) chosen.push(style.notes);
  const parts = chosen.map(([source, reference], at) => {
    const word = `${random.pick(['kettle', 'pounamu', 'ledger', 'invoice'])}${number}-${at}`;
    const line = `Line ${number}.${at}`;
    return {
      source: `${style.line(line)}\n${source.replaceAll('§', word)}`,
      reference: `<p>${line}</p>${reference.replaceAll('§', word)}`,
    };
  });
  return {
    name: `${style.name} ${number}`,
    data: style.wrap(parts.map(({ source }) => source).join('\n'), random),
    reference: parts.map(({ reference }) => reference).join(''),
  };
}

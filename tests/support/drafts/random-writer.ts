import type { Random } from '../random/seeded-random.ts';

export type TextPage = { title: string; paragraphs: string[][] };
export type WritingAction = (typeof WRITING_ACTIONS)[number];

export const WRITING_ACTIONS = [
  ...['type', 'type', 'type', 'finish', 'correct', 'backspace'],
  ...['replace half', 'cut paragraph', 'cut across', 'paste over', 'reorder', 'clear', 'another title', 'shuffle'],
] as const;

export const toHtml = ({ paragraphs }: TextPage) => paragraphs.map((words) => `<p>${words.join(' ')}</p>`).join('');

export const listWords = ({ title, paragraphs }: TextPage) =>
  [...title.split(' '), ...paragraphs.flat()].filter(Boolean);

/** A person who writes, and changes what is written in every way that a hand can. No word is ever written twice. */
export function createRandomWriter({ below, pick }: Random, { minWordLength = 0 } = {}) {
  let page: TextPage = { title: '', paragraphs: [[]] };
  let count = 0;
  const word = () => {
    count += 1;
    const word = `w${count.toString(36)}x${'tea'.repeat(1 + (count % 3))}`;
    return word.repeat(Math.max(1, Math.ceil(minWordLength / word.length)));
  };
  const randomWords = (most: number) => Array.from({ length: 1 + below(most) }, word);
  const isHalf = (each: string) => each.endsWith('~');

  /** All paragraphs as one row of words, changed between two places. */
  const across = (from: number, to: number, instead: string[]): string[][] => {
    let at = 0;
    const changed = page.paragraphs.map((paragraph) =>
      paragraph.flatMap((each) => {
        const index = at++;
        if (index < from || index >= to) return [each];
        return index === from ? instead : [];
      }),
    );
    return to > from ? changed : [...changed.slice(0, -1), [...(changed.at(-1) ?? []), ...instead]];
  };
  const change = (action: WritingAction): TextPage => {
    const { title, paragraphs } = page;
    const all = paragraphs.flat();
    const [one, other] = [below(all.length + 1), below(all.length + 1)];
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    const which = below(paragraphs.length);
    const finished = paragraphs.map((each) => each.map((word) => (isHalf(word) ? `${word}done` : word)));
    switch (action) {
      case 'type': {
        const at = below(all.length + 1);
        const previous = all[at];
        const typed = [...randomWords(8), `${word()}~`];
        return { title, paragraphs: previous ? across(at, at + 1, [...typed, previous]) : [...paragraphs, typed] };
      }
      case 'finish':
        return { title, paragraphs: finished };
      case 'correct':
        return { title, paragraphs: across(from, Math.min(from + 1, all.length), [word()]) };
      case 'backspace':
        return { title, paragraphs: paragraphs.map((each, at) => (at === which ? each.slice(0, -2) : each)) };
      case 'replace half':
        return { title, paragraphs: across(Math.floor(all.length / 2), all.length, randomWords(40)) };
      case 'cut paragraph':
        return { title, paragraphs: paragraphs.filter((_, at) => at !== which) };
      case 'cut across':
        return { title, paragraphs: across(from, to, []) };
      case 'paste over':
        return { title, paragraphs: across(from, to, randomWords(60)) };
      case 'reorder':
        return { title, paragraphs: paragraphs.toReversed() };
      case 'shuffle':
        return { title, paragraphs: paragraphs.map((each) => each.toSorted(() => below(3) - 1)) };
      case 'clear':
        return { title, paragraphs: [randomWords(3)] };
      case 'another title':
        return { title: randomWords(9).join(' '), paragraphs };
    }
  };
  return {
    page: () => page,
    act(act: WritingAction): TextPage {
      page = change(act);
      return page;
    },
    /** What a person does in five seconds, at forty words a minute: now and then a slip, put right at once or later. */
    writeOn(): TextPage {
      const [before, last = []] = [page.paragraphs.slice(0, -1), page.paragraphs.at(-1) ?? []];
      const ended = last.map((each) => (isHalf(each) ? `${each}ing` : each));
      const next = [...ended, ...randomWords(4), `${word()}~`];
      page = { ...page, paragraphs: next.length > 80 ? [...before, next, []] : [...before, next] };
      // A word that turns out wrong when it is read again.
      if (below(12) === 0) page = { ...page, paragraphs: this.act('correct').paragraphs };
      return page;
    },
    pick: () => pick(WRITING_ACTIONS),
  };
}

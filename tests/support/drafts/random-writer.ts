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

/** Simulates a writer with all kinds of edits. Every generated word is unique. */
export function createRandomWriter({ below, pick }: Random, { minWordLength = 0 } = {}) {
  let page: TextPage = { title: '', paragraphs: [[]] };
  let count = 0;
  const word = () => {
    count += 1;
    const word = `w${count.toString(36)}x${'tea'.repeat(1 + (count % 3))}`;
    return word.repeat(Math.max(1, Math.ceil(minWordLength / word.length)));
  };
  const randomWords = (maxCount: number) => Array.from({ length: 1 + below(maxCount) }, word);
  const isUnfinished = (each: string) => each.endsWith('~');

  /** Replaces the words from index `from` to `to`, counted over all paragraphs. */
  const replaceRange = (from: number, to: number, replacement: string[]): string[][] => {
    let at = 0;
    const changed = page.paragraphs.map((paragraph) =>
      paragraph.flatMap((each) => {
        const index = at++;
        if (index < from || index >= to) return [each];
        return index === from ? replacement : [];
      }),
    );
    return to > from ? changed : [...changed.slice(0, -1), [...(changed.at(-1) ?? []), ...replacement]];
  };
  const applyAction = (action: WritingAction): TextPage => {
    const { title, paragraphs } = page;
    const all = paragraphs.flat();
    const [one, other] = [below(all.length + 1), below(all.length + 1)];
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    const which = below(paragraphs.length);
    const finished = paragraphs.map((each) => each.map((word) => (isUnfinished(word) ? `${word}done` : word)));
    switch (action) {
      case 'type': {
        const at = below(all.length + 1);
        const previous = all[at];
        const typed = [...randomWords(8), `${word()}~`];
        return {
          title,
          paragraphs: previous ? replaceRange(at, at + 1, [...typed, previous]) : [...paragraphs, typed],
        };
      }
      case 'finish':
        return { title, paragraphs: finished };
      case 'correct':
        return { title, paragraphs: replaceRange(from, Math.min(from + 1, all.length), [word()]) };
      case 'backspace':
        return { title, paragraphs: paragraphs.map((each, at) => (at === which ? each.slice(0, -2) : each)) };
      case 'replace half':
        return { title, paragraphs: replaceRange(Math.floor(all.length / 2), all.length, randomWords(40)) };
      case 'cut paragraph':
        return { title, paragraphs: paragraphs.filter((_, at) => at !== which) };
      case 'cut across':
        return { title, paragraphs: replaceRange(from, to, []) };
      case 'paste over':
        return { title, paragraphs: replaceRange(from, to, randomWords(60)) };
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
    act(action: WritingAction): TextPage {
      page = applyAction(action);
      return page;
    },
    /** The edits of five seconds at forty words a minute, sometimes with a correction. */
    typeMore(): TextPage {
      const [before, last = []] = [page.paragraphs.slice(0, -1), page.paragraphs.at(-1) ?? []];
      const ended = last.map((each) => (isUnfinished(each) ? `${each}ing` : each));
      const next = [...ended, ...randomWords(4), `${word()}~`];
      page = { ...page, paragraphs: next.length > 80 ? [...before, next, []] : [...before, next] };
      // A correction of an earlier word.
      if (below(12) === 0) page = { ...page, paragraphs: this.act('correct').paragraphs };
      return page;
    },
    pick: () => pick(WRITING_ACTIONS),
  };
}

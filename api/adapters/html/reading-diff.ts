import { Parser } from 'htmlparser2';
import { diffLists, diffWords, pairItems, replaceText, type WordPart } from '#api/domain/text-diff.ts';
import { BLOCKS, describeImages } from './html-text.ts';

export type DiffParagraph = { kind: WordPart['kind'] | 'changed' | 'gap'; parts: WordPart[] };

/** Texts that differ in more paragraphs than this are not compared: the time grows with the square of the differences. */
const CHANGED_PARAGRAPHS_MAX = 4_000;
const DIFF_TIMEOUT_MS = 3_000;
/** Words inserted and removed in one field or paragraph before it is shown as replaced. */
const CHANGED_WORDS_MAX = 400;
/** Characters whose words are compared; in what comes after, whole paragraphs are removed and added. */
const COMPARED_CHARACTERS_MAX = 400_000;
/** Below this share of equal characters two paragraphs are different ones. */
const SIMILARITY_MIN = 0.3;

/** The differences in words between two short texts; one that differs too much is removed and added as a whole. */
export const compareWords = (before: string, after: string): WordPart[] =>
  diffWords(before, after, CHANGED_WORDS_MAX) ?? replaceText(before, after);

/**
 * The changed paragraphs of a sanitised text, each with an unchanged neighbour, and how many changed. Null when the texts differ
 * too much to be compared.
 */
export function diffReadings(
  after: string,
  before: string,
): { paragraphs: DiffParagraph[]; changeCount: number } | null {
  const paragraphs = diffParagraphs(listParagraphs(before), listParagraphs(after));
  if (paragraphs === null) return null;
  const changeCount = paragraphs.filter(({ kind }) => kind !== 'same').length;
  return { paragraphs: foldUnchanged(paragraphs), changeCount };
}

/** The texts of the blocks, in document order. */
function listParagraphs(html: string): string[] {
  const paragraphs: string[] = [];
  let text = '';
  const finish = () => {
    const paragraph = text.replace(/\s+/g, ' ').trim();
    if (paragraph !== '') paragraphs.push(paragraph);
    text = '';
  };
  const onTag = (name: string) => {
    if (name === 'br') text += ' ';
    else if (BLOCKS.has(name)) finish();
  };
  const parser = new Parser({
    ontext: (chunk) => {
      text += chunk;
    },
    onopentagname: onTag,
    onclosetag: onTag,
  });
  parser.end(describeImages(html));
  finish();
  return paragraphs;
}

function diffParagraphs(before: string[], after: string[]): DiffParagraph[] | null {
  const budget = { characters: COMPARED_CHARACTERS_MAX };
  const changes = diffLists(before, after, { maxEdits: CHANGED_PARAGRAPHS_MAX, timeoutMs: DIFF_TIMEOUT_MS });
  return (
    changes?.flatMap((part) =>
      part.isSame
        ? part.items.map((text) => toParagraph('same', text))
        : pairItems(part.before, part.after).flatMap(([old, changed]) => compareParagraph(old, changed, budget)),
    ) ?? null
  );
}

const toParagraph = (kind: WordPart['kind'], text: string): DiffParagraph => ({ kind, parts: [{ kind, text }] });

/** A paragraph and what stood in its place: if they resemble each other, with the words that changed. */
function compareParagraph(
  before: string | null,
  after: string | null,
  budget: { characters: number },
): DiffParagraph[] {
  if (before === null) return [toParagraph('added', after ?? '')];
  if (after === null) return [toParagraph('removed', before)];
  budget.characters -= before.length + after.length;
  const parts = budget.characters > 0 ? compareWords(before, after) : [];
  const sameLength = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  const isSimilar = sameLength >= SIMILARITY_MIN * Math.min(before.length, after.length);
  if (parts.length > 0 && isSimilar) return [{ kind: 'changed', parts }];
  return [toParagraph('removed', before), toParagraph('added', after)];
}

/** Leaves out unchanged paragraphs that are no neighbour of a change; a gap replaces them. */
function foldUnchanged(paragraphs: DiffParagraph[]): DiffParagraph[] {
  const isChange = (paragraph: DiffParagraph | undefined) => paragraph !== undefined && paragraph.kind !== 'same';
  const isNear = paragraphs.map((each, at) => [paragraphs[at - 1], each, paragraphs[at + 1]].some(isChange));
  return paragraphs.flatMap((each, at): DiffParagraph[] => {
    if (isNear[at]) return [each];
    const isFirst = at === 0 || isNear[at - 1];
    return isFirst ? [{ kind: 'gap', parts: [] }] : [];
  });
}

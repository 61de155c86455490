import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zipSync } from 'fflate';
import { createItem, createMeta, createWordPressFile } from '../imports/wordpress-file.ts';

const PARAGRAPH = '<p>The tide turns at six, and the harbour is quiet until the boats come in.</p>\n';
const SENTENCE = 'The tide turns at six, and the harbour is quiet. ';
/** Of a text of a large export (bytes). */
const TEXT_BYTES = 78_000;
const LONG_TEXT = PARAGRAPH.repeat(TEXT_BYTES / PARAGRAPH.length);
const MEGABYTE = 1_000_000;

type Pieces = Iterable<string | Uint8Array>;

/** Writes a file piece by piece: a large one never lies in memory. */
export const writePieces = (file: string, pieces: Pieces): Promise<void> =>
  pipeline(Readable.from(pieces), createWriteStream(file));

function* writeWordPress(items: Iterable<string>): Generator<string> {
  const [head = '', tail = ''] = createWordPressFile('<!-- items -->').split('<!-- items -->');
  yield head;
  yield* items;
  yield tail;
}

/** Pages that all want the address of one part of the site itself, with a child below it. */
export function* writePagesBelowReserved(count: number): Generator<string> {
  yield* writeWordPress(
    (function* () {
      for (let id = 1; id <= count; id += 1) {
        const link = `https://old.example.com/${id % 2 ? 'products' : 'documentation'}/widget/`;
        yield createItem({ id, title: `Widget ${id}`, name: 'widget', type: 'page', link, content: PARAGRAPH });
      }
    })(),
  );
}

export function* writeWordPressPosts(bytes: number): Generator<string> {
  yield* writeWordPress(
    (function* () {
      for (let id = 1; id * TEXT_BYTES <= bytes; id += 1)
        yield createItem({
          id,
          title: `Post ${id}`,
          name: `post-${id}`,
          link: `https://old.example.com/post-${id}/`,
          content: LONG_TEXT,
        });
    })(),
  );
}

/** One item with so many fields of plug-ins. */
export function* writeFields(count: number): Generator<string> {
  yield* writeWordPress([
    createItem({
      id: 1,
      title: 'Fields',
      name: 'fields',
      content: PARAGRAPH,
      more: Array.from({ length: count }, (_, n) => createMeta(`field_${n}`, `value ${n}`)).join('\n'),
    }),
  ]);
}

export function* writeGhost(bytes: number): Generator<string> {
  yield '{"db":[{"data":{"posts":[';
  for (let id = 1; id * TEXT_BYTES <= bytes; id += 1)
    yield `${id === 1 ? '' : ','}${JSON.stringify({
      id: `p${id}`,
      title: `Post ${id}`,
      slug: `post-${id}`,
      html: LONG_TEXT,
      status: 'published',
      published_at: '2020-01-01T00:00:00Z',
    })}`;
  yield ']}}]}';
}

const toPostName = (n: number) => `_posts/2020-01-01-post-${n}.md`;

const toMarkdownPost = (n: number, text: string): [string, Uint8Array] => [
  toPostName(n),
  Buffer.from(`---\ntitle: Post ${n}\n---\n\n${text}\n`),
];

export const writeTinyPosts = (count: number): Pieces => [
  zipSync(Object.fromEntries(Array.from({ length: count }, (_, n) => toMarkdownPost(n, SENTENCE)))),
];

/** Texts with long runs of one sign, in which an expression may look for the end again and again. */
export function writeRuns(length: number): Pieces {
  const runs = ['# Tea', '{{', '[[', '<!-- wp:a ', '[caption ', '> ', '*', '`', '| a '];
  const texts = runs.flatMap((run) => [
    `${run}${' '.repeat(length)}x`,
    `# Heading\n\n${run.repeat(length / run.length)}`,
  ]);
  return [zipSync(Object.fromEntries(texts.map((text, n) => toMarkdownPost(n, text))))];
}

/** A zip of so many texts of 10 MB that are one and the same, and so a few kilobytes each. */
export const writeGrowingZip = (count: number): Pieces => {
  const text = SENTENCE.repeat((10 * MEGABYTE) / SENTENCE.length);
  const [, bytes] = toMarkdownPost(0, text);
  return [zipSync(Object.fromEntries(Array.from({ length: count }, (_, n) => [toPostName(n), bytes])))];
};

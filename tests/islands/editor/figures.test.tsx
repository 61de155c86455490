import { Schema } from '@milkdown/kit/prose/model';
import { type Command, EditorState, NodeSelection } from '@milkdown/kit/prose/state';
import { expect, test } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import {
  addToGallery,
  getImageLink,
  insertGallery,
  moveInGallery,
  setFigureLayout,
  setImageLink,
} from '#src/editor/elements/figures.ts';
import { schemaSpec } from '#src/editor/elements/schema.ts';
import { fromHtml } from '#src/editor/html/from-html.ts';
import { toHtml } from '#src/editor/html/to-html.ts';

const schema = new Schema(schemaSpec);
const upload = { url: '/uploads/b.webp', width: 8, height: 6, alt: 'b' } as Parameters<typeof addToGallery>[0];

const image = (name: string) =>
  `<img src="/uploads/${name}.webp" alt="${name}" width="8" height="6" loading="lazy" decoding="async" />`;
const gallery = (...names: string[]) => `<figure data-layout="gallery">${names.map(image).join('')}</figure>`;

/** The content with its first image selected. */
function open(html: string): EditorState {
  const doc = fromHtml(schema, html);
  let at = 0;
  doc.descendants((node, pos) => {
    if (at === 0 && node.type.name === 'figure_image') at = pos;
  });
  return EditorState.create({ doc, selection: at === 0 ? undefined : NodeSelection.create(doc, at) });
}

function run(state: EditorState, ...commands: Command[]): EditorState {
  let next = state;
  for (const command of commands) expect(command(next, (tr) => (next = next.apply(tr)))).toBe(true);
  const html = toHtml(next.doc);
  expect(sanitizeContent(html)).toBe(html);
  return next;
}

test('an image is wide, full or as wide as the text', () => {
  const state = run(open(`<figure>${image('a')}</figure>`), setFigureLayout('full'));
  expect(toHtml(state.doc)).toBe(`<figure data-layout="full">${image('a')}</figure>`);
  expect(toHtml(run(state, setFigureLayout(null)).doc)).toBe(`<figure>${image('a')}</figure>`);
});

test('an image leads to an address once that is one', () => {
  const state = run(open(`<figure>${image('a')}</figure>`), setImageLink('example.com'));
  const link = '<a href="https://example.com" rel="noopener noreferrer">';
  expect(toHtml(state.doc)).toBe(`<figure>${link}${image('a')}</a></figure>`);
  expect(getImageLink(state)).toBe('https://example.com');
  expect(getImageLink(open(toHtml(state.doc)))).toBe('https://example.com');
  expect(toHtml(run(state, setImageLink('no address')).doc)).toBe(`<figure>${image('a')}</figure>`);
  expect(toHtml(run(state, setImageLink('javascript:alert(1)')).doc)).not.toContain('href');
});

test('another image makes a gallery, in which the images change places and stay selected', () => {
  const state = run(open(`<figure>${image('a')}<figcaption>c</figcaption></figure>`), addToGallery(upload));
  const caption = (html: string) => html.replace('</figure>', '<figcaption>c</figcaption></figure>');
  expect(toHtml(state.doc)).toBe(caption(gallery('a', 'b')));
  expect(moveInGallery(1)(state)).toBe(false);
  const moved = run(state, moveInGallery(-1));
  expect(toHtml(moved.doc)).toBe(caption(gallery('b', 'a')));
  expect((moved.selection as NodeSelection).node.attrs.alt).toBe('b');
  expect(toHtml(run(moved, moveInGallery(1)).doc)).toBe(caption(gallery('a', 'b')));
});

test('a gallery begins with one image, in place of an empty line', () => {
  const state = run(open('<p>a</p>'), insertGallery(upload));
  expect(toHtml(state.doc)).toBe(`<p>a</p>${gallery('b')}`);
  expect((state.selection as NodeSelection).node.attrs.src).toBe('/uploads/b.webp');
});

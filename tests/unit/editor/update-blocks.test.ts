import { type Node as EditorNode, Schema } from '@milkdown/kit/prose/model';
import { EditorState, TextSelection } from '@milkdown/kit/prose/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { updateBlocks } from '#src/editor/update-blocks.ts';

const schema = new Schema({
  nodes: { doc: { content: 'paragraph+' }, paragraph: { content: 'text*' }, text: {} },
});
const paragraphs = (texts: readonly string[]): EditorNode[] =>
  texts.map((text) => schema.nodes.paragraph?.create(null, text === '' ? null : schema.text(text)) as EditorNode);

/** Updates a text with the cursor in one of its paragraphs. Returns the new texts, and where the cursor is then. */
function update(before: readonly string[], after: readonly string[], at: { paragraph: number; offset: number }) {
  const doc = schema.node('doc', null, paragraphs(before));
  const start = doc.content.content.slice(0, at.paragraph).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const selection = TextSelection.create(doc, start + 1 + at.offset);
  const tr = updateBlocks(EditorState.create({ doc, selection }).tr, paragraphs(after));
  const { $head } = tr.selection;
  return {
    texts: tr.doc.content.content.map(({ textContent }) => textContent),
    cursor: { paragraph: $head.index(0), offset: $head.parentOffset, in: $head.parent.textContent },
  };
}

it.each([
  ['a block is inserted before it', ['one', 'two'], ['new', 'one', 'two'], 1, 2],
  ['a block before it is removed', ['one', 'two', 'three'], ['two', 'three'], 2, 1],
  ['a block from below is moved above it', ['one', 'two', 'three'], ['three', 'one', 'two'], 1, 2],
  ['its own block is moved down', ['one', 'two', 'three'], ['one', 'three', 'two'], 1, 2],
  ['its own block is moved up', ['one', 'two', 'three'], ['three', 'one', 'two'], 2, 0],
  ['an equal block is inserted before it', ['one', 'two', 'end'], ['two', 'new', 'one', 'two', 'end'], 1, 3],
  [
    'it is in the second of two equal blocks',
    ['a', 'same', 'b', 'same', 'c'],
    ['x', 'a', 'same', 'b', 'same', 'c'],
    3,
    4,
  ],
])('the cursor stays in its block where %s', (_what, before, after, from, to) => {
  const result = update(before, after, { paragraph: from, offset: 2 > (before[from]?.length ?? 0) ? 0 : 2 });
  expect(result.texts).toEqual(after);
  expect(result.cursor).toEqual({ paragraph: to, offset: 2, in: before[from] });
});

it('the cursor goes into what took the place of its block, as far into it as it was', () => {
  const { texts, cursor } = update(['one', 'second words', 'three'], ['new', 'one', 'other words', 'three'], {
    paragraph: 1,
    offset: 4,
  });
  expect(texts).toEqual(['new', 'one', 'other words', 'three']);
  expect(cursor).toEqual({ paragraph: 2, offset: 4, in: 'other words' });
});

it('the cursor of random texts stays in its block where that is still there, and the text is the new one', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'dd', 'eee', '');
  const text = fc.array(word, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(text, text, fc.nat(7), (before, after, at) => {
      const paragraph = at % before.length;
      const block = before[paragraph] as string;
      const { texts, cursor } = update(before, after, { paragraph, offset: block.length });
      expect(texts).toEqual(after);
      if (after.some((each) => each === block)) expect([cursor.in, cursor.offset]).toEqual([block, block.length]);
    }),
  );
});

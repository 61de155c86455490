import { Schema } from '@milkdown/kit/prose/model';
import { type Command, EditorState, TextSelection } from '@milkdown/kit/prose/state';
import { expect, test } from 'vitest';
import {
  deleteBlockAt,
  duplicateBlockAt,
  findBlock,
  moveBlockAtCursor,
} from '#src/editor/block-menu/block-commands.ts';
import { schemaSpec } from '#src/editor/elements/schema.ts';
import { fromHtml } from '#src/editor/html/from-html.ts';
import { toHtml } from '#src/editor/html/to-html.ts';

const schema = new Schema(schemaSpec);

/** With the cursor behind these words. */
function createState(html: string, words: string): EditorState {
  const doc = fromHtml(schema, html);
  let cursor = 0;
  doc.descendants((node, pos) => {
    const at = node.text?.indexOf(words) ?? -1;
    if (at !== -1) cursor = pos + at + words.length;
  });
  return EditorState.create({ doc, selection: TextSelection.create(doc, cursor) });
}

function run(state: EditorState, command: Command): { html: string; before: string } {
  let next = state;
  command(state, (tr) => {
    next = state.apply(tr);
  });
  const { $head } = next.selection;
  return { html: toHtml(next.doc), before: $head.parent.textBetween(0, $head.parentOffset) };
}

const LIST = '<ul><li>one</li><li>two</li></ul>';

test('an item moves within its list, and beyond its end the list moves', () => {
  const up = run(createState(`<p>a</p>${LIST}`, 'two'), moveBlockAtCursor(-1));
  expect(up).toEqual({ html: '<p>a</p><ul><li>two</li><li>one</li></ul>', before: 'two' });
  const over = run(createState(`<p>a</p>${LIST}`, 'one'), moveBlockAtCursor(-1));
  expect(over).toEqual({ html: `${LIST}<p>a</p>`, before: 'one' });
});

test('a block moves with its cursor, and not beyond the text', () => {
  expect(run(createState('<p>ab</p><p>c</p>', 'a'), moveBlockAtCursor(1))).toEqual({
    html: '<p>c</p><p>ab</p>',
    before: 'a',
  });
  const state = createState('<p>ab</p><p>c</p>', 'c');
  expect(moveBlockAtCursor(1)(state)).toBe(false);
});

test('the innermost item is the block at the cursor; it is duplicated, and deleted with its list where it is alone', () => {
  const state = createState(`${LIST}<p>a</p>`, 'two');
  const block = findBlock(state.selection.$from);
  expect(block?.node.textContent).toBe('two');
  expect(run(state, duplicateBlockAt(block?.pos ?? 0)).html).toBe(
    '<ul><li>one</li><li>two</li><li>two</li></ul><p>a</p>',
  );
  expect(run(state, deleteBlockAt(block?.pos ?? 0)).html).toBe('<ul><li>one</li></ul><p>a</p>');
  const alone = createState('<p>a</p><ul><li>one</li></ul><p>b</p>', 'one');
  expect(run(alone, deleteBlockAt(findBlock(alone.selection.$from)?.pos ?? 0)).html).toBe('<p>a</p><p>b</p>');
});

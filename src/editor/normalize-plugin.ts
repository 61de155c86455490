import { listElements } from '#api/domain/content-elements.ts';
import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { Plugin, type Transaction } from '@milkdown/kit/prose/state';
import { $prose } from '@milkdown/kit/utils';
import { findNewBlocks } from './changed-blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';

/**
 * Puts right what editing leaves behind: text that was lifted out of a list gets a paragraph, two lines of plain text
 * in one place become paragraphs (as HTML they would be one line), a figure whose image was dragged away is removed, and
 * a paragraph follows each table. Untouched parts stay unchanged.
 */
export const normalizePlugin = $prose(
  () =>
    new Plugin({
      appendTransaction(transactions, before, { doc, tr }) {
        if (!transactions.some((each) => each.docChanged)) return null;
        for (const { node, pos } of findNewBlocks(before.doc, doc)) normalizeBlock(tr, node, pos, doc);
        addTrailingParagraph(tr);
        return tr.docChanged ? tr : null;
      },
    }),
);

/** In these a line of text is a paragraph. */
const HOLDS_PARAGRAPHS = new Set(listElements(({ holds }) => holds === 'blocks'));

function normalizeBlock(tr: Transaction, node: EditorNode, pos: number, parent: EditorNode): void {
  if (node.type.name === 'plain' && needsParagraph(node, parent)) {
    tr.setNodeMarkup(tr.mapping.map(pos), getNodeType(node.type.schema, 'paragraph'));
  }
  if (isEmptyFigure(node)) {
    const [from, to] = [tr.mapping.map(pos), tr.mapping.map(pos + node.nodeSize)];
    if (parent.childCount > 1) tr.delete(from, to);
    else tr.replaceWith(from, to, getNodeType(node.type.schema, 'paragraph').create());
    return;
  }
  if (node.isTextblock || node.isAtom) return;
  node.forEach((child, offset) => {
    normalizeBlock(tr, child, pos + 1 + offset, node);
  });
}

/** A figure that contains only its required paragraph. */
const isEmptyFigure = (node: EditorNode): boolean =>
  node.type.name === 'figure' &&
  node.childCount === 1 &&
  node.child(0).type.name === 'paragraph' &&
  node.child(0).content.size === 0;

function needsParagraph(node: EditorNode, parent: EditorNode): boolean {
  if (parent.type.name === 'doc' || HOLDS_PARAGRAPHS.has(parent.type.spec.tag)) return true;
  let lines = 0;
  parent.forEach((child) => {
    if (child.type === node.type) lines += 1;
  });
  return lines > 1;
}

function addTrailingParagraph(tr: Transaction): void {
  const last = tr.doc.lastChild;
  if (last?.isTextblock && !last.type.spec.code) return;
  tr.insert(tr.doc.content.size, getNodeType(tr.doc.type.schema, 'paragraph').create({ isFiller: true }));
}

import { Plugin, type Transaction } from '@milkdown/kit/prose/state';
import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { $prose } from '@milkdown/kit/utils';
import { findDifference } from '#src/editor/changed-blocks.ts';
import { IS_REPLACEMENT } from '#src/editor/replace-content.ts';
import { findFootnotes, hasFootnotes } from './find-footnotes.ts';
import { renumberFootnotes } from './renumber.ts';
import { type ChangedRange, resolveDuplicates } from './resolve-duplicates.ts';

/** Footnotes are numbered in the order of their references, whenever one was inserted, moved or deleted. */
export const footnotePlugin = $prose(
  () =>
    new Plugin({
      appendTransaction(transactions, before, { doc, tr }) {
        // Undo restores the old numbers; a text that was opened or restored must not change.
        const isOwn = (each: Transaction) =>
          each.docChanged && !each.getMeta('history$') && !each.getMeta(IS_REPLACEMENT);
        if (!transactions.some(isOwn) || !isAffected(before.doc, doc)) return null;
        // A note that was cut may be pasted: its references stay.
        if (!transactions.some((each) => each.getMeta('uiEvent') === 'cut')) deleteReferences(tr, before.doc);
        resolveDuplicates(tr, findChangedRange(before.doc, tr.doc));
        renumberFootnotes(tr);
        return tr.docChanged ? tr : null;
      },
    }),
);

function isAffected(before: EditorNode, doc: EditorNode): boolean {
  const difference = findDifference(before, doc);
  return difference.before.some(hasFootnotes) || difference.after.some(({ node }) => hasFootnotes(node));
}

function findChangedRange(before: EditorNode, doc: EditorNode): ChangedRange {
  const from = before.content.findDiffStart(doc.content) ?? 0;
  const to = before.content.findDiffEnd(doc.content)?.b ?? doc.content.size;
  return { from, to: Math.max(from, to) };
}

/** Of notes that were deleted. */
function deleteReferences(tr: Transaction, before: EditorNode): void {
  const { references, notes } = findFootnotes(tr.doc);
  const deleted = new Set(findFootnotes(before).notes.map(({ id }) => `#${id}`));
  for (const { id } of notes) deleted.delete(`#${id}`);
  for (const { node, pos, link } of references.toReversed()) {
    if (deleted.has(link.attrs.href)) tr.delete(pos, pos + node.nodeSize);
  }
}

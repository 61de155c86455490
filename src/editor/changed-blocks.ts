import type { Node as EditorNode } from '@milkdown/kit/prose/model';

type Block = { node: EditorNode; pos: number };

/** The blocks between those that both documents begin and end with: a key changes one of thousands. */
export function findDifference(before: EditorNode, doc: EditorNode): { before: EditorNode[]; after: Block[] } {
  const shared = Math.min(before.childCount, doc.childCount);
  let start = 0;
  let pos = 0;
  for (; start < shared && before.child(start) === doc.child(start); start += 1) pos += doc.child(start).nodeSize;
  let tail = 0;
  while (tail < shared - start && before.child(before.childCount - 1 - tail) === doc.child(doc.childCount - 1 - tail))
    tail += 1;
  const after = doc.content.content.slice(start, doc.childCount - tail).map((node) => {
    const block = { node, pos };
    pos += node.nodeSize;
    return block;
  });
  return { before: before.content.content.slice(start, before.childCount - tail), after };
}

/** The blocks of `doc` that `before` does not hold anywhere. */
export function findNewBlocks(before: EditorNode, doc: EditorNode): Block[] {
  const difference = findDifference(before, doc);
  const untouched = new Set(difference.before);
  return difference.after.filter(({ node }) => !untouched.has(node));
}

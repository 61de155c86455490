import { defineNode } from './define.ts';

type MarkdownNode = { type: string; children?: MarkdownNode[] };

const bulletList = defineNode(
  'bullet_list',
  { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  {
    match: (node) => node.type === 'list' && !node.ordered,
    runner: (state, node, type) => state.openNode(type).next(node.children).closeNode(),
  },
);

const orderedList = defineNode(
  'ordered_list',
  {
    content: 'list_item+',
    group: 'block',
    // As it is written in the HTML: `start="07"` stays what it is.
    attrs: { start: { default: null } },
    parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ start: dom.getAttribute('start') }) }],
    toDOM: ({ attrs: { start } }) => ['ol', start === null ? {} : { start }, 0],
  },
  {
    match: (node) => node.type === 'list' && node.ordered === true,
    runner: (state, node, type) => {
      const start = typeof node.start === 'number' && node.start !== 1 ? String(node.start) : null;
      state.openNode(type, { start }).next(node.children).closeNode();
    },
  },
);

const listItem = defineNode(
  'list_item',
  {
    content: '(plain | block)+',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  {
    match: (node) => node.type === 'listItem',
    runner: (state, node, type) => {
      const children = (node.children ?? []) as unknown as MarkdownNode[];
      const { plain, paragraph } = type.schema.nodes;
      state.openNode(type);
      for (const child of children) {
        const isTight = child.type === 'paragraph' && !node.spread;
        if (isTight && plain && paragraph) {
          state
            .openNode(plain)
            .next(child.children as never)
            .closeNode();
        } else state.next(child as never);
      }
      state.closeNode();
    },
  },
);

export const listNodes = [bulletList, orderedList, listItem];

import { defineNode } from './define.ts';

/** Rows are direct children of the table, as prosemirror-tables expects; each has its section as an attribute. */
const table = defineNode('table', {
  content: 'table_row+',
  group: 'block',
  tableRole: 'table',
  isolating: true,
  attrs: { caption: { default: null } },
  parseDOM: [
    {
      tag: 'table',
      getAttrs: (dom) => ({ caption: dom.querySelector(':scope > caption')?.textContent.trim() ?? null }),
    },
    { tag: 'caption', ignore: true, context: 'table/' },
  ],
  toDOM: ({ attrs: { caption } }) =>
    caption === null ? ['table', ['tbody', 0]] : ['table', ['caption', caption], ['tbody', 0]],
});

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);

const row = defineNode('table_row', {
  content: '(table_cell | table_header)+',
  tableRole: 'row',
  attrs: {
    section: { default: 'tbody' },
    // A second <tbody> directly after the first.
    isSectionStart: { default: false },
  },
  parseDOM: [
    {
      tag: 'tr',
      getAttrs: (dom) => {
        const parent = dom.parentElement;
        const name = parent?.localName ?? '';
        const isFirst = parent?.firstElementChild === dom;
        return {
          section: SECTIONS.has(name) ? name : 'tbody',
          isSectionStart: isFirst && parent?.previousElementSibling?.localName === name,
        };
      },
    },
  ],
  toDOM: ({ attrs }) => ['tr', { 'data-section': attrs.section }, 0],
});

const cellAttrs = { colspan: { default: 1 }, rowspan: { default: 1 }, align: { default: null } };

const readCell = (dom: HTMLElement) => ({
  colspan: Math.max(1, Math.min(1000, Number(dom.getAttribute('colspan') ?? 1) || 1)),
  rowspan: Math.max(1, Math.min(1000, Number(dom.getAttribute('rowspan') ?? 1) || 1)),
  align: dom.getAttribute('align'),
});

/** Attributes of a cell that differ from the defaults, for the DOM and for the HTML. */
export function toCellAttributes(attrs: Record<string, unknown>): Record<string, string> {
  const { colspan, rowspan, align } = attrs;
  return {
    ...(colspan !== 1 && { colspan: String(colspan) }),
    ...(rowspan !== 1 && { rowspan: String(rowspan) }),
    ...(align !== null && { align: String(align) }),
  };
}

const cell = (name: string, tag: 'td' | 'th', tableRole: string) =>
  defineNode(name, {
    content: '(plain | block)+',
    tableRole,
    isolating: true,
    attrs: cellAttrs,
    parseDOM: [{ tag, getAttrs: readCell }],
    toDOM: ({ attrs }) => [tag, toCellAttributes(attrs), 0],
  });

export const tableNodes = [table, row, cell('table_cell', 'td', 'cell'), cell('table_header', 'th', 'header_cell')];

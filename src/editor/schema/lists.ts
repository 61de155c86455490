import { defineNode } from './define.ts';
import { readId } from './marks.ts';

const bulletList = defineNode('bullet_list', {
  content: 'list_item+',
  group: 'block',
  parseDOM: [{ tag: 'ul' }],
  toDOM: () => ['ul', 0],
});

const orderedList = defineNode('ordered_list', {
  content: 'list_item+',
  group: 'block',
  // As it is written in the HTML: `start="07"` stays what it is.
  attrs: { start: { default: null } },
  parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ start: dom.getAttribute('start') }) }],
  toDOM: ({ attrs: { start } }) => ['ol', start === null ? {} : { start }, 0],
});

const listItem = defineNode('list_item', {
  content: '(plain | block)+',
  defining: true,
  // `id`: a footnote, to which a link in the text leads.
  attrs: { id: { default: null } },
  parseDOM: [{ tag: 'li', getAttrs: readId }],
  toDOM: ({ attrs: { id } }) => ['li', id === null ? {} : { id }, 0],
});

/** The box of a task, inline in the text of its item as in the HTML. */
const checkbox = defineNode('checkbox', {
  inline: true,
  group: 'inline',
  atom: true,
  selectable: false,
  attrs: { isChecked: { default: false } },
  parseDOM: [{ tag: 'input[type=checkbox]', getAttrs: (dom) => ({ isChecked: dom.hasAttribute('checked') }) }],
  toDOM: ({ attrs: { isChecked } }) => ['input', { type: 'checkbox', ...(isChecked && { checked: '' }) }],
});

const definitionList = defineNode('definition_list', {
  content: '(definition_term | definition_description)+',
  group: 'block',
  parseDOM: [{ tag: 'dl' }],
  toDOM: () => ['dl', 0],
});

const definitionTerm = defineNode('definition_term', {
  content: 'inline*',
  defining: true,
  parseDOM: [{ tag: 'dt' }],
  toDOM: () => ['dt', 0],
});

const definitionDescription = defineNode('definition_description', {
  content: '(plain | block)+',
  defining: true,
  parseDOM: [{ tag: 'dd' }],
  toDOM: () => ['dd', 0],
});

export const listNodes = [
  bulletList,
  orderedList,
  listItem,
  checkbox,
  definitionList,
  definitionTerm,
  definitionDescription,
];

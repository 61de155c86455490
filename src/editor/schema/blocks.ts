import { defineNode } from './define.ts';
import { parseCodeLanguage } from './marks.ts';

const doc = defineNode(
  'doc',
  { content: '(block | plain | rawHtml)+' },
  { match: (node) => node.type === 'root', runner: (state, node, type) => state.injectRoot(node, type) },
);

const paragraph = defineNode(
  'paragraph',
  {
    content: 'inline*',
    group: 'block',
    // A filler stands where the cursor needs a place; as long as it is empty, it is not part of the content.
    attrs: { isFiller: { default: false } },
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', 0],
  },
  {
    match: (node) => node.type === 'paragraph',
    runner: (state, node, type) => state.openNode(type).next(node.children).closeNode(),
  },
);

/** Text that stands in its container without a paragraph around it, as in `<li>text</li>`. */
const anonymousBlock = defineNode('plain', {
  content: 'inline*',
  parseDOM: [{ tag: 'div[data-plain]' }],
  toDOM: () => ['div', { class: 'plain', 'data-plain': '' }, 0],
});

const heading = defineNode(
  'heading',
  {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { level: { default: 2 } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  {
    match: (node) => node.type === 'heading',
    runner: (state, node, type) => state.openNode(type, { level: node.depth }).next(node.children).closeNode(),
  },
);

const blockquote = defineNode(
  'blockquote',
  {
    content: '(block | plain)+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  {
    match: (node) => node.type === 'blockquote',
    runner: (state, node, type) => state.openNode(type).next(node.children).closeNode(),
  },
);

const codeBlock = defineNode(
  'code_block',
  {
    content: 'text*',
    group: 'block',
    marks: '',
    code: true,
    defining: true,
    // `isBare`: a <pre> without a <code> in it.
    attrs: { language: { default: null }, isBare: { default: false } },
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (dom) => {
          const code = dom.querySelector(':scope > code');
          return { language: code && parseCodeLanguage(code), isBare: code === null };
        },
      },
    ],
    toDOM: ({ attrs }) => [
      'pre',
      { spellcheck: 'false', ...(attrs.language && { 'data-language': attrs.language }) },
      ['code', 0],
    ],
  },
  {
    match: (node) => node.type === 'code',
    runner: (state, node, type) => {
      const language = /^[a-z0-9+#-]{1,30}$/i.exec(String(node.lang ?? ''))?.[0].toLowerCase() ?? null;
      state.openNode(type, { language });
      if (node.value) state.addText(String(node.value));
      state.closeNode();
    },
  },
);

const rule = defineNode(
  'rule',
  { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  { match: (node) => node.type === 'thematicBreak', runner: (state, _node, type) => state.addNode(type) },
);

/** What the schema cannot hold exactly: kept to the letter, to be moved or deleted. */
const rawHtml = defineNode('rawHtml', {
  atom: true,
  draggable: true,
  selectable: true,
  attrs: { html: {} },
  toDOM: () => ['div', { class: 'raw-html' }],
});

const hardBreak = defineNode(
  'hard_break',
  {
    inline: true,
    group: 'inline',
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  { match: (node) => node.type === 'break', runner: (state, _node, type) => state.addNode(type) },
);

const text = defineNode(
  'text',
  { group: 'inline' },
  {
    // HTML within pasted Markdown is shown as what it is: text.
    match: (node) => node.type === 'text' || node.type === 'html',
    runner: (state, node) => {
      if (node.value) state.addText(String(node.value).replaceAll('\n', ' '));
    },
  },
);

export const blockNodes = [
  doc,
  paragraph,
  anonymousBlock,
  heading,
  blockquote,
  codeBlock,
  rule,
  rawHtml,
  hardBreak,
  text,
];

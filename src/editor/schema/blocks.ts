import { defineNode } from './define.ts';
import { parseCodeLanguage } from './marks.ts';

const doc = defineNode('doc', { content: '(block | plain | rawHtml)+' });

const paragraph = defineNode('paragraph', {
  content: 'inline*',
  group: 'block',
  // A filler gives the cursor a place; while it is empty, it is not part of the content.
  attrs: { isFiller: { default: false } },
  parseDOM: [{ tag: 'p' }],
  toDOM: () => ['p', 0],
});

/** Text in its container without a paragraph around it, as in `<li>text</li>`. */
const anonymousBlock = defineNode('plain', {
  content: 'inline*',
  parseDOM: [{ tag: 'div[data-plain]' }],
  toDOM: () => ['div', { class: 'plain', 'data-plain': '' }, 0],
});

const heading = defineNode('heading', {
  content: 'inline*',
  group: 'block',
  defining: true,
  attrs: { level: { default: 2 } },
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
  toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
});

const blockquote = defineNode('blockquote', {
  content: '(block | plain)+',
  group: 'block',
  defining: true,
  parseDOM: [{ tag: 'blockquote' }],
  toDOM: () => ['blockquote', 0],
});

const codeBlock = defineNode('code_block', {
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
});

const rule = defineNode('rule', { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] });

/** A toggle. Readers see it folded, unless `isOpen`; writers always see what is in it. */
const details = defineNode('details', {
  content: 'details_summary (plain | block)+',
  group: 'block',
  defining: true,
  attrs: { isOpen: { default: false } },
  parseDOM: [
    {
      tag: 'details',
      getAttrs: (dom) => ({ isOpen: dom.hasAttribute('open') && !dom.hasAttribute('data-folded') }),
    },
  ],
  toDOM: ({ attrs: { isOpen } }) => ['details', { open: '', ...(!isOpen && { 'data-folded': '' }) }, 0],
});

const detailsSummary = defineNode('details_summary', {
  content: 'inline*',
  defining: true,
  parseDOM: [{ tag: 'summary' }],
  toDOM: () => ['summary', 0],
});

/** The target of an in-page link, without any text of its own. */
const anchor = defineNode('anchor', {
  inline: true,
  group: 'inline',
  atom: true,
  attrs: { id: {} },
  parseDOM: [
    {
      tag: 'a[id]:not([href])',
      priority: 60,
      getAttrs: (dom) => (dom.hasChildNodes() ? false : { id: dom.id }),
    },
  ],
  toDOM: ({ attrs: { id } }) => ['a', { id }],
});

/** HTML that the schema cannot represent exactly: preserved verbatim, can only be moved or deleted. */
const rawHtml = defineNode('rawHtml', {
  atom: true,
  draggable: true,
  selectable: true,
  attrs: { html: {} },
  toDOM: () => ['div', { class: 'raw-html' }],
});

const hardBreak = defineNode('hard_break', {
  inline: true,
  group: 'inline',
  selectable: false,
  linebreakReplacement: true,
  parseDOM: [{ tag: 'br' }],
  toDOM: () => ['br'],
});

const text = defineNode('text', { group: 'inline' });

export const blockNodes = [
  doc,
  paragraph,
  anonymousBlock,
  heading,
  blockquote,
  codeBlock,
  rule,
  details,
  detailsSummary,
  rawHtml,
  hardBreak,
  anchor,
  text,
];

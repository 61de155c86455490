import { INLINE_ELEMENTS, parseLanguageClass } from '#api/domain/content-html.ts';
import { defineMark } from './define.ts';

const LEAVES = ['br', 'img', 'video', 'input'];
const MARKS = INLINE_ELEMENTS.filter((name) => !LEAVES.includes(name)).join(', ');

/**
 * The number of marks around an element. The editor stores marks as a set without an order; by this number `<em><a>` is
 * not written back as `<a><em>`. Typed text has none.
 */
function getMarkDepth(element: HTMLElement): number {
  let depth = 0;
  for (let at = element.parentElement; at?.matches(MARKS); at = at.parentElement) depth += 1;
  return depth;
}

const depth = { default: null };

/** The anchor of an element, for a link that leads to it. */
export const readId = (dom: HTMLElement) => ({ id: dom.getAttribute('id') });

const definePlainMark = (name: string, tag: string, others: string[] = []) =>
  defineMark(name, {
    attrs: { depth },
    parseDOM: [tag, ...others].map((each) => ({ tag: each, getAttrs: (dom) => ({ depth: getMarkDepth(dom) }) })),
    toDOM: () => [tag, 0],
  });

const link = defineMark('link', {
  attrs: { href: { default: null }, title: { default: null }, id: { default: null }, depth },
  inclusive: false,
  parseDOM: [
    {
      tag: 'a',
      getAttrs: (dom) => ({
        href: dom.getAttribute('href'),
        title: dom.getAttribute('title'),
        ...readId(dom),
        depth: getMarkDepth(dom),
      }),
    },
  ],
  toDOM: ({ attrs: { href, title, id } }) => [
    'a',
    { ...(href && { href }), ...(title && { title }), ...(id && { id }) },
    0,
  ],
});

const superscript = defineMark('superscript', {
  attrs: { id: { default: null }, depth },
  excludes: 'subscript superscript',
  parseDOM: [{ tag: 'sup', getAttrs: (dom) => ({ ...readId(dom), depth: getMarkDepth(dom) }) }],
  toDOM: ({ attrs: { id } }) => ['sup', id ? { id } : {}, 0],
});

const code = defineMark('code', {
  attrs: { language: { default: null }, depth },
  code: true,
  parseDOM: [{ tag: 'code', getAttrs: (dom) => ({ language: parseCodeLanguage(dom), depth: getMarkDepth(dom) }) }],
  toDOM: () => ['code', { spellcheck: 'false' }, 0],
});

/** `x` of `class="language-x"`. */
export const parseCodeLanguage = (element: Element): string | null => parseLanguageClass(element.className);

/** The first is the outermost where the HTML does not say otherwise. */
export const marks = [
  link,
  definePlainMark('strong', 'strong', ['b']),
  definePlainMark('em', 'em', ['i']),
  definePlainMark('strike', 'del', ['s', 'strike']),
  definePlainMark('highlight', 'mark'),
  definePlainMark('subscript', 'sub'),
  superscript,
  definePlainMark('keyboard', 'kbd'),
  code,
];

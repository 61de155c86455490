import { defineMark } from './define.ts';

const MARKS = 'a, strong, em, del, code';

/**
 * How many other marks stand around an element. The editor keeps marks as a set; this number tells which of them was
 * the outer one, so that `<em><a>` does not come back as `<a><em>`. What is typed has none.
 */
function getMarkDepth(element: HTMLElement): number {
  let depth = 0;
  for (let at = element.parentElement; at?.matches(MARKS); at = at.parentElement) depth += 1;
  return depth;
}

const depth = { default: null };

const definePlainMark = (name: string, tag: string, others: string[], markdown: string) =>
  defineMark(
    name,
    {
      attrs: { depth },
      parseDOM: [tag, ...others].map((each) => ({ tag: each, getAttrs: (dom) => ({ depth: getMarkDepth(dom) }) })),
      toDOM: () => [tag, 0],
    },
    {
      match: (node) => node.type === markdown,
      runner: (state, node, type) => state.openMark(type).next(node.children).closeMark(type),
    },
  );

const link = defineMark(
  'link',
  {
    attrs: { href: { default: null }, title: { default: null }, depth },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a',
        getAttrs: (dom) => ({
          href: dom.getAttribute('href'),
          title: dom.getAttribute('title'),
          depth: getMarkDepth(dom),
        }),
      },
    ],
    toDOM: ({ attrs: { href, title } }) => ['a', { ...(href && { href }), ...(title && { title }) }, 0],
  },
  {
    match: (node) => node.type === 'link',
    runner: (state, node, type) => {
      const attrs = { href: String(node.url), title: node.title ? String(node.title) : null };
      state.openMark(type, attrs).next(node.children).closeMark(type);
    },
  },
);

const code = defineMark(
  'code',
  {
    attrs: { language: { default: null }, depth },
    code: true,
    parseDOM: [{ tag: 'code', getAttrs: (dom) => ({ language: parseCodeLanguage(dom), depth: getMarkDepth(dom) }) }],
    toDOM: () => ['code', { spellcheck: 'false' }, 0],
  },
  {
    match: (node) => node.type === 'inlineCode',
    runner: (state, node, type) => state.openMark(type).addText(String(node.value)).closeMark(type),
  },
);

/** `x` of `class="language-x"`. */
export function parseCodeLanguage(element: Element): string | null {
  return /^language-(.+)$/.exec(element.className)?.[1] ?? null;
}

export const marks = [
  link,
  definePlainMark('strong', 'strong', ['b'], 'strong'),
  definePlainMark('em', 'em', ['i'], 'emphasis'),
  definePlainMark('strike', 'del', ['s', 'strike'], 'delete'),
  code,
];

import { isMarkedDecorative } from '#src/editor/decorative-images.ts';
import { defineNode } from './define.ts';

const ATTRIBUTES = ['src', 'alt', 'title', 'width', 'height'] as const;

/** Attributes as they are written; null is one that is missing. */
const readAttributes = (dom: HTMLElement) =>
  Object.fromEntries(ATTRIBUTES.map((name) => [name, dom.getAttribute(name)]));

const omitEmpty = (attributes: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== false)) as Record<
    string,
    string
  >;

// `title` must have a default: in kit 7.22.1 an image without one throws a RangeError.
const imageAttrs = {
  src: { default: null },
  alt: { default: '' },
  title: { default: null },
  width: { default: null },
  height: { default: null },
  // Said by the writer, and no part of the HTML: see decorative-images.ts.
  isDecorative: { default: false },
};

const readImage = (dom: HTMLElement) => {
  const alt = dom.getAttribute('alt') ?? '';
  return { ...readAttributes(dom), alt, isDecorative: alt === '' && isMarkedDecorative(dom.getAttribute('src')) };
};
const readVideo = (dom: HTMLElement) => {
  const { src, width, height } = readAttributes(dom);
  return { src, width, height };
};

const videoAttrs = { src: { default: null }, width: { default: null }, height: { default: null } };

const defineMedia = (name: string, context: 'figure/' | '') => ({
  image: defineNode(
    `${name}image`,
    {
      ...(context ? {} : { inline: true, group: 'inline' }),
      draggable: true,
      attrs: context ? { ...imageAttrs, src: {} } : imageAttrs,
      parseDOM: [{ tag: 'img', getAttrs: readImage, priority: context ? 60 : 50, ...(context && { context }) }],
      toDOM: ({ attrs: { isDecorative, ...attrs } }) => ['img', omitEmpty(attrs)],
    },
    context
      ? undefined
      : {
          match: (node) => node.type === 'image',
          runner: (state, node, type) => {
            const title = node.title ? String(node.title) : null;
            state.addNode(type, { src: String(node.url), alt: String(node.alt ?? ''), title });
          },
        },
  ),
  video: defineNode(`${name}video`, {
    ...(context ? {} : { inline: true, group: 'inline' }),
    draggable: true,
    attrs: context ? { ...videoAttrs, src: {} } : videoAttrs,
    parseDOM: [{ tag: 'video', getAttrs: readVideo, priority: context ? 60 : 50, ...(context && { context }) }],
    toDOM: ({ attrs }) => ['video', { ...omitEmpty(attrs), controls: '', preload: 'none' }],
  }),
});

const inText = defineMedia('', '');
const inFigure = defineMedia('figure_', 'figure/');

const figure = defineNode('figure', {
  content: '(figure_image | figure_video | paragraph | code_block | blockquote | table)+ figcaption?',
  group: 'block',
  marks: 'link',
  isolating: true,
  draggable: true,
  parseDOM: [{ tag: 'figure' }],
  toDOM: () => ['figure', 0],
});

const figcaption = defineNode('figcaption', {
  content: 'inline*',
  isolating: true,
  parseDOM: [{ tag: 'figcaption' }],
  toDOM: () => ['figcaption', 0],
});

export const mediaNodes = [inText.image, inText.video, inFigure.image, inFigure.video, figure, figcaption];

import { InputRule } from '@milkdown/kit/prose/inputrules';
import { type DOMOutputSpec, DOMSerializer, type Node as EditorNode, type Schema } from '@milkdown/kit/prose/model';
import { type Command, TextSelection } from '@milkdown/kit/prose/state';
import type { NodeView } from '@milkdown/kit/prose/view';
import { useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import type { FigureLayout } from '#api/domain/content-elements.ts';
import { formatImageLink } from '#api/domain/content-html.ts';
import { getFigure, getSelectedNode, hasCaption, setAttributes } from '#src/editor/commands/blocks.ts';
import { isMarkedDecorative, setDecorative } from '#src/editor/decorative-images.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { isOwnMediaUrl, normalizeLinkUrl } from '#src/editor/link-url.ts';
import { getMarkType } from '#src/editor/mark-type.ts';
import { isOwnMedia } from '#src/editor/paste/pasted-media.ts';
import { ContextButton, ContextField } from '#src/editor/toolbar/ContextControls.tsx';
import { BlockActions } from './block-tools.tsx';
import {
  type EditorElement,
  type ElementNode,
  getLabel,
  omitEmpty,
  readAttributes,
  type ToolsProps,
} from './element.ts';
import {
  addToGallery,
  getImageLink,
  insertGallery,
  moveInGallery,
  setFigureLayout,
  setImageLink,
  toImageAttributes,
} from './figures.ts';
import { createExternalMediaNotice, selectable } from './selectable-view.ts';

const VIDEO_ATTRIBUTES = ['src', 'width', 'height'];
const IMAGE_ATTRIBUTES = [...VIDEO_ATTRIBUTES, 'alt', 'title'];

// `title` must have a default: in kit 7.22.1 an image without one throws a RangeError.
const videoAttrs = { src: { default: null }, width: { default: null }, height: { default: null } };
const imageAttrs = {
  ...videoAttrs,
  alt: { default: '' },
  title: { default: null },
  // Said by the writer, and no part of the HTML: see decorative-images.ts.
  isDecorative: { default: false },
};

function readImage(dom: HTMLElement) {
  const { src = null, alt, ...others } = readAttributes(dom, IMAGE_ATTRIBUTES);
  return { ...others, src, alt: alt ?? '', isDecorative: !alt && isMarkedDecorative(src) };
}

/** An image and a video, in a line of text or in a figure. */
function defineMedia(name: string, context: 'figure/' | ''): Record<string, ElementNode> {
  const rule = { priority: context ? 60 : 50, ...(context && { context }) };
  const place = context ? {} : { inline: true, group: 'inline' };
  const frame = context ? 'div' : 'span';
  // In a figure it is not made up to fill a place.
  const required = context ? { src: {} } : {};
  return {
    [`${name}image`]: {
      ...place,
      draggable: true,
      attrs: { ...imageAttrs, ...required },
      parseDOM: [{ ...rule, tag: 'img', getAttrs: readImage }],
      toDOM: ({ attrs: { isDecorative, ...attrs } }) => ['img', omitEmpty(attrs)],
      view: selectable((node) => createMediaView(node, frame)),
    },
    [`${name}video`]: {
      ...place,
      draggable: true,
      attrs: { ...videoAttrs, ...required },
      parseDOM: [{ ...rule, tag: 'video', getAttrs: (dom) => readAttributes(dom, VIDEO_ATTRIBUTES) }],
      toDOM: ({ attrs }) => ['video', { ...omitEmpty(attrs), controls: '', preload: 'none' }],
      view: selectable((node) => createMediaView(node, frame)),
    },
  };
}

export const media: EditorElement = {
  nodes: {
    ...defineMedia('', ''),
    ...defineMedia('figure_', 'figure/'),
    figure: {
      tag: 'figure',
      attributes: ['data-layout'],
      content: '(figure_image | figure_video | paragraph | code_block | blockquote | table)+ figcaption?',
      group: 'block',
      marks: 'link',
      isolating: true,
      draggable: true,
    },
    figcaption: { tag: 'figcaption', content: 'inline*', isolating: true },
  },
  actions: () => [
    {
      tag: 'img',
      label: getLabel('img'),
      icon: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM7 9a2 2 0 1 0 4 0 2 2 0 1 0-4 0M21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21',
      menu: { group: 'Media', description: 'Upload an image', keywords: 'picture image photo' },
      group: 'insert',
      open: (ui) => ui.pickFiles('image'),
    },
    {
      tag: 'figure',
      label: 'Gallery',
      icon: 'm22 11-1.296-1.296a2.4 2.4 0 0 0-3.408 0L11 16M4 8a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2M10 2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 7a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
      menu: { group: 'Media', description: 'Images side by side', keywords: 'gallery images photos grid' },
      group: 'insert',
      isMenuOnly: true,
      open: (ui, view) =>
        ui.pickImage('Choose the first image', (upload) => insertGallery(upload)(view.state, view.dispatch)),
    },
    {
      tag: 'video',
      label: getLabel('video'),
      icon: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM7 3v18M3 7.5h4M3 12h18M3 16.5h4M17 3v18M17 7.5h4M17 16.5h4',
      menu: { group: 'Media', description: 'Upload a video', keywords: 'video film movie' },
      group: 'insert',
      open: (ui) => ui.pickFiles('video'),
    },
  ],
  inputRules: [createImageRule],
  markdown: [['![alt](address)', 'Image of this site; a link for others']],
  tools: [
    { name: 'image', of: ['image', 'figure_image'], Tools: MediaTools },
    { name: 'video', of: ['video', 'figure_video'], Tools: MediaTools },
  ],
};

/** The alternative text of a picture, its caption, its place. */
function MediaTools({ view, state, run, ui }: ToolsProps) {
  const node = getSelectedNode(state);
  if (!node) return null;
  const { alt, isDecorative } = node.attrs;
  const isPicture = node.type.name.endsWith('image');
  const isFigure = state.selection.$from.parent.type.name === 'figure';
  const set = (attrs: Record<string, unknown>) => setAttributes(attrs)(view.state, view.dispatch);
  return (
    <>
      {isPicture && (
        <>
          <ContextField
            label="Alt text"
            value={alt}
            maxLength={500}
            disabled={isDecorative}
            placeholder={isDecorative ? 'Not needed (decorative)' : 'Describe the image'}
            onValueChange={(value) => set({ alt: value })}
            onDone={() => view.focus()}
          />
          <label className="editor-check" title="The image adds no information. Remembered in this browser only.">
            <input
              type="checkbox"
              checked={isDecorative}
              onChange={({ currentTarget: { checked } }) => {
                setDecorative(String(node.attrs.src), checked);
                set(checked ? { isDecorative: true, alt: '' } : { isDecorative: false });
              }}
            />
            <span>Decorative</span>
          </label>
        </>
      )}
      {isFigure && <ContextButton label="Caption" isOn={hasCaption(state)} onClick={() => run(toggleCaption)} />}
      {isPicture && isFigure && <FigureTools view={view} state={state} run={run} ui={ui} />}
      {isPicture && (
        <ContextButton
          label="Replace"
          onClick={() => ui.pickImage('Choose another image', (upload) => set(toImageAttributes(upload)))}
        />
      )}
      <BlockActions run={run} />
    </>
  );
}

const WIDTHS: [label: string, layout: FigureLayout | null][] = [
  ['Normal', null],
  ['Wide', 'wide'],
  ['Full', 'full'],
];

/** Width and link of an image; of a gallery, the order of its images. */
function FigureTools({ view, state, run, ui }: ToolsProps) {
  const [link, setLink] = useState(() => getImageLink(state));
  const layout = getFigure(state)?.attrs['data-layout'] ?? null;
  const add = (upload: UploadJson) => run(addToGallery(upload));
  return (
    <>
      {layout !== 'gallery' &&
        WIDTHS.map(([label, each]) => (
          <ContextButton key={label} label={label} isOn={layout === each} onClick={() => run(setFigureLayout(each))} />
        ))}
      {layout === 'gallery' &&
        ([-1, 1] as const).map((direction) => (
          <ContextButton
            key={direction}
            label={direction < 0 ? 'Earlier' : 'Later'}
            isOff={!moveInGallery(direction)(state)}
            onClick={() => run(moveInGallery(direction))}
          />
        ))}
      <ContextButton label="Add image" onClick={() => ui.pickImage('Add an image to the gallery', add)} />
      <ContextField
        label="Link"
        value={link}
        inputMode="url"
        placeholder="None"
        onValueChange={(value) => {
          setLink(value);
          setImageLink(value)(view.state, view.dispatch);
        }}
        onDone={() => view.focus()}
      />
    </>
  );
}

/** Adds a caption to the selected image and moves the cursor there, or removes the caption. */
export const toggleCaption: Command = (state, dispatch) => {
  const figure = getFigure(state);
  if (!figure) return false;
  const { $from } = state.selection;
  const { tr } = state;
  const end = $from.end();
  const caption = figure.lastChild;
  if (caption?.type.name === 'figcaption') tr.delete(end - caption.nodeSize, end);
  else {
    tr.insert(end, getNodeType(state.schema, 'figcaption').create());
    tr.setSelection(TextSelection.create(tr.doc, end + 1));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** `![alt](address)`: an image of this site; another becomes a link, as in pasted text, because pages can't show it. */
function createImageRule(schema: Schema): InputRule {
  return new InputRule(/!\[([^[\]]*)\]\(([^()\s]+)\)$/, (state, [, alt = '', typed = ''], start, end) => {
    if (!isOwnMedia(typed)) {
      const href = normalizeLinkUrl(typed);
      if (!href) return null;
      const mark = getMarkType(schema, 'link').create({ href });
      return state.tr
        .replaceWith(start, end, schema.text(formatImageLink(href, alt), [mark]))
        .removeStoredMark(mark.type);
    }
    const $start = state.doc.resolve(start);
    const isAlone = $start.parent.type.name === 'paragraph' && start === $start.start() && end === $start.end();
    const figure = getNodeType(schema, 'figure').create(
      null,
      getNodeType(schema, 'figure_image').create({ src: typed, alt }),
    );
    const index = $start.index(-1);
    if (!isAlone || !$start.node(-1).canReplaceWith(index, index + 1, figure.type))
      return state.tr.replaceWith(start, end, getNodeType(schema, 'image').create({ src: typed, alt }));
    const at = $start.before();
    const tr = state.tr.replaceWith(at, $start.after(), [figure, getNodeType(schema, 'paragraph').create()]);
    return tr.setSelection(TextSelection.create(tr.doc, at + figure.nodeSize + 1));
  });
}

/** As on the page; what pages don’t show is named, and so is an image without alt text. */
function createMediaView(node: EditorNode, frame: 'span' | 'div'): NodeView {
  const dom = document.createElement(frame);
  dom.className = 'picture';
  showMedia(dom, node);
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      showMedia(dom, next);
      return true;
    },
    ignoreMutation: () => true,
  };
}

function showMedia(frame: HTMLElement, node: EditorNode): void {
  const { src, alt, isDecorative } = node.attrs;
  const isImage = node.type.name.endsWith('image');
  if (isOwnMediaUrl(src)) {
    const { dom } = DOMSerializer.renderSpec(document, node.type.spec.toDOM?.(node) as DOMOutputSpec);
    if (isImage) (dom as HTMLElement).draggable = false;
    frame.replaceChildren(dom);
  } else frame.replaceChildren(createExternalMediaNotice(src, isImage ? 'Image' : 'Video'));
  if (!isImage || alt !== '' || isDecorative) return;
  const badge = document.createElement('span');
  badge.className = 'no-alt';
  badge.textContent = 'No alt text';
  frame.append(badge);
}

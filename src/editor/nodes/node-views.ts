import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { NodeSelection } from '@milkdown/kit/prose/state';
import type { EditorView, NodeView, NodeViewConstructor } from '@milkdown/kit/prose/view';
import { isOwnMediaUrl } from '#src/editor/link-url.ts';
import { createRawHtmlView } from './raw-html-view.ts';
import { createHeaderCellView } from './header-cell-view.ts';
import { createExternalMediaNotice } from './external-media-notice.ts';

const NO_ALT = 'No alt text';

/** How nodes look in the editor that are not just their element. */
export const nodeViews: Record<string, NodeViewConstructor> = {
  image: selectable((node) => new ImageView(node, 'span')),
  figure_image: selectable((node) => new ImageView(node, 'div')),
  video: selectable((node) => new VideoView(node, 'span')),
  figure_video: selectable((node) => new VideoView(node, 'div')),
  rawHtml: selectable(createRawHtmlView),
  checkbox: createCheckboxView,
  table_header: createHeaderCellView,
};

/** The box of a task: a press changes its state. */
function createCheckboxView(node: EditorNode, view: EditorView, getPos: () => number | undefined): NodeView {
  const dom = document.createElement('input');
  dom.type = 'checkbox';
  dom.checked = node.attrs.isChecked;
  dom.ariaLabel = 'Done';
  dom.contentEditable = 'false';
  dom.tabIndex = -1;
  dom.addEventListener('click', (event) => {
    event.preventDefault();
    const position = getPos();
    if (position === undefined || !view.editable) return;
    const current = view.state.doc.nodeAt(position);
    view.dispatch(view.state.tr.setNodeMarkup(position, null, { isChecked: !current?.attrs.isChecked }));
  });
  return { dom, ignoreMutation: () => true, stopEvent: ({ type }) => type === 'mousedown' || type === 'click' };
}

function selectable(make: (node: EditorNode) => NodeView): NodeViewConstructor {
  return (node, view, getPos) => {
    const nodeView = make(node);
    selectOnClick(nodeView.dom as HTMLElement, view, getPos);
    return nodeView;
  };
}

class ImageView implements NodeView {
  dom: HTMLElement;

  constructor(node: EditorNode, tag: 'span' | 'div') {
    this.dom = document.createElement(tag);
    this.dom.className = 'picture';
    this.#show(node);
  }

  update(node: EditorNode): boolean {
    if (node.type.name !== 'image' && node.type.name !== 'figure_image') return false;
    this.#show(node);
    return true;
  }

  ignoreMutation = () => true;

  #show({ attrs: { src, alt, title, width, height, isDecorative } }: EditorNode): void {
    const picture = isOwnMediaUrl(src)
      ? createImage({ src, alt, title, width, height })
      : createExternalMediaNotice(src, 'Image');
    this.dom.replaceChildren(picture);
    if (alt !== '' || isDecorative) return;
    const badge = document.createElement('span');
    badge.className = 'no-alt';
    badge.textContent = NO_ALT;
    this.dom.append(badge);
  }
}

function createImage(attributes: Record<string, string | null>): HTMLImageElement {
  const picture = document.createElement('img');
  picture.draggable = false;
  for (const [name, value] of Object.entries(attributes)) if (value !== null) picture.setAttribute(name, value);
  return picture;
}

class VideoView implements NodeView {
  dom: HTMLElement;

  constructor({ attrs: { src, width, height } }: EditorNode, tag: 'span' | 'div') {
    this.dom = document.createElement(tag);
    this.dom.className = 'picture';
    if (!isOwnMediaUrl(src)) {
      this.dom.append(createExternalMediaNotice(src, 'Video'));
      return;
    }
    const video = document.createElement('video');
    video.controls = true;
    video.preload = 'none';
    video.src = src;
    if (width !== null) video.setAttribute('width', width);
    if (height !== null) video.setAttribute('height', height);
    this.dom.append(video);
  }

  ignoreMutation = () => true;
}

/** A click selects the node as a whole. By itself the editor misses it where the node is narrower than its line. */
function selectOnClick(dom: HTMLElement, view: EditorView, getPos: () => number | undefined): void {
  dom.addEventListener('click', (event) => {
    const position = getPos();
    if (position === undefined || !view.editable || event.target instanceof HTMLVideoElement) return;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
    view.focus();
  });
}

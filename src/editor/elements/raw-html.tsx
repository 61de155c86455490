import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import type { Command } from '@milkdown/kit/prose/state';
import type { NodeView } from '@milkdown/kit/prose/view';
import { CONTENT_ELEMENTS, toStoredAttributes } from '#api/domain/content-elements.ts';
import { parseLossy } from '#src/editor/html/from-html.ts';
import { isElement, parseInertBody } from '#src/editor/html/inert-dom.ts';
import { isOwnMediaUrl } from '#src/editor/link-url.ts';
import { ContextButton } from '#src/editor/toolbar/ContextControls.tsx';
import { BlockActions } from './block-tools.tsx';
import type { EditorElement, ToolsProps } from './element.ts';
import { createExternalMediaNotice, selectable } from './selectable-view.ts';

/** HTML that the schema cannot represent exactly: preserved verbatim, can only be moved or deleted. */
export const rawHtml: EditorElement = {
  nodes: {
    rawHtml: {
      atom: true,
      draggable: true,
      selectable: true,
      attrs: { html: {} },
      toDOM: () => ['div', { class: 'raw-html' }],
      toHtml: ({ attrs }) => String(attrs.html),
      view: selectable(createRawHtmlView),
    },
  },
  tools: [{ name: 'protected block', of: ['rawHtml'], Tools: RawHtmlTools }],
};

function RawHtmlTools({ run }: ToolsProps) {
  return (
    <>
      <span className="editor-help">You can’t edit this block here.</span>
      <ContextButton label="Convert to editable text" onClick={() => run(convertToEditable)} />
      <BlockActions run={run} />
    </>
  );
}

/** Attributes of links and anchors: they do not work in the editor. */
const NOT_SHOWN = new Set(['href', 'id']);

/** A block that is preserved verbatim: shown as on the page, with a label, and read-only. */
function createRawHtmlView(node: EditorNode): NodeView {
  const dom = document.createElement('div');
  dom.className = 'raw-html';
  const label = document.createElement('p');
  label.className = 'raw-html-label';
  label.textContent = 'Can’t be edited here';
  const content = document.createElement('div');
  content.className = 'raw-html-content';
  content.append(...copyNodes(parseInertBody(String(node.attrs.html))));
  dom.append(label, content);
  return { dom, ignoreMutation: () => true };
}

/** The nearest form that can be edited, in place of the selected block. */
const convertToEditable: Command = (state, dispatch) => {
  const { from, to } = state.selection;
  const node = state.doc.nodeAt(from);
  if (node?.type.name !== 'rawHtml') return false;
  const blocks = parseLossy(state.schema, String(node.attrs.html));
  dispatch?.(state.tr.replaceWith(from, to, blocks).scrollIntoView());
  return true;
};

/** New elements for what may be shown, one by one: no markup of the text gets into the page itself. Links lead nowhere. */
function copyNodes(parent: Node): Node[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
    return isElement(node) ? [copyElement(node)] : [];
  });
}

function copyElement(element: HTMLElement): Node {
  const name = element.localName;
  const src = element.getAttribute('src');
  if ((name === 'img' || name === 'video') && !isOwnMediaUrl(src)) {
    return createExternalMediaNotice(src, name === 'img' ? 'Image' : 'Video');
  }
  const copy = document.createElement(CONTENT_ELEMENTS.has(name) ? name : 'span');
  const given = Object.fromEntries([...element.attributes].map((each) => [each.name, each.value]));
  for (const [attribute, value] of Object.entries(toStoredAttributes(name, given) ?? {})) {
    if (!NOT_SHOWN.has(attribute)) copy.setAttribute(attribute, value);
  }
  copy.append(...copyNodes(element));
  return copy;
}

import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import type { NodeView } from '@milkdown/kit/prose/view';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { getSelectedNode, setAttributes } from '#src/editor/commands/blocks.ts';
import { isOwnMediaUrl } from '#src/editor/link-url.ts';
import { ContextField } from '#src/editor/toolbar/ContextControls.tsx';
import { BlockActions } from './block-tools.tsx';
import type { EditorAction, EditorElement, ElementNode, ToolsProps } from './element.ts';
import { EMPTY_CARD, type LinkCard, readLinkCard, writeLinkCard } from './link-block.ts';
import { selectable } from './selectable-view.ts';

const KINDS = ['audio', 'file'] as const;

/** The card of a stored file; `note` says its type and its size. */
export const toFileCard = ({ url, name }: Pick<UploadJson, 'url' | 'name'>, note: string): LinkCard => ({
  ...EMPTY_CARD,
  href: url,
  text: name.replace(/\.[a-z0-9]{2,5}$/i, '') || name,
  note,
});

/** A file to download, and a recording that pages play. Each is stored as a paragraph with its link, which is what feeds show. */
export const fileCard: EditorElement = {
  nodes: Object.fromEntries(KINDS.map((kind) => [kind, defineCard(kind)])),
  actions: () => [
    defineAction('audio', {
      label: 'Audio',
      icon: 'M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298zM16 9a5 5 0 0 1 0 6M19.364 18.364a9 9 0 0 0 0-12.728',
      menu: { group: 'Media', description: 'Upload a recording', keywords: 'audio sound music podcast mp3' },
    }),
    defineAction('file', {
      label: 'File',
      icon: 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v4a2 2 0 0 0 2 2h4M12 18v-6M9 15l3 3 3-3',
      menu: {
        group: 'Media',
        description: 'Upload a file to download',
        keywords: 'file pdf zip word excel csv download',
      },
    }),
  ],
  tools: [{ name: 'file', of: KINDS, Tools: FileTools }],
};

function defineCard(kind: (typeof KINDS)[number]): ElementNode {
  return {
    group: 'block',
    atom: true,
    draggable: true,
    attrs: Object.fromEntries(Object.entries(EMPTY_CARD).map(([name, value]) => [name, { default: value }])),
    leafText: ({ attrs: { text } }) => text,
    parseDOM: [{ tag: `p[data-block="${kind}"]`, priority: 60, getAttrs: readLinkCard }],
    toDOM: ({ attrs: { text } }) => ['p', { 'data-block': kind }, ['a', text]],
    toHtml: ({ attrs }) => writeLinkCard(kind, attrs as LinkCard),
    view: selectable(createFileView),
  };
}

const defineAction = (
  kind: (typeof KINDS)[number],
  action: Pick<EditorAction, 'label' | 'icon' | 'menu'>,
): EditorAction => ({
  ...action,
  tag: 'p',
  group: 'insert',
  isMenuOnly: true,
  open: (ui) => ui.pickFiles(kind),
});

function FileTools({ view, state, run }: ToolsProps) {
  const node = getSelectedNode(state);
  if (!node) return null;
  return (
    <>
      <ContextField
        label="Title"
        value={node.attrs.text}
        maxLength={200}
        placeholder="What it is"
        onValueChange={(text) => setAttributes({ text })(view.state, view.dispatch)}
        onDone={() => view.focus()}
      />
      <BlockActions run={run} />
    </>
  );
}

/** As on the page; a recording can be played. */
function createFileView(node: EditorNode): NodeView {
  const dom = document.createElement('div');
  dom.className = 'file-card file-block';
  const show = ({ type, attrs: { text, href, note } }: EditorNode) => {
    const title = document.createElement('span');
    title.className = 'file-title';
    title.textContent = text || href;
    const line = document.createElement('span');
    line.textContent = note;
    dom.replaceChildren(title, line);
    if (type.name !== 'audio' || !isOwnMediaUrl(href)) return;
    const player = document.createElement('audio');
    player.src = href;
    player.controls = true;
    player.preload = 'none';
    player.setAttribute('aria-label', text);
    dom.append(player);
  };
  let shown = node;
  show(node);
  return {
    dom,
    update(next) {
      if (next.type !== shown.type) return false;
      const isSameFile = next.attrs.href === shown.attrs.href;
      const title = dom.querySelector('.file-title');
      shown = next;
      // A recording plays on while it is named.
      if (isSameFile && title) title.textContent = next.attrs.text || next.attrs.href;
      else show(next);
      return true;
    },
    stopEvent: (event) => event.target instanceof HTMLAudioElement,
    ignoreMutation: () => true,
  };
}

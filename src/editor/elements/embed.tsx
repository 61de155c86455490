import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import type { NodeView } from '@milkdown/kit/prose/view';
import { findEmbed } from '#api/domain/embeds.ts';
import { getSelectedNode, setAttributes } from '#src/editor/commands/blocks.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';
import { ContextButton, ContextField } from '#src/editor/toolbar/ContextControls.tsx';
import { BlockActions, useNewBlockFields } from './block-tools.tsx';
import type { EditorElement, ToolsProps } from './element.ts';
import { convertToLink, insertLinkBlock, readLinkBlock, writeLinkBlock } from './link-block.ts';
import { loadPreview } from './load-preview.ts';
import { selectable } from './selectable-view.ts';

/** A video, a recording or a post of another site. Pages show a card, which loads nothing until a reader presses it. */
export const embed: EditorElement = {
  nodes: {
    embed: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { text: { default: '' }, href: { default: '' }, image: { default: null }, state: { default: null } },
      leafText: ({ attrs: { text } }) => text,
      parseDOM: [
        {
          tag: 'p[data-block="embed"]',
          priority: 60,
          getAttrs: (dom) => {
            const read = readLinkBlock(dom);
            return read && read.href !== '' ? { ...read, image: dom.getAttribute('data-image') } : false;
          },
        },
      ],
      toDOM: ({ attrs: { text } }) => ['p', { 'data-block': 'embed' }, ['a', text]],
      toHtml: ({ attrs: { text, href, image } }) =>
        writeLinkBlock('embed', normalizeLinkUrl(href) ? text || href : '', href, image),
      view: selectable(createEmbedView),
    },
  },
  actions: () => [
    {
      tag: 'p',
      label: 'Embed',
      icon: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996z',
      menu: {
        group: 'Blocks',
        description: 'From YouTube, Vimeo, Spotify, X or Mastodon',
        keywords: 'embed youtube vimeo spotify twitter x mastodon video audio',
      },
      group: 'insert',
      isMenuOnly: true,
      command: insertLinkBlock('embed'),
    },
  ],
  tools: [{ name: 'embed', of: ['embed'], Tools: EmbedTools }],
};

function EmbedTools({ view, state, run }: ToolsProps) {
  const node = getSelectedNode(state);
  const fields = useNewBlockFields(node?.attrs.href === '');
  if (!node) return null;
  const { text, href } = node.attrs;
  const set = (attrs: Record<string, unknown>) => setAttributes(attrs)(view.state, view.dispatch);
  return (
    <>
      <div ref={fields} className="editor-fields">
        <ContextField
          label="Address"
          value={href}
          inputMode="url"
          placeholder="https://www.youtube.com/watch?v=..."
          aria-invalid={href !== '' && findEmbed(href) === null}
          onValueChange={(value) => set({ href: value, image: null })}
          onBlur={() => text === '' && findEmbed(href) !== null && void loadPreview(view, href)}
          onDone={() => fields.current?.querySelectorAll('input')[1]?.focus()}
        />
        <ContextField
          label="Title"
          value={text}
          maxLength={200}
          placeholder="What it is"
          onValueChange={(value) => set({ text: value })}
          onDone={() => view.focus()}
        />
      </div>
      <ContextButton label="Convert to link" isOff={!normalizeLinkUrl(href)} onClick={() => run(convertToLink)} />
      <BlockActions run={run} />
    </>
  );
}

/** The card of the page; nothing is loaded here either. */
function createEmbedView(node: EditorNode): NodeView {
  const dom = document.createElement('div');
  dom.className = 'embed embed-block';
  const show = ({ attrs: { text, href, image } }: EditorNode) => {
    const found = findEmbed(href);
    const title = document.createElement('strong');
    title.textContent = text || href || 'Embed';
    const note = document.createElement('span');
    note.textContent = found ? `${found.site} · Nothing loads from there until a reader presses play` : explain(href);
    note.className = found ? '' : 'button-note';
    dom.replaceChildren(title, note);
    if (image === null) return;
    const poster = document.createElement('img');
    poster.src = image;
    poster.alt = '';
    poster.className = 'embed-block-poster';
    poster.draggable = false;
    dom.prepend(poster);
  };
  show(node);
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      show(next);
      return true;
    },
    ignoreMutation: () => true,
  };
}

const explain = (href: string) =>
  href === ''
    ? 'Not on the page until it has an address'
    : 'Can’t be embedded: only YouTube, Vimeo, Spotify, X and Mastodon can. Readers see a link.';

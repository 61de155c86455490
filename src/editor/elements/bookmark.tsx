import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { NodeSelection } from '@milkdown/kit/prose/state';
import type { EditorView, NodeView } from '@milkdown/kit/prose/view';
import { useId } from 'react';
import { formatHost } from '#api/domain/link-host.ts';
import { getSelectedNode, setAttributes } from '#src/editor/commands/blocks.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';
import { ContextButton, ContextField } from '#src/editor/toolbar/ContextControls.tsx';
import { useLinkTargets } from '#src/ui/fields/use-link-targets.ts';
import { BlockActions, useNewBlockFields } from './block-tools.tsx';
import type { EditorElement, ToolsProps } from './element.ts';
import { convertToLink, EMPTY_CARD, findNode, insertLinkBlock, readLinkCard, writeLinkCard } from './link-block.ts';
import { type CardState, isFollowed, loadPreview, type PresentCard, readPresentCard } from './load-preview.ts';
import { selectable } from './selectable-view.ts';

/** A link as a card with the title, the description and the image of its page. The server fetches them once; readers ask no other site. */
export const bookmark: EditorElement = {
  nodes: {
    bookmark: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: Object.fromEntries(
        Object.entries({ ...EMPTY_CARD, state: null }).map(([name, value]) => [name, { default: value }]),
      ),
      leafText: ({ attrs: { text } }) => text,
      parseDOM: [{ tag: 'p[data-block="bookmark"]', priority: 60, getAttrs: readLinkCard }],
      toDOM: ({ attrs: { text } }) => ['p', { 'data-block': 'bookmark' }, ['a', text]],
      toHtml: ({ attrs }) => writeLinkCard('bookmark', attrs as typeof EMPTY_CARD),
      view: selectable(createBookmarkView),
    },
  },
  actions: () => [
    {
      tag: 'p',
      label: 'Bookmark',
      icon: 'M17 3a2 2 0 0 1 2 2v15a1 1 0 0 1-1.496.868l-4.512-2.578a2 2 0 0 0-1.984 0l-4.512 2.578A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z',
      menu: {
        group: 'Blocks',
        description: 'A link as a card with title and image',
        keywords: 'bookmark card link preview page post',
      },
      group: 'insert',
      isMenuOnly: true,
      command: insertLinkBlock('bookmark'),
    },
  ],
  tools: [{ name: 'bookmark', of: ['bookmark'], Tools: BookmarkTools }],
};

function BookmarkTools({ view, state, run }: ToolsProps) {
  const node = getSelectedNode(state);
  const listId = useId();
  const fields = useNewBlockFields(node?.attrs.href === '');
  const { targets } = useLinkTargets(node?.attrs.href ?? '', true);
  if (!node) return null;
  const { text, href, description } = node.attrs;
  const set = (attrs: Record<string, unknown>) => setAttributes(attrs)(view.state, view.dispatch);
  const isFilled = text !== '' && text !== href;
  const isOfThisSite = isFollowed(view, href);
  return (
    <>
      <div ref={fields} className="editor-fields">
        <ContextField
          label="Address"
          value={href}
          inputMode="url"
          list={listId}
          placeholder="Search your pages, or paste an address"
          aria-invalid={href !== '' && normalizeLinkUrl(href) === null}
          onValueChange={(value) => {
            set({ href: value, state: null });
            // One of the list was chosen.
            if (targets.some(({ path }) => path === value)) void loadPreview(view, value);
          }}
          onBlur={() => !isFilled && void loadPreview(view, href)}
          onDone={() => view.focus()}
        />
        <datalist id={listId}>
          {targets.map(({ path, title }) => (
            <option key={path} value={path}>
              {title}
            </option>
          ))}
        </datalist>
        {isOfThisSite ? (
          <p className="bookmark-follows">Its title, description and image follow the page.</p>
        ) : (
          <>
            <ContextField
              label="Title"
              value={text}
              maxLength={200}
              placeholder="What it is"
              onValueChange={(value) => set({ text: value })}
              onDone={() => view.focus()}
            />
            <ContextField
              label="Description"
              value={description}
              maxLength={300}
              placeholder="None"
              onValueChange={(value) => set({ description: value })}
              onDone={() => view.focus()}
            />
          </>
        )}
      </div>
      {!isOfThisSite && (
        <ContextButton
          label="Load again"
          isOff={normalizeLinkUrl(href) === null}
          onClick={() => {
            set({ text: '' });
            void loadPreview(view, href);
          }}
        />
      )}
      <ContextButton label="Convert to link" isOff={!normalizeLinkUrl(href)} onClick={() => run(convertToLink)} />
      <BlockActions run={run} />
    </>
  );
}

/** The card of the page; or that it is being loaded, or why it couldn’t be. */
function createBookmarkView(node: EditorNode, view: EditorView): NodeView {
  const dom = document.createElement('div');
  let shown = node;
  let present: PresentCard | undefined;
  const show = () => {
    const { href, note, state } = shown.attrs;
    const { title: text, description, image } = present ?? toStoredCard(shown);
    const error: string | null = state?.error ?? null;
    dom.className = error === null ? 'bookmark bookmark-block' : 'bookmark bookmark-block bookmark-failed';
    const words = createElement('span', 'bookmark-text');
    words.append(createElement('span', 'bookmark-title', text || href || 'Bookmark'));
    const line = present === null ? NOTHING_PUBLISHED : explain({ href, description, state });
    if (line !== '') words.append(createElement('span', error === null ? 'bookmark-words' : '', line));
    if (error !== null) words.append(createActions());
    else if (href !== '') words.append(createElement('span', 'bookmark-site', note || formatHost(href)));
    dom.replaceChildren(words);
    if (image === null || error !== null) return;
    const picture = document.createElement('img');
    picture.src = image;
    picture.alt = '';
    picture.className = 'bookmark-image';
    picture.draggable = false;
    dom.append(picture);
  };
  const readPresent = async () => {
    const { href } = shown.attrs;
    const card = await readPresentCard(view, href);
    if (shown.attrs.href !== href || card === present) return;
    present = card;
    show();
  };
  const createActions = () => {
    const actions = createElement('span', 'upload-actions');
    actions.append(
      createButton('Retry', () => void loadPreview(view, shown.attrs.href)),
      createButton('Keep as link', () => {
        const at = NodeSelection.create(view.state.doc, findNode(view.state.doc, shown));
        view.dispatch(view.state.tr.setSelection(at));
        convertToLink(view.state, view.dispatch);
        view.focus();
      }),
    );
    return actions;
  };
  show();
  void readPresent();
  return {
    dom,
    update(next) {
      if (next.type !== shown.type) return false;
      const isMoved = next.attrs.href !== shown.attrs.href;
      shown = next;
      if (isMoved) present = undefined;
      show();
      // While an address is typed, or loaded, nothing else is asked.
      if (next.attrs.state === null && next.attrs.text !== '') void readPresent();
      return true;
    },
    ignoreMutation: () => true,
  };
}

const NOTHING_PUBLISHED = 'Not on the page: nothing is published at this address';

const toStoredCard = ({ attrs: { text, description, image } }: EditorNode) => ({ title: text, description, image });

type Shown = { href: string; description: string; state: CardState };

function explain({ href, description, state }: Shown): string {
  if (href === '') return 'Not on the page until it has an address';
  if (normalizeLinkUrl(href) === null) return 'Not on the page: this isn’t an address';
  if (state === 'loading') return 'Loading title, description and image...';
  if (state === null) return description;
  return `${state.error} ${state.isShown ? 'Readers see a card with the address.' : 'Readers see no card until then.'}`;
}

function createElement(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function createButton(label: string, run: () => void): HTMLElement {
  const button = createElement('button', 'button button-secondary button-small', label) as HTMLButtonElement;
  button.type = 'button';
  // A click on the card selects it.
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    run();
  });
  return button;
}

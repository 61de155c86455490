import { type EditorState, NodeSelection, Plugin, PluginKey } from '@milkdown/kit/prose/state';
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view';
import { $prose } from '@milkdown/kit/utils';
import { findEmbed } from '#api/domain/embeds.ts';
import { loadPreview } from '#src/editor/elements/load-preview.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { revealElement } from '#src/editor/visible-area.ts';
import { imageOfferKey } from './image-offer-state.ts';

/** An address that was just pasted alone on a line, and can be more than a link. */
type Offer = { from: number; to: number; href: string };

const key = new PluginKey<Offer | null>('offer for a pasted address');

/** Whether it is asked, at this moment, what a pasted address is shown as. */
export const isAddressOffered = (state: EditorState): boolean => (key.getState(state) ?? null) !== null;

/** Asks what a pasted address is shown as. 1, 2 and 3 answer; Escape, or typing on, keeps the link. */
export const addressOfferPlugin = $prose(
  () =>
    new Plugin<Offer | null>({
      key,
      state: {
        init: () => null,
        apply(tr, before, _old, state) {
          // The address of an image has an offer of its own.
          if (tr.getMeta(key) === 'close' || tr.getMeta(imageOfferKey)) return null;
          // The editor puts right what was pasted by transactions of its own.
          const isPaste = tr.getMeta('paste') || (before && tr.getMeta('appendedTransaction'));
          if (isPaste) return findOffer(state);
          return tr.docChanged || tr.selectionSet ? null : before;
        },
      },
      view: () => ({
        update(view, before) {
          const isNew = key.getState(view.state) !== null && key.getState(before) === null;
          const bar = isNew ? view.dom.querySelector('.address-offer') : null;
          if (bar) revealElement(bar);
        },
      }),
      props: {
        handleKeyDown(view, event) {
          const offer = key.getState(view.state);
          if (!offer || event.ctrlKey || event.metaKey || event.altKey) return false;
          const choice = event.key === 'Escape' ? 'Link' : listChoices(offer)[Number(event.key) - 1];
          if (choice) choose(view, offer, choice);
          return choice !== undefined;
        },
        decorations(state) {
          const offer = key.getState(state);
          if (!offer) return null;
          const create = (view: EditorView) => createBar(view, offer);
          return DecorationSet.create(state.doc, [
            Decoration.widget(offer.to, create, {
              key: offer.href,
              side: 1,
              stopEvent: () => true,
              ignoreSelection: true,
            }),
          ]);
        },
      },
    }),
);

/** The line of the cursor, where it is one address of a page. */
function findOffer({ selection }: EditorState): Offer | null {
  const { $from, empty } = selection;
  const { parent } = $from;
  if (!empty || $from.depth !== 1 || parent.type.name !== 'paragraph') return null;
  const mark = parent.firstChild?.marks.find(({ type }) => type.name === 'link');
  const href = String(mark?.attrs.href ?? '');
  const isAlone = parent.childCount === 1 && parent.textContent === href && /^https?:/i.test(href);
  return isAlone ? { from: $from.before(), to: $from.after(), href } : null;
}

type Choice = 'Link' | 'Bookmark' | 'Embed';

const listChoices = ({ href }: Offer): Choice[] =>
  findEmbed(href) === null ? ['Link', 'Bookmark'] : ['Link', 'Bookmark', 'Embed'];

function choose(view: EditorView, { from, to, href }: Offer, choice: Choice): void {
  const tr = view.state.tr.setMeta(key, 'close');
  if (choice === 'Link') {
    view.dispatch(tr);
    return;
  }
  const block = getNodeType(view.state.schema, choice.toLowerCase()).create({ href, text: href });
  tr.replaceWith(from, to, block);
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, from)).scrollIntoView());
  view.focus();
  void loadPreview(view, href);
}

function createBar(view: EditorView, offer: Offer): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'address-offer';
  bar.contentEditable = 'false';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'Show this address as');
  for (const [at, choice] of listChoices(offer).entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'tool tool-text';
    button.setAttribute('aria-pressed', String(choice === 'Link'));
    const keyHint = document.createElement('kbd');
    keyHint.textContent = String(at + 1);
    keyHint.setAttribute('aria-hidden', 'true');
    button.append(choice, keyHint);
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      choose(view, offer, choice);
      view.focus();
    });
    bar.append(button);
  }
  return bar;
}

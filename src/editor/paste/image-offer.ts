import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import { Plugin } from '@milkdown/kit/prose/state';
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view';
import { $prose } from '@milkdown/kit/utils';
import { pluralize } from '#api/domain/plurals.ts';
import { revealElement } from '#src/editor/visible-area.ts';
import { type ImageOffer, imageOfferKey, type ImageOfferChange } from './image-offer-state.ts';
import type { LinkedImage } from './pasted-media.ts';
import { uploadLinkedImages } from './upload-linked-images.ts';

/** One notice for all images of a paste, with one button. Readers never see it; without an answer the links stay. */
export const imageOfferPlugin = $prose(
  () =>
    new Plugin<ImageOffer | null>({
      key: imageOfferKey,
      state: {
        init: () => null,
        apply(tr, before, _old, state) {
          const change: ImageOfferChange | undefined = tr.getMeta(imageOfferKey);
          if (change === 'close') return null;
          if (change && 'add' in change) return addImages(before, change.add, state.doc, state.selection.to);
          if (!before) return null;
          const links = before.links.map(tr.mapping, tr.doc);
          const gone = links
            .find()
            .filter(({ from, to, spec }) => tr.doc.textBetween(from, to) !== (spec.image as LinkedImage).text);
          const left = links.remove(gone);
          const next = { ...before, ...change, links: left, position: tr.mapping.map(before.position) };
          return left.find().length === 0 && next.progress === null ? null : next;
        },
      },
      view: () => ({
        update(view, before) {
          const [shown, old] = [imageOfferKey.getState(view.state), imageOfferKey.getState(before)];
          const isNew = shown != null && shown.failures.length > (old?.failures.length ?? -1);
          const notice = isNew ? view.dom.querySelector('.image-offer') : null;
          if (notice) revealElement(notice);
        },
      }),
      props: {
        decorations(state) {
          const offer = imageOfferKey.getState(state);
          if (!offer) return null;
          const notice = Decoration.widget(offer.position, (view) => createNotice(view, offer), {
            key: describeOffer(offer),
            side: 1,
            stopEvent: () => true,
            ignoreSelection: true,
          });
          return offer.links.add(state.doc, [notice]);
        },
      },
    }),
);

function addImages(
  before: ImageOffer | null,
  images: readonly LinkedImage[],
  doc: EditorNode,
  cursor: number,
): ImageOffer | null {
  const all = [...(before?.links.find().map(({ spec }) => spec.image as LinkedImage) ?? []), ...images];
  const found: Decoration[] = [];
  doc.descendants((node, pos) => {
    const href = node.marks.find(({ type }) => type.name === 'link')?.attrs.href;
    for (const { at, image } of findImages(
      node.text ?? '',
      all.filter((each) => each.href === href),
    ))
      found.push(Decoration.inline(pos + at, pos + at + image.text.length, { class: 'linked-image' }, { image }));
  });
  if (found.length === 0) return before;
  const $cursor = doc.resolve(cursor);
  const position = $cursor.depth > 0 ? $cursor.after(1) : $cursor.pos;
  return { links: DecorationSet.create(doc, found), position, progress: before?.progress ?? null, failures: [] };
}

/** The images that the text of a link stands for, if it stands for nothing else. */
function findImages(text: string, images: readonly LinkedImage[]): { at: number; image: LinkedImage }[] {
  // Of two names that begin alike the longer one is meant.
  const byLength = images.toSorted((one, other) => other.text.length - one.text.length);
  const found: { at: number; image: LinkedImage }[] = [];
  for (let at = 0; at < text.length;) {
    const image = byLength.find((each) => text.startsWith(each.text, at));
    if (image) found.push({ at, image });
    else if (text[at]?.trim() !== '') return [];
    at += image?.text.length ?? 1;
  }
  return found;
}

function describeOffer({ links, progress, failures }: ImageOffer): string {
  if (progress) return `Uploading images: ${progress.done} of ${progress.count}`;
  const count = links.find().length;
  const noun = pluralize(count, 'image');
  if (failures.length === 0)
    return `${count} ${noun} of other sites ${count === 1 ? 'is a link' : 'are links'}. Readers see no image until it’s uploaded.`;
  return `${count} ${noun} ${count === 1 ? 'stays a link' : 'stay links'}. ${failures.join(' ')}`;
}

function createNotice(view: EditorView, offer: ImageOffer): HTMLElement {
  const box = document.createElement('div');
  box.className = offer.failures.length > 0 ? 'upload image-offer upload-failed' : 'upload image-offer';
  box.contentEditable = 'false';
  box.role = 'group';
  box.ariaLabel = 'Images of other sites';
  const words = document.createElement('p');
  words.role = 'status';
  words.textContent = describeOffer(offer);
  box.append(words);
  if (offer.progress) return box;
  const actions = document.createElement('div');
  actions.className = 'upload-actions';
  actions.append(
    createButton(offer.failures.length > 0 ? 'Retry' : 'Upload', () => {
      // The button that was pressed goes.
      view.focus();
      void uploadLinkedImages(view);
    }),
    createButton('Keep links', () => {
      view.dispatch(view.state.tr.setMeta(imageOfferKey, 'close'));
      view.focus();
    }),
  );
  box.append(actions);
  return box;
}

function createButton(label: string, run: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-secondary button-small';
  button.textContent = label;
  button.addEventListener('click', run);
  return button;
}

import { closeHistory } from '@milkdown/kit/prose/history';
import type { EditorView } from '@milkdown/kit/prose/view';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { ApiError, api, formatError } from '#src/lib/api-client.ts';
import { toImageAttributes } from '#src/editor/elements/figures.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { imageOfferKey } from './image-offer-state.ts';
import type { LinkedImage } from './pasted-media.ts';

/** The server fetches each from another site, which may be slow. */
const PARALLEL = 3;
/** So many reasons are read; more would hide the text. */
const REASONS_MAX = 3;

/**
 * Uploads the linked images, and then puts all in place of their links in one step, which one undo takes back. Until then nothing
 * in the text has changed; what couldn’t be fetched stays a link.
 */
export async function uploadLinkedImages(view: EditorView): Promise<void> {
  const sources = new Set(listLinks(view).map(({ image }) => image.src));
  const stored = new Map<string, UploadJson>();
  const failures: string[] = [];
  let done = 0;
  const tell = () =>
    !view.isDestroyed &&
    view.dispatch(view.state.tr.setMeta(imageOfferKey, { progress: { done, count: sources.size }, failures: [] }));
  tell();
  const waiting = sources.values();
  const uploadNext = async () => {
    for (const src of waiting) {
      try {
        stored.set(src, await api.post('/api/uploads/from-address', { json: { url: src } }));
      } catch (error) {
        failures.push(`${nameFile(src)}: ${explain(error)}`);
      }
      done += 1;
      tell();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, uploadNext));
  if (view.isDestroyed) return;
  replaceLinks(view, stored);
  const more = failures.length - REASONS_MAX;
  const reasons = more > 0 ? [...failures.slice(0, REASONS_MAX), `And ${more} more.`] : failures;
  view.dispatch(view.state.tr.setMeta(imageOfferKey, { progress: null, failures: reasons }));
}

const listLinks = (view: EditorView) =>
  (imageOfferKey.getState(view.state)?.links.find() ?? []).map(({ from, to, spec }) => ({
    from,
    to,
    image: spec.image as LinkedImage,
  }));

/** A link alone in its paragraph becomes a block, as an image of this site would be; others an image in the line. */
function replaceLinks(view: EditorView, stored: ReadonlyMap<string, UploadJson>): void {
  const { tr, schema, doc } = view.state;
  // From the end, so that the places before stay true.
  for (const { from, to, image } of listLinks(view).toReversed()) {
    const upload = stored.get(image.src);
    if (!upload || doc.textBetween(from, to) !== image.text) continue;
    const attrs = { ...toImageAttributes(upload), alt: image.alt };
    // What the image led to, it leads to still.
    const marks = image.href === image.src ? [] : (doc.nodeAt(from)?.marks ?? []).filter(isLink);
    const $from = doc.resolve(from);
    const { parent } = $from;
    const index = $from.index(-1);
    const figure = getNodeType(schema, 'figure');
    const isAlone = parent.type.name === 'paragraph' && parent.content.size === to - from;
    if (isAlone && $from.node(-1).canReplaceWith(index, index + 1, figure))
      tr.replaceWith(
        $from.before(),
        $from.after(),
        figure.create(null, getNodeType(schema, 'figure_image').create(attrs, null, marks)),
      );
    else tr.replaceWith(from, to, getNodeType(schema, 'image').create(attrs, null, marks));
  }
  if (!tr.docChanged) return;
  view.dispatch(closeHistory(tr));
  view.dispatch(closeHistory(view.state.tr));
}

const isLink = ({ type }: { type: { name: string } }) => type.name === 'link';

/** The server’s reason is about the address. */
const explain = (error: unknown): string => (error instanceof ApiError && error.getIssue('url')) || formatError(error);

function nameFile(src: string): string {
  const { hostname, pathname } = new URL(src);
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
}

import type { ImageState, ReadingImages } from './use-images.ts';

/** Our server encodes every image as WebP; nothing else is shown. */
const WEBP = /^data:image\/webp;base64,[\w+/]+=*$/;

/** What stands in the text for an image of it: what the author says it shows, and below that the image, on demand. */
export function createImagePlace(image: HTMLElement): HTMLElement {
  const place = createElement('span', 'reader-image');
  place.dataset.image = image.getAttribute('data-image') ?? '';
  place.append(createElement('span', 'reader-image-label', formatLabel(image.getAttribute('alt') ?? '')));
  return place;
}

const formatLabel = (alt: string) => (alt === '' ? 'Image without alt text' : `Image: ${alt}`);

/** A link can hold no button: its image leaves its words there, and stands behind it. */
export function moveOutOfLinks(nodes: ParentNode): void {
  for (const place of [...nodes.querySelectorAll('a .reader-image')].toReversed()) {
    const link = place.closest('a');
    const label = place.querySelector('.reader-image-label');
    if (label) place.replaceWith(label);
    link?.after(' ', place);
  }
}

/** Shows how far the image is: its button, the image, or why there is none. */
export function updateImagePlace(place: HTMLElement, images: ReadingImages, state: ImageState | undefined): void {
  const number = Number(place.dataset.image);
  const before = place.querySelector<HTMLElement>('.reader-image-state');
  const after = createElement('span', 'reader-image-state');
  after.append(...listParts(images[number - 1], state, number));
  const hadFocus = before?.contains(place.ownerDocument.activeElement) === true;
  if (before) before.replaceWith(after);
  else place.append(after);
  if (!hadFocus) return;
  // The button that was pressed is gone.
  after.tabIndex = -1;
  (after.querySelector('button') ?? after).focus();
}

function listParts(image: ReadingImages[number] | undefined, state: ImageState | undefined, number: number): Node[] {
  if (!image) return [createNote('Only the first 200 images of a text can be shown here.')];
  if (image.url === null) return [createNote('Its address doesn’t begin with https:, so it can’t be shown.')];
  const name = image.alt === '' ? `image ${number}` : `image: ${image.alt}`;
  if (state === undefined)
    return [createNote(URL.parse(image.url)?.host ?? image.url), createButton('Show', name, number)];
  if (state.status === 'loading') return [createNote('Loading...')];
  if (state.status === 'failed') return [createNote(state.message), createButton('Retry', name, number)];
  return WEBP.test(state.dataUrl) ? [createImage(state.dataUrl)] : [createNote('It can’t be shown.')];
}

const createNote = (text: string) => createElement('span', 'reader-image-note', text);

function createButton(label: string, name: string, number: number): HTMLElement {
  const button = createElement('button', 'link-button', label) as HTMLButtonElement;
  button.type = 'button';
  button.dataset.showImage = String(number);
  button.setAttribute('aria-label', `${label} ${name}`);
  return button;
}

/** The label above it says what it shows. */
function createImage(dataUrl: string): HTMLElement {
  const image = document.createElement('img');
  image.alt = '';
  image.src = dataUrl;
  return image;
}

function createElement(name: string, className: string, text?: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

import '#src/styles/prose.css';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { toSafeUrl } from '#src/features/openshelf/safe-url.ts';
import { copyPageStyles } from '#src/ui/content/frame-styles.ts';
import { parseSafeHtml } from '#src/lib/safe-html.ts';
import type { PublicationTextJson } from '#api/features/openshelf/texts/texts.contract.ts';
import type { RemovedLinkReason } from '#api/domain/removed-links.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { createImagePlace, moveOutOfLinks, updateImagePlace } from './image-places.ts';
import { markPassages } from './mark-passages.ts';
import type { ImageState, ImageStates } from './use-images.ts';

const REASONS: Record<RemovedLinkReason, string> = {
  script: 'Could run a script',
  not_https: 'Doesn’t begin with https:',
  user_name: 'Holds a user name, which can hide where it leads',
  image_map: 'Part of an image map',
  invalid: 'Not a valid address',
};

/** The links that our server removed from a text, as text; null where there are none. */
function createRemovedLinks({ count, links }: PublicationTextJson['removed_links']): HTMLElement | null {
  if (count === 0) return null;
  const section = document.createElement('section');
  section.className = 'reader-removed';
  section.setAttribute('aria-labelledby', 'removed-links');
  const heading = createElement('h2', 'Links removed from the text');
  heading.id = 'removed-links';
  const list = document.createElement('ul');
  list.append(...links.map(createItem));
  section.append(heading, list);
  if (count > links.length) section.append(createElement('p', `And ${formatNumber(count - links.length)} more.`));
  return section;
}

function createItem({ address, text, reason }: PublicationTextJson['removed_links']['links'][number]): HTMLElement {
  const item = document.createElement('li');
  // Isolated, so that the words of the author reorder none of ours.
  if (text !== '') item.append(createElement('bdi', text), ' ');
  item.append(createElement('code', address), ' ', createElement('span', REASONS[reason]));
  return item;
}

function createElement(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** Above a heading or passage that is shown, px. */
const ROOM_ABOVE = 24;

type Props = {
  frameRef: Ref<HTMLIFrameElement>;
  /** As our API answers it, with HTML. */
  text: PublicationTextJson;
  quotes: readonly string[];
  /** The heading or passage to show; a new object shows it again. */
  target: { id: string } | null;
  /** How many of the quotes the text holds. */
  onPassages: (count: number) => void;
  imageStates: ImageStates;
  onShowImage: (number: number) => void;
};

/** A text of others, in a frame without scripts, forms and requests; links open in new tabs. */
export function TextFrame({ frameRef, text, quotes, target, onPassages, imageStates, onShowImage }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  useImperativeHandle(frameRef, () => frame.current as HTMLIFrameElement, []);
  const [loadCount, setLoadCount] = useState(0);
  const handlers = useRef({ onPassages, onShowImage });
  handlers.current = { onPassages, onShowImage };
  /** The places of the images, each with what it shows. */
  const places = useRef(new Map<HTMLElement, ImageState | undefined>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another document
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!inside?.body) return;
    const { nodes, passageCount } = prepareNodes(text.html ?? '', quotes);
    places.current = new Map();
    for (const place of nodes.querySelectorAll<HTMLElement>('.reader-image')) {
      places.current.set(place, undefined);
      updateImagePlace(place, text.images, undefined);
    }
    inside.documentElement.className = document.documentElement.className;
    copyPageStyles(inside);
    inside.body.className = 'reader-frame';
    const leaf = inside.createElement('article');
    leaf.className = 'prose reader-leaf';
    leaf.append(nodes);
    const removed = createRemovedLinks(text.removed_links);
    inside.body.replaceChildren(leaf, ...(removed ? [removed] : []));
    handlers.current.onPassages(passageCount);
    const listening = new AbortController();
    const { signal } = listening;
    inside.addEventListener('keydown', (event) => forwardKey(event, frame.current), { signal });
    inside.addEventListener('click', (event) => pressButton(event, handlers.current.onShowImage), { signal });
    return () => listening.abort();
  }, [text, quotes, loadCount]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above, whose places these are
  useEffect(() => {
    for (const [place, shown] of places.current) {
      const state = imageStates.get(Number(place.dataset.image));
      if (state === shown) continue;
      places.current.set(place, state);
      updateImagePlace(place, text.images, state);
    }
  }, [imageStates, text, quotes, loadCount]);

  /** Firefox replaces the first, empty document of a frame once it has loaded. */
  const fillAgainIfEmpty = () => {
    if (!frame.current?.contentDocument?.body?.firstChild) setLoadCount((count) => count + 1);
  };

  useEffect(() => {
    if (target) scrollToTarget(frame.current, target.id);
  }, [target]);

  return (
    <iframe
      ref={frame}
      className="reader-window"
      title="Text of the publication"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={fillAgainIfEmpty}
    />
  );
}

/** The text as nodes that the browser’s own sanitiser made, with ids for chapters, safe links and marked passages. */
function prepareNodes(html: string, quotes: readonly string[]) {
  const { nodes } = parseSafeHtml(html, { hasMedia: false, replaceImage: createImagePlace });
  moveOutOfLinks(nodes);
  for (const [at, heading] of nodes.querySelectorAll('h1, h2, h3, h4, h5, h6').entries()) {
    heading.id = `chapter-${at + 1}`;
  }
  for (const link of nodes.querySelectorAll('a')) {
    const url = toSafeUrl(link.getAttribute('href'));
    if (url === null) link.removeAttribute('href');
    else {
      link.target = '_blank';
      link.rel = 'noopener noreferrer nofollow';
    }
  }
  return { nodes, passageCount: markPassages(nodes, quotes) };
}

/** Scrolls the text, and the screen only as far as the frame is out of sight. */
function scrollToTarget(frame: HTMLIFrameElement | null, id: string): void {
  const inside = frame?.contentWindow;
  const element = frame?.contentDocument?.getElementById(id);
  if (!inside || !element) return;
  inside.scrollTo({ top: inside.scrollY + element.getBoundingClientRect().top - ROOM_ABOVE });
  frame.scrollIntoView({ block: 'nearest' });
}

function pressButton({ target }: Event, onShowImage: (number: number) => void): void {
  // Not by `instanceof`: the classes of the frame are others.
  const button = (target as Element).closest<HTMLElement>('[data-show-image]');
  if (button) onShowImage(Number(button.dataset.showImage));
}

/** The keys of the screen also work while the text has the focus; Space presses a button there. */
function forwardKey(event: KeyboardEvent, frame: HTMLIFrameElement | null): void {
  if (event.key === ' ' && (event.target as Element).closest?.('button, a, summary')) return;
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  const keys = { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat };
  const isUnused = frame?.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true }));
  if (isUnused === false) event.preventDefault();
}

import '#src/styles/prose.css';
import { useEffect, useRef, useState } from 'react';
import { toSafeUrl } from '#src/features/openshelf/safe-url.ts';
import { copyPageStyles } from '#src/ui/content/frame-styles.ts';
import { parseSafeHtml } from '#src/lib/safe-html.ts';
import { markPassages } from './mark-passages.ts';

/** Above a heading or passage that is shown, px. */
const ROOM_ABOVE = 24;

type Props = {
  /** A text as our API answers it. */
  html: string;
  quotes: readonly string[];
  /** The heading or passage to show; a new object shows it again. */
  target: { id: string } | null;
  /** How many of the quotes the text holds. */
  onPassages: (count: number) => void;
};

/** A text of others, in a frame without scripts, forms and requests; links open in new tabs. */
export function TextFrame({ html, quotes, target, onPassages }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loadCount, setLoadCount] = useState(0);
  const report = useRef(onPassages);
  report.current = onPassages;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another document
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!inside?.body) return;
    const { nodes, passageCount } = prepareNodes(html, quotes);
    inside.documentElement.className = document.documentElement.className;
    copyPageStyles(inside);
    inside.body.className = 'reader-frame';
    const leaf = inside.createElement('article');
    leaf.className = 'prose reader-leaf';
    leaf.append(nodes);
    inside.body.replaceChildren(leaf);
    report.current(passageCount);
    const forward = (event: KeyboardEvent) => forwardKey(event, frame.current);
    inside.addEventListener('keydown', forward);
    return () => inside.removeEventListener('keydown', forward);
  }, [html, quotes, loadCount]);

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
  const { nodes } = parseSafeHtml(html, { hasMedia: false });
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

/** The keys of the screen also work while the text has the focus. */
function forwardKey(event: KeyboardEvent, frame: HTMLIFrameElement | null): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  const keys = { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat };
  const isUnused = frame?.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true }));
  if (isUnused === false) event.preventDefault();
}

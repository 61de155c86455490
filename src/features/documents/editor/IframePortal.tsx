import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

type Props = { title: string; style: CSSProperties; children: ReactNode };

/** Renders its children into an iframe with the style sheets of this page: media queries use the iframe's width. */
export function IframePortal({ title, style, children }: Props) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const inside = frame?.contentDocument;
    if (!inside) return;
    copyStyles(inside);
    setBody(inside.body);
    inside.addEventListener('click', handleLinkClick);
    return () => inside.removeEventListener('click', handleLinkClick);
  }, [frame]);
  return (
    <>
      <iframe ref={setFrame} title={title} style={style} />
      {body && createPortal(children, body)}
    </>
  );
}

function copyStyles(inside: Document): void {
  const { lang, dataset } = document.documentElement;
  inside.documentElement.lang = lang;
  Object.assign(inside.documentElement.dataset, dataset);
  const sheets = document.head.querySelectorAll('link[rel=stylesheet], style');
  inside.head.replaceChildren(...Array.from(sheets, (sheet) => inside.importNode(sheet, true)));
}

/** A link would replace the preview: anchors scroll in it, pages open in a new tab. */
function handleLinkClick(event: MouseEvent): void {
  const inside = event.currentTarget as Document;
  const address = (event.target as Element).closest('a')?.getAttribute('href');
  if (!address) return;
  event.preventDefault();
  if (address.startsWith('#')) inside.getElementById(decodeURIComponent(address.slice(1)))?.scrollIntoView();
  else window.open(address, '_blank', 'noopener');
}

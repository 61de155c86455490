import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { copyPageStyles } from '#src/ui/content/frame-styles.ts';

type Props = { title: string; style: CSSProperties; children: ReactNode };

/** Renders its children into an iframe with the style sheets of this page: media queries use the iframe's width. */
export function IframePortal({ title, style, children }: Props) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const inside = frame?.contentDocument;
    if (!inside) return;
    copyPageStyles(inside);
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

/** A link would replace the preview: anchors scroll in it, pages open in a new tab. */
function handleLinkClick(event: MouseEvent): void {
  const inside = event.currentTarget as Document;
  const address = (event.target as Element).closest('a')?.getAttribute('href');
  if (!address) return;
  event.preventDefault();
  if (address.startsWith('#')) inside.getElementById(decodeURIComponent(address.slice(1)))?.scrollIntoView();
  else window.open(address, '_blank', 'noopener');
}

import { useEffect, useRef } from 'react';
import { parseInertHtml } from '#src/lib/inert-html.ts';

const STYLE_SHEET = /<style>([\s\S]*?)<\/style>/;

/** An email's HTML in a shadow root, which separates its styles from ours. Scripts in it never run. */
export function EmailHtml({ html }: { html: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = frame.current;
    if (host) renderEmailHtml(host.shadowRoot ?? host.attachShadow({ mode: 'open' }), html);
  }, [html]);
  return <div className="mail-html" ref={frame} />;
}

/** The content security policy blocks styles in HTML, also in a frame, so they are removed first and added by script, which it allows. */
function renderEmailHtml(root: ShadowRoot, html: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE_SHEET.exec(html)?.[1] ?? '');
  root.adoptedStyleSheets = [sheet];

  const bare = html.replace(STYLE_SHEET, '').replaceAll(' style="', ' data-style="');
  root.replaceChildren(...document.importNode(parseInertHtml(bare), true).childNodes);
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
    element.removeAttribute('data-style');
  }
  for (const link of root.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener';
  }
}

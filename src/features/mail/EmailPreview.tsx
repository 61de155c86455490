import { useEffect, useId, useRef } from 'react';
import type { EmailPreviewJson } from '#api/features/mail/mail.contract.ts';
import { parseInertHtml } from '#src/lib/inert-html.ts';

const STYLE_SHEET = /<style>([\s\S]*?)<\/style>/;

/** One mail as HTML and as text. */
export function EmailPreview({ mail }: { mail: EmailPreviewJson }) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const host = frame.current;
    if (host) renderEmailPreview(host.shadowRoot ?? host.attachShadow({ mode: 'open' }), mail.html);
  }, [mail.html]);
  return (
    <section className="mail" aria-labelledby={id} data-kind={mail.kind}>
      <p className="mail-kind">{mail.kind}</p>
      <h2 id={id}>{mail.subject}</h2>
      <div className="mail-forms">
        <figure>
          <figcaption>HTML</figcaption>
          <div className="mail-html" ref={frame} />
        </figure>
        <figure>
          <figcaption>Text</figcaption>
          <pre className="mail-text">{mail.text}</pre>
        </figure>
      </div>
    </section>
  );
}

/**
 * Shows a mail inside a shadow root, which separates its styles from ours. Our policy blocks styles in HTML,
 * not even in a frame; so they are taken out of the text first and given back by script, which it does allow.
 */
function renderEmailPreview(root: ShadowRoot, html: string): void {
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

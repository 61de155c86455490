import { useEffect, useId, useRef } from 'react';
import type { EmailPreviewJson } from '#api/features/mail/mail.contract.ts';
import { renderEmailPreview } from './render-email-preview.ts';

/** One mail in both of its forms, as a mail reader shows the one or the other. */
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

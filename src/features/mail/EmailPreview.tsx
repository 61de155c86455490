import { useId } from 'react';
import type { EmailPreviewJson } from '#api/features/mail/mail.contract.ts';
import { formatEmailKind } from '#api/domain/mail-list.ts';
import { EmailHtml } from './EmailHtml.tsx';

/** One mail as HTML and as text. */
export function EmailPreview({ mail, isKindShown }: { mail: EmailPreviewJson; isKindShown: boolean }) {
  const id = useId();
  return (
    <section className="mail" aria-labelledby={id} data-kind={mail.kind}>
      {isKindShown && <p className="mail-kind">{formatEmailKind(mail.kind)}</p>}
      <h2 id={id}>{mail.subject}</h2>
      <div className="mail-forms">
        <figure>
          <figcaption>HTML</figcaption>
          <EmailHtml html={mail.html} />
        </figure>
        <figure>
          <figcaption>Text</figcaption>
          <pre className="mail-text">{mail.text}</pre>
        </figure>
      </div>
    </section>
  );
}

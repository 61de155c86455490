import { useId } from 'react';
import type { EmailPreviewJson } from '#api/features/mail/mail.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { replaceQueryParameter, useQueryParameter } from '#src/lib/use-query-parameter.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { NoMatches } from '#src/ui/tables/NoMatches.tsx';
import { formatEmailKind } from '#api/domain/mail-list.ts';
import { EmailHtml } from './EmailHtml.tsx';

/** Every email that the site sends, for admins, outside production. */
export function EmailPreviewsIsland() {
  return <RequireAuth access="mail.read">{() => <EmailPreviews />}</RequireAuth>;
}

function EmailPreviews() {
  const { state, reload } = useQuery('mails', (signal) => api.get('/api/admin/mails', { signal }));
  if (state.status === 'loading') return <Skeleton kind="card" count={3} />;
  if (state.status === 'failed') return <ErrorPanel message={formatError(state.error)} onRetry={reload} />;
  return <EmailList mails={state.value.mails} />;
}

function EmailList({ mails }: { mails: readonly EmailPreviewJson[] }) {
  const [kind, setKind] = useQueryParameter('kind');
  const shown = mails.filter((mail) => kind === '' || mail.kind === kind);
  const views = [
    { label: 'All', kind: '' },
    ...mails.map((mail) => ({ label: formatEmailKind(mail.kind), kind: mail.kind })),
  ];
  return (
    <div className="screen-parts">
      <FilterLine
        label="Emails"
        viewsBy="kind"
        views={views.map((view) => ({
          label: view.label,
          href: replaceQueryParameter('kind', view.kind),
          isCurrent: view.kind === kind,
          onOpen: () => setKind(view.kind),
        }))}
      />
      {shown.length === 0 && (
        <NoMatches message={`There is no email of the kind ‘${kind}’.`} onClear={() => setKind('')} />
      )}
      <div>
        {shown.map((mail) => (
          <EmailPreview key={mail.kind} mail={mail} isKindShown={kind === ''} />
        ))}
      </div>
    </div>
  );
}

/** One mail as HTML and as text. */
function EmailPreview({ mail, isKindShown }: { mail: EmailPreviewJson; isKindShown: boolean }) {
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

import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { formatError } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { type EntrySelection, fetchInvitationWarnings } from '#src/features/waiting-list/manager/entries-api.ts';

/** Before an invitation: whom it passes over, whom it may not reach, how many they are, and what will happen. */
export function InvitationWarnings({ selection }: { selection: EntrySelection }) {
  const ids = selection.entries.map(({ id }) => id);
  const { filter } = selection;
  const { state, reload } = useQuery(`warnings ${JSON.stringify(filter ?? ids)}`, (signal) =>
    fetchInvitationWarnings({ ids, filter }, signal),
  );
  if (state.status === 'loading') return <p className="field-hint">Checking the addresses...</p>;
  if (state.status === 'failed')
    return <ErrorPanel title="Couldn’t check the addresses" message={formatError(state.error)} onRetry={reload} />;
  const { unconfirmed, suppressed, passed_over } = state.value;
  return (
    <>
      {passed_over > 0 && (
        <Notice tone="info">
          {formatCount(passed_over, 'person who joined earlier stays', 'people who joined earlier stay')} on the list.
          Our page and email promise invitations in the order people joined.
        </Notice>
      )}
      {unconfirmed.count > 0 && (
        <Notice tone="info">
          {formatAddresses(unconfirmed)} {pluralize(unconfirmed.count, 'hasn’t', 'haven’t')} been confirmed. The
          invitation is sent, but may bounce or reach someone who never joined.
        </Notice>
      )}
      {suppressed.count > 0 && (
        <Notice tone="info">
          {formatAddresses(suppressed)} {pluralize(suppressed.count, 'gets', 'get')} no email because an admin stopped
          it. {pluralize(suppressed.count, 'It becomes', 'They become')} invited without being told.
        </Notice>
      )}
    </>
  );
}

/** '2 addresses (a@example.com, b@example.com)' */
function formatAddresses({ count, emails }: { count: number; emails: readonly string[] }): string {
  if (count === 1) return emails[0] ?? '1 address';
  const more = count - emails.length;
  return `${formatNumber(count)} addresses (${emails.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''})`;
}

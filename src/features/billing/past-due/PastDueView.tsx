import { formatCents } from '#api/domain/money.ts';
import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { fetchPastDue, type PersonPastDue, resyncUser } from '#src/features/billing/billing-api.ts';
import { PastDueRow } from './PastDueRow.tsx';

const COLUMNS = ['Person', 'Plan', 'Owes', 'Since', 'Next attempt', 'Actions'];

type Props = { canManage: boolean; onResynced: () => void };

/** Everyone whose last payment failed: what they owe, and when Stripe tries again. */
export function PastDueView({ canManage, onResynced }: Props) {
  const { value, error, isLoading, reload } = useQuery('past-due', fetchPastDue);
  const resync = async (email: string) => {
    try {
      showToast(await resyncUser(email), 'success');
      reload();
      onResynced();
    } catch (cause) {
      showToast(formatError(cause), 'error');
    }
  };
  if (error !== null) return <ErrorPanel title="Couldn’t load who is past due" message={error} onRetry={reload} />;
  if (value === null) return <TableSkeleton columns={COLUMNS} rows={4} />;
  if (value.length === 0) {
    return (
      <EmptyState title="No one is past due" icon="circle-check">
        <p>When a payment fails, the person is listed here until it is paid.</p>
      </EmptyState>
    );
  }
  return (
    <section className="past-due" aria-labelledby="past-due-title">
      <h2 id="past-due-title">{describePastDue(value)}</h2>
      <table className="admin-table" aria-busy={isLoading}>
        <caption className="visually-hidden">People past due</caption>
        <TableHead columns={COLUMNS} />
        <tbody>
          {value.map((person) => (
            <PastDueRow key={person.stripe_subscription_id} person={person} onResync={canManage ? resync : null} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** '2 people owe US$40.00': the amounts of each currency. */
function describePastDue(people: readonly PersonPastDue[]): string {
  const count = new Set(people.map(({ user_id, stripe_subscription_id }) => user_id ?? stripe_subscription_id)).size;
  const amounts = [...Map.groupBy(people, ({ currency }) => currency)].map(([currency, group]) =>
    formatCents(
      group.reduce((sum, { amount_due }) => sum + amount_due, 0),
      currency,
    ),
  );
  return `${count === 1 ? '1 person owes' : `${count} people owe`} ${amounts.join(' and ')}`;
}

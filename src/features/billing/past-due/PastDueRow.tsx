import { formatPlanName } from '#api/domain/catalogue.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { formatCents } from '#api/domain/money.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import type { PersonPastDue } from '#src/features/billing/billing-api.ts';

type Props = { person: PersonPastDue; onResync: ((email: string) => Promise<void>) | null };

export function PastDueRow({ person, onResync }: Props) {
  const { user_email: email, user_name: name, product_name: product, plan_name: plan } = person;
  const title = name ?? email ?? 'Deleted account';
  return (
    <tr>
      <td className="title-cell">
        {name || !email ? (
          <span className="row-title">{title}</span>
        ) : (
          <a className="row-title" href={`mailto:${email}`}>
            {email}
          </a>
        )}
        {name && email && (
          <a className="row-note" href={`mailto:${email}`}>
            {email}
          </a>
        )}
      </td>
      <td>{formatPlanName(product, plan)}</td>
      <td data-label="Owes">{formatCents(person.amount_due, person.currency)}</td>
      <td data-label="Since">{person.failed_at ? <Time iso={person.failed_at} isDate /> : 'Not known'}</td>
      <td data-label="Next attempt">
        {person.next_attempt_at ? <Time iso={person.next_attempt_at} isDate /> : <span className="none">No more</span>}
        <span className="row-note">{formatCount(person.attempt_count, 'attempt')} so far</span>
      </td>
      <td className="menu-cell narrow">
        {email && <RowMenu name={title} note={email} groups={[listActions(email, onResync)]} />}
      </td>
    </tr>
  );
}

function listActions(email: string, onResync: Props['onResync']): RowAction[] {
  const write: RowAction = { label: 'Write an email', icon: 'mail', href: `mailto:${email}` };
  if (!onResync) return [write];
  return [write, { label: 'Resync with Stripe', icon: 'rotate-ccw', onSelect: () => void onResync(email) }];
}

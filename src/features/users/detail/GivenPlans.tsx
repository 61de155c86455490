import { useState } from 'react';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { ComplimentaryJson } from '#api/features/complimentary-plans/complimentary-plans.contract.ts';
import type { UserDetailJson } from '#api/features/users/users.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { useFocusAfterDelete } from '#src/ui/crud/use-focus-after-delete.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { formatPlan, formatUser, getShortName } from '#src/features/users/user-labels.ts';
import type { UserActions } from './use-user-actions.ts';

const COLUMNS = ['Product', 'Plan', 'Ends', 'Reason', 'Given'];

type Props = {
  user: UserDetailJson;
  /** Whether the viewer may end them. */
  canBill: boolean;
  onEnd: UserActions['endGivenPlan'];
};

/** Plans that the user has free of charge now. */
export function GivenPlans({ user, canBill, onEnd }: Props) {
  const [asked, setAsked] = useState<ComplimentaryJson | null>(null);
  const markEnded = useFocusAfterDelete(asked !== null, '.screen-tabs [aria-current]');
  const plans = user.complimentary_plans;
  if (plans.length === 0) return null;
  return (
    <section>
      <h2>Given free of charge</h2>
      <table className="admin-table tight-table">
        <caption className="visually-hidden">Given free of charge</caption>
        <TableHead columns={canBill ? [...COLUMNS, 'Actions'] : COLUMNS} />
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id}>
              <td className="title-cell">
                <ProductLabel name={plan.product_name} />
              </td>
              <td>
                {plan.plan_name}
                {plan.quantity > 1 && <span className="row-note">{plan.quantity} seats</span>}
              </td>
              <td data-label="Ends">{plan.ends_at === null ? 'Without an end' : formatLongDate(plan.ends_at)}</td>
              <td className="full">{plan.reason}</td>
              <td data-label="Given">
                <Time iso={plan.created_at} isDate />
              </td>
              {canBill && (
                <td className="menu-cell narrow">
                  <RowMenu
                    name={formatPlan(plan.product_name, plan.plan_name)}
                    groups={[
                      [{ label: 'End now...', icon: 'ban', isDestructive: true, onSelect: () => setAsked(plan) }],
                    ]}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        isOpen={asked !== null}
        title={`End ${asked ? formatPlan(asked.product_name, asked.plan_name) : ''} of ${formatUser(user)}?`}
        confirmLabel="End plan"
        busyLabel="Ending..."
        isDestructive
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (!asked) return;
          await onEnd(asked);
          markEnded();
        }}
      >
        <p>
          {getShortName(user)} was given it free of charge by {getSiteFacts().company}, and loses it straight away. You
          can undo this for 30 seconds; then {getShortName(user)} gets an email.
        </p>
      </ConfirmDialog>
    </section>
  );
}

import { useState } from 'react';
import { formatCents } from '#api/domain/money.ts';
import type { UserDetailJson, UserPaymentsJson } from '#api/features/users/users.contract.ts';
import { formatDate } from '#src/lib/format/dates.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ProductLabel } from '#src/ui/brand/ProductLabel.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { RefundDialog } from '#src/features/users/actions/RefundDialog.tsx';
import { getShortName } from '#src/features/users/user-labels.ts';
import { fetchPayments } from '#src/features/users/users-api.ts';
import type { UserActions } from './use-user-actions.ts';

type Payment = UserPaymentsJson['payments'][number];

const COLUMNS = ['Date', 'Product', 'Plan', 'Status', 'Amount', 'Actions'];

type Props = {
  user: UserDetailJson;
  /** Whether the viewer may refund. */
  canBill: boolean;
  /** Counts the acts that change payments: with each the list is loaded again. */
  revision: number;
  onRefund: UserActions['refund'];
};

/** One row for each invoice, the newest first. The list stays while it is loaded again. */
export function PaymentsTab({ user, canBill, revision, onRefund }: Props) {
  const { value, error, reload } = useQuery(
    `payments ${user.id} ${revision}`,
    (signal) => fetchPayments(user.id, signal),
    { keepsPrevious: true },
  );
  const [asked, setAsked] = useState<string | null>(null);
  if (error !== null) {
    return <ErrorPanel title="Couldn’t load the payments" message={error} onRetry={reload} />;
  }
  if (value === null) return <TableSkeleton columns={COLUMNS} rows={4} />;
  if (value.length === 0) {
    return (
      <EmptyState title="No payments" icon="receipt-text">
        <p>{getShortName(user)} hasn’t paid for anything yet.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <table className="admin-table tight-table payment-table">
        <caption className="visually-hidden">Payments</caption>
        <TableHead columns={COLUMNS} />
        <tbody>
          {value.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              onRefund={canBill && payment.status === 'paid' ? () => setAsked(payment.id) : null}
            />
          ))}
        </tbody>
      </table>
      <RefundDialog
        user={user}
        payment={value.find(({ id }) => id === asked) ?? null}
        onRefund={async (payment, refund) => {
          await onRefund(payment.id, refund);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

type RowProps = {
  payment: Payment;
  /** Null for what was not paid, and for those who may only read. */
  onRefund: (() => void) | null;
};

function PaymentRow({ payment, onRefund }: RowProps) {
  const {
    amount,
    amount_refunded: refunded,
    has_failed_refund: hasFailedRefund,
    currency,
    next_attempt_at: nextAttempt,
  } = payment;
  const date = payment.paid_at ?? payment.created_at;
  return (
    <tr>
      <td className="title-cell">
        <Time iso={date} isDate />
        {payment.invoice_number && <span className="row-note">{payment.invoice_number}</span>}
      </td>
      <td>
        {payment.product_name ? <ProductLabel name={payment.product_name} /> : <span className="none">None</span>}
      </td>
      <td>{payment.plan_name}</td>
      <td>
        <Badge tone={getPaymentTone(payment)}>{payment.status_display}</Badge>
        {hasFailedRefund && <span className="row-note">A refund failed</span>}
        {nextAttempt && <span className="row-note">Tries again {formatDate(nextAttempt)}</span>}
      </td>
      <td className="number">
        {formatCents(amount, currency)}
        {refunded > 0 && refunded < amount && (
          <span className="row-note">{formatCents(refunded, currency)} refunded</span>
        )}
      </td>
      <td className="menu-cell narrow">
        <span className="payment-links">
          <PaymentLink name="Invoice" href={payment.invoice_url} date={date} />
          <PaymentLink name="Receipt" href={payment.receipt_url} date={date} />
          {onRefund && <PaymentMenu payment={payment} date={date} onRefund={onRefund} />}
        </span>
      </td>
    </tr>
  );
}

type MenuProps = { payment: Payment; date: string; onRefund: () => void };

function PaymentMenu({ payment, date, onRefund }: MenuProps) {
  const { refund_obstacle: obstacle } = payment;
  return (
    <RowMenu
      name={payment.invoice_number ?? formatDate(date)}
      groups={[
        [
          {
            label: 'Refund...',
            icon: 'undo-2',
            isDestructive: true,
            isDisabled: obstacle !== null,
            onSelect: onRefund,
            ...(obstacle !== null && { note: obstacle }),
          },
        ],
      ]}
    />
  );
}

function PaymentLink({ name, href, date }: { name: string; href: string | null; date: string }) {
  if (!href) return null;
  return (
    <a href={href} target="_blank" rel="noopener" aria-label={`${name} of ${formatDate(date)} (opens a new tab)`}>
      {name}
    </a>
  );
}

const STATUS_TONES: Record<Payment['status'], BadgeTone> = {
  paid: 'green',
  open: 'yellow',
  uncollectible: 'red',
  void: 'grey',
  draft: 'grey',
};

function getPaymentTone({ status, status_display: words, amount_refunded: refunded }: Payment): BadgeTone {
  if (words === 'Disputed') return 'red';
  if (refunded > 0 || words === 'Credited') return 'grey';
  return words === 'Payment failed' ? 'red' : STATUS_TONES[status];
}

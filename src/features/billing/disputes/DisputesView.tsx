import { disputeLabels, formatDisputeReason, needsAnswer } from '#api/domain/disputes.ts';
import type { RefundStatus } from '#api/domain/enums.ts';
import { formatCents } from '#api/domain/money.ts';
import type { DisputesJson } from '#api/features/billing/billing.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { formatError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { fetchDisputes, settleRefund } from '#src/features/billing/billing-api.ts';

type Dispute = DisputesJson['disputes'][number];
type Refund = DisputesJson['refunds'][number];

const DISPUTE_COLUMNS = ['Person', 'Amount', 'Reason', 'Status', 'Since'];
const REFUND_COLUMNS = ['Person', 'Amount', 'Status', 'Date', 'Actions'];

type Props = { canManage: boolean; onSettled: () => void };

/** Payments that customers dispute at their bank, and what was refunded; first what waits for someone. */
export function DisputesView({ canManage, onSettled }: Props) {
  const { value, error, isLoading, reload } = useQuery('disputes', fetchDisputes);
  const settle = async (refund: Refund) => {
    try {
      const { message } = await settleRefund(refund.id, refund.settled_at === null);
      showToast(message, 'success');
      reload();
      onSettled();
    } catch (cause) {
      showToast(formatError(cause), 'error');
    }
  };
  if (error !== null) return <ErrorPanel title="Couldn’t load disputes and refunds" message={error} onRetry={reload} />;
  if (value === null) return <TableSkeleton columns={DISPUTE_COLUMNS} rows={4} />;
  const { disputes, refunds } = value;
  if (disputes.length === 0 && refunds.length === 0) {
    return (
      <EmptyState title="No disputes or refunds" icon="circle-check">
        <p>When a customer disputes a payment at the bank, or you refund one in Stripe, it is listed here.</p>
      </EmptyState>
    );
  }
  return (
    <>
      {disputes.length > 0 && (
        <section aria-labelledby="disputes-title">
          <h2 id="disputes-title">{describeDisputes(disputes)}</h2>
          <p className="muted">Answer disputes in the Stripe dashboard. Without an answer they are lost.</p>
          <table className="admin-table">
            <caption className="visually-hidden">Disputes</caption>
            <TableHead columns={DISPUTE_COLUMNS} numbers={['Amount']} />
            <tbody>
              {disputes.map((dispute) => (
                <DisputeRow key={dispute.id} dispute={dispute} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {refunds.length > 0 && (
        <section aria-labelledby="refunds-title">
          <h2 id="refunds-title">{describeRefunds(refunds)}</h2>
          <table className="admin-table" aria-busy={isLoading}>
            <caption className="visually-hidden">Refunds</caption>
            <TableHead columns={REFUND_COLUMNS} numbers={['Amount']} />
            <tbody>
              {refunds.map((refund) => (
                <RefundRow key={refund.id} refund={refund} onSettle={canManage ? settle : null} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function describeDisputes(disputes: readonly Dispute[]): string {
  const open = disputes.filter(({ status }) => needsAnswer(status)).length;
  if (open === 0) return 'No dispute waits for an answer';
  return open === 1 ? '1 dispute waits for your answer' : `${open} disputes wait for your answer`;
}

function describeRefunds(refunds: readonly Refund[]): string {
  const failed = refunds.filter((refund) => refund.is_open).length;
  if (failed === 0) return 'Refunds';
  return failed === 1
    ? '1 refund failed: refund it in another way'
    : `${failed} refunds failed: refund them in another way`;
}

function Person({ row }: { row: Pick<Dispute, 'user_id' | 'user_email' | 'invoice_number'> }) {
  return (
    <td className="title-cell">
      {row.user_id === null ? (
        <span className="row-title">Deleted account</span>
      ) : (
        <a className="row-title" href={paths.userDetail(row.user_id)}>
          {row.user_email}
        </a>
      )}
      {row.invoice_number && <span className="row-note">{row.invoice_number}</span>}
    </td>
  );
}

function DisputeRow({ dispute }: { dispute: Dispute }) {
  const { status, due_at: dueAt } = dispute;
  return (
    <tr>
      <Person row={dispute} />
      <td className="number" data-label="Amount">
        {formatCents(dispute.amount, dispute.currency)}
      </td>
      <td data-label="Reason">{formatDisputeReason(dispute.reason)}</td>
      <td data-label="Status">
        <Badge tone={getDisputeTone(status)}>{disputeLabels[status]}</Badge>
        {needsAnswer(status) && dueAt && <span className="row-note">by {formatLongDate(dueAt)}</span>}
      </td>
      <td data-label="Since">
        <Time iso={dispute.created_at} isDate />
      </td>
    </tr>
  );
}

function getDisputeTone(status: Dispute['status']): BadgeTone {
  if (needsAnswer(status) || status === 'lost') return 'red';
  return status === 'won' || status === 'prevented' ? 'green' : 'grey';
}

const REFUND_LABELS: Record<RefundStatus, [tone: BadgeTone, label: string]> = {
  pending: ['yellow', 'On its way'],
  requires_action: ['yellow', 'Waits for the customer'],
  succeeded: ['green', 'Refunded'],
  failed: ['red', 'Failed'],
  canceled: ['grey', 'Cancelled'],
};

type RefundProps = { refund: Refund; onSettle: ((refund: Refund) => Promise<void>) | null };

function RefundRow({ refund, onSettle }: RefundProps) {
  const [tone, label] = REFUND_LABELS[refund.status];
  const isSettled = refund.settled_at !== null;
  return (
    <tr>
      <Person row={refund} />
      <td className="number" data-label="Amount">
        {formatCents(refund.amount, refund.currency)}
      </td>
      <td data-label="Status">
        <Badge tone={refund.status === 'failed' && !refund.is_open ? 'grey' : tone}>{label}</Badge>
        {refund.settled_at && <span className="row-note">Paid back on {formatLongDate(refund.settled_at)}</span>}
        {refund.failure_reason && <span className="row-note">{refund.failure_reason.replaceAll('_', ' ')}</span>}
      </td>
      <td data-label="Date">
        <Time iso={refund.created_at} isDate />
      </td>
      <td className="menu-cell narrow">
        {onSettle && (refund.is_open || isSettled) && (
          <RowMenu
            name={`the refund of ${formatCents(refund.amount, refund.currency)}`}
            note={refund.user_email ?? refund.invoice_number ?? ''}
            groups={[
              [
                {
                  label: isSettled ? 'Open again' : 'Mark as paid back',
                  icon: isSettled ? 'rotate-ccw' : 'check',
                  onSelect: () => void onSettle(refund),
                },
              ],
            ]}
          />
        )}
      </td>
    </tr>
  );
}

import { disputeLabels, formatDisputeReason, needsAnswer } from '#api/domain/disputes.ts';
import type { RefundStatus } from '#api/domain/enums.ts';
import { formatCents } from '#api/domain/money.ts';
import type { DisputesJson } from '#api/features/billing/billing.contract.ts';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { fetchDisputes } from '#src/features/billing/billing-api.ts';

type Dispute = DisputesJson['disputes'][number];
type Refund = DisputesJson['refunds'][number];

const DISPUTE_COLUMNS = ['Person', 'Amount', 'Reason', 'Status', 'Since'];
const REFUND_COLUMNS = ['Person', 'Amount', 'Status', 'Date'];

/** Payments that customers dispute at their bank, and what was refunded; first what waits for someone. */
export function DisputesView() {
  const { value, error, reload } = useListQuery('disputes', fetchDisputes);
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
            <TableHead columns={DISPUTE_COLUMNS} />
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
          <table className="admin-table">
            <caption className="visually-hidden">Refunds</caption>
            <TableHead columns={REFUND_COLUMNS} />
            <tbody>
              {refunds.map((refund) => (
                <RefundRow key={refund.id} refund={refund} />
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
  const failed = refunds.filter(({ status }) => status === 'failed').length;
  if (failed === 0) return 'Refunds';
  return failed === 1 ? '1 refund failed: refund it another way' : `${failed} refunds failed: refund them another way`;
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
      <td data-label="Amount">{formatCents(dispute.amount, dispute.currency)}</td>
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

function RefundRow({ refund }: { refund: Refund }) {
  const [tone, label] = REFUND_LABELS[refund.status];
  return (
    <tr>
      <Person row={refund} />
      <td data-label="Amount">{formatCents(refund.amount, refund.currency)}</td>
      <td data-label="Status">
        <Badge tone={tone}>{label}</Badge>
        {refund.failure_reason && <span className="row-note">{refund.failure_reason.replaceAll('_', ' ')}</span>}
      </td>
      <td data-label="Date">
        <Time iso={refund.created_at} isDate />
      </td>
    </tr>
  );
}

import type { ReconciliationsJson } from '#api/features/billing/billing.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { formatDriftValue, formatFieldName } from './drift-labels.ts';

type Drift = ReconciliationsJson['drifts'][number];

const COLUMNS = ['What differed', 'Here', 'At Stripe', 'Status', 'Found'];

/** The differences of the last 30 days, newest first. */
export function DriftTable({ drifts }: { drifts: readonly Drift[] }) {
  return (
    <section className="screen-section" aria-labelledby="drifts-title">
      <h2 id="drifts-title">Differences in the last 30 days</h2>
      {drifts.length === 0 ? (
        <p className="quiet-line">None.</p>
      ) : (
        <table className="admin-table">
          <caption className="visually-hidden">Differences in the last 30 days</caption>
          <TableHead columns={COLUMNS} />
          <tbody>
            {drifts.map((drift) => (
              <DriftRow key={drift.id} drift={drift} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function DriftRow({ drift }: { drift: Drift }) {
  return (
    <tr>
      <td className="title-cell">
        <span className="row-title">{formatFieldName(drift.field)}</span>
        <span className="row-note">
          <code>{drift.object_id}</code>
        </span>
        {drift.user_email && <span className="row-note">{drift.user_email}</span>}
      </td>
      <td data-label="Here">{formatDriftValue(drift.local_value)}</td>
      <td data-label="At Stripe">{formatDriftValue(drift.stripe_value)}</td>
      <td>{drift.repaired_at ? <Badge tone="green">Repaired</Badge> : <Badge tone="red">Not repaired</Badge>}</td>
      <td className="narrow">
        <Time iso={drift.found_at} />
      </td>
    </tr>
  );
}

import type { ReconciliationsJson } from '#api/features/billing/billing.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { formatDateTime } from '#src/lib/format/dates.ts';

const FIELD_LABELS: Record<string, string> = { row: 'Not stored here', error: 'Couldn’t be compared' };

/** 'Current period end' for `currentPeriodEnd`. */
function formatFieldName(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return FIELD_LABELS[field] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** After it a whole number is an instant in milliseconds: the year 2001. */
const FIRST_INSTANT = 1_000_000_000_000;

/** A value that is stored as JSON, for people: instants as times, texts without quotes. */
function formatDriftValue(json: string | null): string {
  if (json === null) return 'Missing';
  const value = parseJson(json);
  if (value === null || value === '') return 'Empty';
  if (typeof value === 'number' && value >= FIRST_INSTANT) return formatDateTime(new Date(value).toISOString());
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

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

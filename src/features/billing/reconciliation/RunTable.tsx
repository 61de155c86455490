import { formatNumber } from '#api/domain/numbers.ts';
import type { ReconciliationsJson } from '#api/features/billing/billing.contract.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import { describeRun } from './LastRun.tsx';

const COLUMNS = ['Result', 'Compared', 'Started by', 'When'];

export function RunTable({ runs }: { runs: ReconciliationsJson['runs'] }) {
  return (
    <details className="fold">
      <summary>Show all comparisons</summary>
      <table className="admin-table">
        <caption className="visually-hidden">Comparisons</caption>
        <TableHead columns={COLUMNS} />
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <td className="title-cell">
                {describeRun(run)}
                {run.error && <span className="failure">{run.error}</span>}
              </td>
              <td data-label="Compared">{formatNumber(run.checked)}</td>
              <td data-label="Started by">{run.is_nightly ? 'The server, nightly' : 'An admin'}</td>
              <td className="narrow">
                <Time iso={run.started_at} isFull />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

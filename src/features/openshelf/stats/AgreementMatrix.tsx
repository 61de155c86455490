import type { AiDecision } from '#api/domain/publication-states.ts';
import { Chart } from '#src/ui/charts/Chart.tsx';
import { formatNumber } from '#api/domain/numbers.ts';
import type { MatrixRow } from './stats-figures.ts';
import { describeOverruled } from './stats-findings.ts';

const ROWS: { decision: AiDecision; label: string }[] = [
  { decision: 'approved', label: 'AI approved' },
  { decision: 'needs_review', label: 'Needs review' },
  { decision: 'rejected', label: 'AI rejected' },
];

/** What reviewers decided by what the AI had said. A table already: its cells say whether the two agree. */
export function AgreementMatrix({ matrix }: { matrix: readonly MatrixRow[] }) {
  const total = matrix.reduce((sum, { approved, rejected }) => sum + approved + rejected, 0);
  return (
    <Chart
      finding={describeOverruled(matrix)}
      note="Decisions of reviewers by what the AI had said. Rejections include requests for changes."
    >
      {total > 0 && (
        <table className="matrix">
          <caption className="visually-hidden">What the AI said and what reviewers decided</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">Reviewers approved</th>
              <th scope="col">Reviewers rejected</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ decision, label }) => {
              const row = matrix.find(({ ai_decision: each }) => each === decision);
              return (
                <tr key={decision}>
                  <th scope="row">{label}</th>
                  <Cell count={row?.approved ?? 0} isAgreement={toAgreement(decision, 'approved')} />
                  <Cell count={row?.rejected ?? 0} isAgreement={toAgreement(decision, 'rejected')} />
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Chart>
  );
}

/** Null where the AI left the decision to a person. */
const toAgreement = (ai: AiDecision, reviewer: AiDecision) => (ai === 'needs_review' ? null : ai === reviewer);

function Cell({ count, isAgreement }: { count: number; isAgreement: boolean | null }) {
  const word = isAgreement === null ? null : isAgreement ? 'agree' : 'differ';
  return (
    <td className={word ?? undefined}>
      <b>{formatNumber(count)}</b>
      {word && ` ${word}`}
    </td>
  );
}

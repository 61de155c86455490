import { formatCount } from '#api/domain/plurals.ts';
import type { CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';
import type { PublishPlan } from './publish-action.ts';

type Act = (warning: CheckWarningJson) => void;
type WarningListProps = { warnings: readonly CheckWarningJson[]; onJump: Act; onFix: Act };

/** What the checks found, each with a way to its place; what one press can put right has it. */
export function WarningList({ warnings, onJump, onFix }: WarningListProps) {
  return (
    <section className="publish-warnings" aria-labelledby="publish-warnings">
      <h3 id="publish-warnings">Check before you publish</h3>
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.kind} ${warning.target?.tag} ${warning.target?.index} ${warning.message}`}>
            <span>{warning.message}</span>
            {(warning.kind === 'alt' || warning.fixed_level !== undefined) && (
              <button
                type="button"
                className="link-button"
                aria-label={`Fix: ${warning.message}`}
                onClick={() => onFix(warning)}
              >
                Fix
              </button>
            )}
            {(warning.target || warning.kind === 'description') && (
              <button
                type="button"
                className="link-button"
                aria-label={`Show: ${warning.message}`}
                onClick={() => onJump(warning)}
              >
                Show
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which pages will update. */
export function PlanSummary({ plan }: { plan: PublishPlan }) {
  const count = plan.paths.length;
  if (count === 0 && plan.background_count === 0) return <p className="field-hint">No pages will change.</p>;
  if (count === 0)
    return <p className="field-hint">{formatCount(plan.background_count, 'page')} will change in the background.</p>;
  return (
    <details className="publish-plan">
      <summary>
        {formatCount(count, 'page')} will change
        {plan.background_count > 0 && `, and ${plan.background_count} more in the background`}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <ul tabIndex={0} aria-label="Pages that will change">
        {plan.paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </details>
  );
}

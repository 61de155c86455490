import './decisions.css';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type { SimilarDecisionJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = {
  decisions: readonly SimilarDecisionJson[];
  /** What the reviewer is about to decide, as far as the screen knows. */
  chosen: ReviewDecision | null;
  /** Offered where a rejection would contradict an earlier decision. */
  onRequestChanges?: (() => void) | undefined;
};

const DECISIONS: Record<SimilarDecisionJson['decision'], { label: string; tone: BadgeTone }> = {
  approved: { label: 'Approved', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'red' },
  changes_requested: { label: 'Changes requested', tone: 'yellow' },
};
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five'];

/** Earlier decisions on similar texts, with a warning when a rejection contradicts them. */
export function SimilarDecisions({ decisions, chosen, onRequestChanges }: Props) {
  if (decisions.length === 0) return null;
  const approvedCount = decisions.filter(({ decision }) => decision === 'approved').length;
  return (
    <section className="panel-block" aria-labelledby="similar_decisions">
      <h2 id="similar_decisions">Earlier decisions on similar texts</h2>
      {chosen === 'reject' && approvedCount > 0 && (
        <div className="contradiction" role="note">
          <Icon name="scale" />
          <p>
            <b>A rejection would contradict {NUMBERS[approvedCount]} of them.</b>{' '}
            {onRequestChanges && (
              <button type="button" className="link-button" onClick={onRequestChanges}>
                Request changes instead
              </button>
            )}
          </p>
        </div>
      )}
      <ul className="similar-decisions">
        {decisions.map((each) => (
          <SimilarDecision key={each.id} decision={each} />
        ))}
      </ul>
    </section>
  );
}

function SimilarDecision({
  decision: { id, title, decision, user_name: name, at, comments },
}: {
  decision: SimilarDecisionJson;
}) {
  const { label, tone } = DECISIONS[decision];
  return (
    <li>
      <span className="similar-head">
        <Badge tone={tone}>{label}</Badge>
        <a href={openshelfPaths.reviewDetail(id)}>{title}</a>
      </span>
      <span className="similar-note">
        {name ?? 'A former reviewer'}, <Time iso={at} isDate />
        {comments && <>: ‘{comments}’</>}
      </span>
    </li>
  );
}

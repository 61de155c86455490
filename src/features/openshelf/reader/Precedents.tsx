import './decisions.css';
import { type ReactNode, useState } from 'react';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type {
  PrecedentJson,
  PrecedentsJson,
  SharedTextJson,
  WaitingCopyJson,
} from '#api/features/openshelf/texts/texts.contract.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge, type BadgeTone } from '#src/ui/feedback/Badge.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { CompareDialog, type ComparedWork } from './CompareDialog.tsx';
import { isSameText, listContradictions } from './contradictions.ts';
import { formatReviewer } from './reviewer-name.ts';
import { formatSameText, formatSharedText } from './shared-text.ts';

type Props = {
  precedents: PrecedentsJson;
  viewerId: number;
  /** The one that is open, with which the others are compared. */
  publication: PublicationJson;
  /** One decision on it and its copies in the queue. */
  copiesAction?: ReactNode;
  /** What the reviewer is about to decide, as far as the screen knows. */
  chosen: ReviewDecision | null;
  /** Why they are not here; null when they are. */
  error: string | null;
  onRetry: () => void;
  /** Offered where a rejection would contradict an earlier decision. */
  onRequestChanges?: (() => void) | undefined;
};

const DECISIONS: Record<PrecedentJson['decision'], { label: string; tone: BadgeTone }> = {
  approved: { label: 'Approved', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'red' },
  changes_requested: { label: 'Changes requested', tone: 'yellow' },
};
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five'];

/** What was decided on similar texts and on this author, and copies in the queue, with a warning where a decision contradicts another. */
export function Precedents({ precedents, viewerId, publication, chosen, error, onRetry, ...actions }: Props) {
  const { similar, by_author: byAuthor, waiting } = precedents;
  const [compared, setCompared] = useState<ComparedWork | null>(null);
  const lists = { viewerId, onCompare: setCompared };
  return (
    <>
      {waiting.length > 0 && <WaitingCopies works={waiting} action={actions.copiesAction} onCompare={setCompared} />}
      {error !== null && (
        <section className="panel-block" aria-label="Earlier decisions">
          <p className="claim-line" role="alert">
            Couldn’t load earlier decisions
            <button type="button" className="link-button" onClick={onRetry}>
              Retry
            </button>
          </p>
        </section>
      )}
      {similar.length > 0 && (
        <section className="panel-block" aria-labelledby="similar_decisions">
          <h2 id="similar_decisions">Earlier decisions on similar texts</h2>
          <Contradiction similar={similar} chosen={chosen} onRequestChanges={actions.onRequestChanges} />
          <DecisionList decisions={similar} {...lists} />
        </section>
      )}
      {byAuthor.length > 0 && (
        <section className="panel-block" aria-labelledby="author_decisions">
          <h2 id="author_decisions">Earlier decisions on this author</h2>
          <DecisionList decisions={byAuthor} {...lists} isOfAuthor />
        </section>
      )}
      <CompareDialog publication={publication} other={compared} onClose={() => setCompared(null)} />
    </>
  );
}

type ContradictionProps = Pick<Props, 'chosen' | 'onRequestChanges'> & { similar: readonly PrecedentJson[] };

/** Until a reason is chosen an approval is what a single key would make, so that is what is warned of. */
function Contradiction({ similar, chosen, onRequestChanges }: ContradictionProps) {
  const [first, ...others] = listContradictions(similar, chosen ?? 'approve');
  if (!first) return null;
  const count = others.length + 1;
  if (chosen === 'reject') {
    return (
      <Warning>
        <b>A rejection would contradict {NUMBERS[count]} of them.</b>{' '}
        {onRequestChanges && (
          <button type="button" className="link-button" onClick={onRequestChanges}>
            Request changes instead
          </button>
        )}
      </Warning>
    );
  }
  return (
    <Warning>
      <b>An approval would contradict {NUMBERS[count]} of them.</b> {formatSameText(first)}
    </Warning>
  );
}

export const Warning = ({ children }: { children: ReactNode }) => (
  <div className="contradiction" role="note">
    <Icon name="scale" />
    <p>{children}</p>
  </div>
);

type Compare = { onCompare: (work: ComparedWork) => void };
type CopiesProps = Compare & { works: readonly WaitingCopyJson[]; action: ReactNode };

function WaitingCopies({ works, action, onCompare }: CopiesProps) {
  return (
    <section className="panel-block" aria-labelledby="waiting_copies">
      <h2 id="waiting_copies">Also in the queue</h2>
      <ul className="similar-decisions">
        {works.map((work) => (
          <li key={work.id} className={isSameText(work) ? 'is-same-text' : undefined}>
            <span className="similar-head">
              <a href={openshelfPaths.reviewDetail(work.id)} dir="auto">
                {work.title}
              </a>
              <SharedText shared={work} />
            </span>
            <span className="similar-note">
              by <bdi>{work.author_name}</bdi>
            </span>
            <CompareButton work={work} onCompare={onCompare} />
          </li>
        ))}
      </ul>
      {action && <div className="similar-actions">{action}</div>}
    </section>
  );
}

type ListProps = Compare & {
  decisions: readonly PrecedentJson[];
  viewerId: number;
  /** All are on one author: versions tell them apart. */
  isOfAuthor?: boolean;
};

const DecisionList = ({ decisions, ...props }: ListProps) => (
  <ul className="similar-decisions">
    {decisions.map((each) => (
      <Decision key={each.id} decision={each} {...props} />
    ))}
  </ul>
);

type DecisionProps = Omit<ListProps, 'decisions'> & { decision: PrecedentJson };

function Decision({ decision: precedent, viewerId, isOfAuthor = false, onCompare }: DecisionProps) {
  const { id, title, author_name: author, decision, user, at, comments, version_number: version } = precedent;
  const { label, tone } = DECISIONS[decision];
  return (
    <li className={isSameText(precedent) ? 'is-same-text' : undefined}>
      <span className="similar-head">
        <Badge tone={tone}>{label}</Badge>
        <a href={openshelfPaths.reviewDetail(id)} dir="auto">
          {title}
          {isOfAuthor && `, v${version}`}
        </a>
        <SharedText shared={precedent} />
      </span>
      <span className="similar-note">
        {!isOfAuthor && (
          <>
            by <bdi>{author}</bdi>.{' '}
          </>
        )}
        <bdi>{formatReviewer(user, viewerId)}</bdi>, <Time iso={at} isDate />
        {comments && <>: ‘{comments}’</>}
      </span>
      <CompareButton work={precedent} onCompare={onCompare} />
    </li>
  );
}

/** Only where much of the text is the same: else there is nothing to compare. */
const CompareButton = ({ work, onCompare }: Compare & { work: ComparedWork & SharedTextJson }) =>
  formatSharedText(work) !== null && (
    <button
      type="button"
      className="link-button similar-compare"
      aria-label={`Compare with ‘${work.title}’`}
      onClick={() => onCompare(work)}
    >
      Compare
    </button>
  );

function SharedText({ shared }: { shared: SharedTextJson }) {
  const text = formatSharedText(shared);
  return text && <span className="similar-share">{text}</span>;
}

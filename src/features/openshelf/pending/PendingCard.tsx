import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { Initials } from '#src/ui/tables/Person.tsx';
import { AiBadge } from '#src/features/openshelf/AiBadge.tsx';
import type { DecisionAction } from '#src/features/openshelf/decisions/use-decidable-list.ts';
import { formatCategory } from '#src/features/openshelf/publication-labels.ts';
import { SameTextMark } from '#src/features/openshelf/SameTextMark.tsx';
import { WaitingTime } from '#src/features/openshelf/WaitingTime.tsx';
import { SafeLinks } from '#src/features/openshelf/SafeLinks.tsx';

type Props = {
  publication: PublicationJson;
  viewerId: number;
  isSelected: boolean;
  onSelect: (isOn: boolean) => void;
  onDecide: (action: DecisionAction) => void;
};

/** A publication that waits for a reviewer, with all that a quick decision needs. */
export function PendingCard({ publication, viewerId, isSelected, onSelect, onDecide }: Props) {
  const { id, title, author_name: author, claim } = publication;
  return (
    <li className={isSelected ? 'pending-card is-selected' : 'pending-card'} data-publication={id} tabIndex={-1}>
      <CheckField
        label={`Select ${title}`}
        isLabelHidden
        checked={isSelected}
        onChange={({ target }) => onSelect(target.checked)}
      />
      <div className="pending-body">
        <div className="pending-head">
          <div>
            <h2>
              <a className="row-title" href={openshelfPaths.reviewDetail(id)}>
                {title}
              </a>
            </h2>
            <p className="row-note">
              {author}. {formatCategory(publication)}
            </p>
          </div>
          <PendingBadges publication={publication} />
        </div>
        {claim && claim.user_id !== viewerId && (
          <p className="pending-claim">
            <Initials name={claim.name} />
            {claim.name} is reviewing this
          </p>
        )}
        {publication.same_text_as && <SameTextMark other={publication.same_text_as} />}
        <p className="pending-description">{publication.description}</p>
        {publication.ai_comments && (
          <div className={publication.ai_decision === 'approved' ? 'pending-ai' : 'pending-ai is-doubtful'}>
            <b>AI Review Comments</b> {publication.ai_comments}
          </div>
        )}
        <div className="pending-foot">
          <SafeLinks publication={publication} />
          <PendingActions id={id} title={title} onDecide={onDecide} />
        </div>
      </div>
    </li>
  );
}

function PendingBadges({ publication }: { publication: PublicationJson }) {
  const {
    version_number: version,
    ai_decision: aiDecision,
    submitted_at: submittedAt,
    queued_at: queuedAt,
  } = publication;
  return (
    <p className="pending-badges">
      {publication.is_appeal && <Badge tone="yellow">Appeal</Badge>}
      {version > 1 && <Badge tone="grey">v{version}</Badge>}
      {aiDecision && <AiBadge decision={aiDecision} confidence={publication.ai_confidence_score} />}
      {queuedAt && (
        <span className="row-note">
          <WaitingTime queuedAt={queuedAt} />
          {submittedAt && (
            <>
              , submitted <Time iso={submittedAt} isDate />
            </>
          )}
        </span>
      )}
    </p>
  );
}

function PendingActions({ id, title, onDecide }: { id: number; title: string } & Pick<Props, 'onDecide'>) {
  // The second click of a double-click would be on the card that has moved up.
  const decide = (action: DecisionAction) => (event: { detail: number }) => event.detail < 2 && onDecide(action);
  return (
    <span className="pending-actions">
      <Button
        variant="secondary"
        className="button-small"
        aria-label={`Quick Approve ${title}`}
        onClick={decide('approve')}
      >
        Quick Approve
      </Button>
      <Button
        variant="secondary"
        className="button-small"
        aria-label={`Quick Reject ${title}`}
        onClick={decide('reject')}
      >
        Quick Reject
      </Button>
      <a
        className="button button-secondary button-small"
        href={openshelfPaths.reviewDetail(id)}
        aria-label={`Detailed Review of ${title}`}
      >
        Detailed Review
      </a>
    </span>
  );
}

import type { RefObject, Ref } from 'react';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import { Precedents } from '#src/features/openshelf/reader/Precedents.tsx';
import type { usePrecedents } from '#src/features/openshelf/reader/use-precedents.ts';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { AppealBox } from './AppealBox.tsx';
import { ClaimLine } from './ClaimLine.tsx';
import type { CommentDraft } from '#src/features/openshelf/decisions/comment-draft.ts';
import { DECIDED_LABELS } from '#src/features/openshelf/decisions/decision-words.ts';
import { Outcome } from './Outcome.tsx';
import { PublicationFacts } from './PublicationFacts.tsx';
import { type ActionsWait, ReviewActions } from './ReviewActions.tsx';
import type { useClaim } from '#src/features/openshelf/review/use-claim.ts';
import type { DecisionRequest, LocalDecision } from '#src/features/openshelf/decisions/use-decisions.ts';
import { PassageLinks } from '#src/features/openshelf/reader/PassageLinks.tsx';
import { AiBadge } from '#src/features/openshelf/AiBadge.tsx';
import { formatConfidence } from '#src/features/openshelf/publication-labels.ts';
import { CommentsField } from '#src/features/openshelf/decisions/CommentsField.tsx';
import { ReasonChoice } from '#src/features/openshelf/decisions/ReasonChoice.tsx';
import { DecideCopies } from './DecideCopies.tsx';

type Props = {
  reasons: readonly RejectionReasonJson[];
  /** Loads the reasons again; null unless they failed to load. */
  onRetry: (() => void) | null;
  draft: CommentDraft;
  commentsRef: Ref<HTMLTextAreaElement>;
  onToggle: (reason: RejectionReasonJson) => void;
  onEdit: (draft: CommentDraft) => void;
  onLeave: () => void;
};

/** The reasons for a rejection, and the comments that follow from them. */
const ReasonPicker = ({ reasons, onRetry, draft, commentsRef, onToggle, onEdit, onLeave }: Props) => (
  <section className="panel-block" aria-labelledby="review_reasons">
    <h2 id="review_reasons">Reasons</h2>
    <ReasonChoice reasons={reasons} onRetry={onRetry} onToggle={onToggle} chosenIds={draft.reasonIds} hasKeys />
    <CommentsField
      label="Comments to the author"
      draft={draft}
      reasons={reasons}
      onEdit={onEdit}
      fieldRef={commentsRef}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    />
  </section>
);

export type DecisionPanelProps = {
  publication: PublicationDetailJson;
  viewerId: number;
  precedents: ReturnType<typeof usePrecedents>;
  reasons: readonly RejectionReasonJson[];
  /** Loads the reasons again; null unless they failed to load. */
  onRetryReasons: (() => void) | null;
  draft: CommentDraft;
  commentsRef: RefObject<HTMLTextAreaElement | null>;
  /** After Escape in the comments. */
  onLeaveComments: () => void;
  claim: ReturnType<typeof useClaim>;
  /** The decision of this screen that can still be undone. */
  local: LocalDecision | null;
  failure: string | null;
  blocked: string | null;
  /** What the actions wait for. */
  waitsFor: ActionsWait | null;
  areDetailsOpen: boolean;
  isAdvancing: boolean;
  onAdvancing: (isOn: boolean) => void;
  onToggleReason: (reason: RejectionReasonJson) => void;
  onEdit: (draft: CommentDraft) => void;
  onDecide: (decision: ReviewDecision) => void;
  onDecideMany: (request: DecisionRequest) => void;
  /** A work that waits, as the queue has it. */
  findWaiting: (id: number) => Promise<PublicationJson>;
  onReload: () => void;
};

/** Everything a decision needs, at the right of the text, with the actions at its foot, or with what happened at its head. */
export function DecisionPanel(props: DecisionPanelProps) {
  const { publication, draft, local } = props;
  const isWaiting = publication.status === 'ADMIN_REVIEWING';
  const isOver = !isWaiting && !local;
  const chosen = draft.reasonIds.length > 0 || draft.comments !== '' ? 'reject' : null;
  return (
    <aside className="review-panel" aria-label="Decision" data-toast-slot="column">
      {isOver && <Outcome publication={publication} draft={draft} onOpened={props.onReload} />}
      <div className="panel-scroll">
        {isWaiting && !isReservedByOther(props) && <ClaimLine {...props.claim} />}
        <AppealBox publication={publication} viewerId={props.viewerId} />
        <AiReview {...publication} />
        {isWaiting && !local && (
          <ReasonPicker
            reasons={props.reasons}
            draft={draft}
            commentsRef={props.commentsRef}
            onRetry={props.onRetryReasons}
            onToggle={props.onToggleReason}
            onEdit={props.onEdit}
            onLeave={props.onLeaveComments}
          />
        )}
        <Precedents
          precedents={props.precedents.precedents}
          error={props.precedents.error}
          chosen={chosen}
          viewerId={props.viewerId}
          publication={publication}
          copiesAction={canDecide(props) && <DecideCopies {...props} copies={props.precedents.precedents.waiting} />}
          onRetry={props.precedents.reload}
          onRequestChanges={isWaiting && !local ? () => props.onDecide('request_changes') : undefined}
        />
        <PublicationFacts publication={publication} areAllOpen={props.areDetailsOpen} />
        {isWaiting && (
          <CheckField
            className="panel-advance"
            label="Open the next one after a decision"
            checked={props.isAdvancing}
            onChange={(event) => props.onAdvancing(event.target.checked)}
          />
        )}
      </div>
      {!isOver && <Foot {...props} />}
    </aside>
  );
}

/** The line that says so is beside the actions then, which it blocks. */
const isReservedByOther = ({ claim: { claim } }: DecisionPanelProps) => claim.kind === 'other' && !claim.isIgnored;

const canDecide = ({ publication, local, blocked, waitsFor }: DecisionPanelProps) =>
  publication.status === 'ADMIN_REVIEWING' && !local && blocked === null && waitsFor === null;

function Foot(props: DecisionPanelProps) {
  const { draft, local, blocked, failure, waitsFor, onDecide } = props;
  if (local?.isSent) {
    return (
      <section className="panel-foot panel-outcome" aria-labelledby="review_outcome">
        <h2 id="review_outcome">{DECIDED_LABELS[local.decision]}</h2>
        <p>The author is notified when the time to undo is up.</p>
      </section>
    );
  }
  return (
    <ReviewActions
      hasReason={draft.reasonIds.length > 0}
      failure={failure}
      waitsFor={waitsFor}
      onDecide={onDecide}
      sending={local?.decision ?? null}
      blocked={isReservedByOther(props) ? <ClaimLine {...props.claim} /> : blocked}
    />
  );
}

/** What the AI review says; shown when it has comments. */
function AiReview({ id, ai_decision: decision, ai_comments: comments, ai_confidence_score: score }: PublicationJson) {
  if (!comments) return null;
  return (
    <section className="panel-block" aria-labelledby="review_ai">
      <h2 id="review_ai">AI Review</h2>
      <p className="ai-line">
        {decision && <AiBadge decision={decision} confidence={null} />}
        {score !== null && (
          <span className="ai-confidence">
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={score} height={1} />
            </svg>
            {formatConfidence(score)} confidence
          </span>
        )}
      </p>
      <p className="panel-text">{comments}</p>
      <PassageLinks publicationId={id} />
    </section>
  );
}

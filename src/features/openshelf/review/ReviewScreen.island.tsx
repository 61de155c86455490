import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import { getSiteFacts } from '#api/domain/site-facts.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { fetchReasons } from '#src/features/openshelf/openshelf-api.ts';
import { showToast } from '#src/lib/toast.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useSelection } from '#src/ui/tables/use-selection.ts';
import { EMPTY_DRAFT, keepOffered, toggleReason } from '#src/features/openshelf/decisions/comment-draft.ts';
import { listContradictions } from '#src/features/openshelf/reader/contradictions.ts';
import { $shownText } from '#src/features/openshelf/reader/shown-text.ts';
import type { ReaderHandle } from '#src/features/openshelf/reader/TextPane.tsx';
import { usePrecedents } from '#src/features/openshelf/reader/use-precedents.ts';
import { ApproveDialog } from '#src/features/openshelf/decisions/ApproveDialog.tsx';
import type { ApproveQuestion } from '#src/features/openshelf/decisions/approve-question.ts';
import { DecisionPanel } from './panel/DecisionPanel.tsx';
import { LoadingPanel } from './panel/LoadingPanel.tsx';
import type { ActionsWait } from './panel/ReviewActions.tsx';
import { KeysBar } from './KeysBar.tsx';
import { QueuePane } from './QueuePane.tsx';
import { ReaderPane } from './ReaderPane.tsx';
import { RejectDialog } from '#src/features/openshelf/decisions/RejectDialog.tsx';
import { createReviewShortcuts } from './review-keys.ts';
import { useClaim } from './use-claim.ts';
import { toDraftKey, useCommentDraft } from '#src/features/openshelf/decisions/use-comment-draft.ts';
import { useHeadingFocus, useReview, useSettled } from './use-review.ts';
import { useStoredFlag } from '#src/lib/use-stored-flag.ts';

/** One publication for reviewers: the queue, its text, and the decision. The id is in the address. */
export function ReviewScreenIsland() {
  return <RequireAuth access="openshelf.review">{(viewer) => <ReviewScreen viewer={viewer} />}</RequireAuth>;
}

const NO_REASONS: never[] = [];

function ReviewScreen({ viewer }: { viewer: UserJson }) {
  const [isAdvancing, setAdvancing] = useStoredFlag('reviewAdvance');
  const [areKeysOn, setKeysOn] = useStoredFlag('reviewKeys');
  const [areDetailsOpen, setDetailsOpen] = useState(false);
  const review = useReview({ viewerId: viewer.id, isAdvancing });
  const { publication } = review.detail;
  const { state: reasonState, reload: retryReasons } = useQuery('reasons', fetchReasons);
  const reasons = reasonState.status === 'loaded' ? reasonState.value : NO_REASONS;
  const { draft: stored, change } = useCommentDraft(publication && toDraftKey(publication));
  const draft = reasonState.status === 'loaded' ? keepOffered(stored, reasons) : stored;
  const isWaiting = publication?.status === 'ADMIN_REVIEWING';
  // A reviewer who may not decide on it does not reserve it.
  const canDecide = isWaiting && publication.decision_blocked === null && !review.decisions.has(publication.id);
  const claim = useClaim(canDecide ? publication.id : null);
  const precedents = usePrecedents(publication?.id ?? null, review.changeCount);
  const isTextShown = useStore($shownText) === review.id;
  const isShown = useSettled(review.id, publication !== null && isTextShown);
  const waitsFor = findWait({ isTextShown, areLoading: precedents.isLoading, isShown });
  const heading = useHeadingFocus(review.isFinished ? null : review.id);
  const selection = useSelection(review.order, review.queue.queue?.publications ?? NO_REASONS);
  const [prompt, setPrompt] = useState<'reject' | 'request_changes' | null>(null);
  const [question, setQuestion] = useState<ApproveQuestion | null>(null);
  const comments = useRef<HTMLTextAreaElement>(null);
  const reader = useRef<ReaderHandle>(null);
  const local = review.decisions.get(review.id ?? 0) ?? null;
  const blocked = publication && findBlock(publication.decision_blocked, claim.claim);
  const title = review.summary?.title;
  useEffect(() => {
    if (title) document.title = `${title} – ${getSiteFacts().company}`;
  }, [title]);

  const decide = (decision: ReviewDecision) => {
    if (!publication || !isWaiting || local || waitsFor) return;
    if (blocked) return showToast(blocked, 'warning');
    if (decision !== 'approve' && draft.comments.trim() === '') return setPrompt(decision);
    setPrompt(null);
    const contradicted = listContradictions(precedents.precedents.similar, decision);
    if (decision === 'approve' && (draft.reasonIds.length > 0 || contradicted.length > 0)) {
      return setQuestion({ publication, draft, contradicted: contradicted[0] ?? null });
    }
    review.decide(publication, decision, draft);
  };
  const approve = (_: unknown, comments: string) => {
    if (publication) review.decide(publication, 'approve', { ...EMPTY_DRAFT, comments });
  };
  const toggle = (reason: (typeof reasons)[number]) => {
    if (!publication || !isWaiting || local) return;
    change(toggleReason(draft, { reason, reasons, category: publication.category }));
    // A reason without a text is written by the reviewer.
    if (reason.text === '' && !draft.reasonIds.includes(reason.id)) comments.current?.focus();
  };
  const shortcuts = createReviewShortcuts(
    {
      getReader: () => reader.current,
      move: review.move,
      decide,
      toggleReason: (position) => {
        const reason = reasons.find((each) => each.position === position);
        if (reason) toggle(reason);
      },
      editComments: () => comments.current?.focus(),
      toggleDetails: () => setDetailsOpen(!areDetailsOpen),
      select: () => review.id !== null && !local && selection.select([review.id], !selection.selected.has(review.id)),
      undo: review.undoLast,
    },
    reasons,
  );
  return (
    <div className={areKeysOn ? 'review' : 'review has-keys-off'}>
      <QueuePane
        review={review}
        viewerId={viewer.id}
        selected={selection.selected}
        onSelect={selection.select}
        onOrder={(order) => review.id !== null && review.open(review.id, { order })}
      />
      <ReaderPane review={review} viewerId={viewer.id} headingRef={heading} readerRef={reader} />
      {publication && !review.isFinished && (
        <DecisionPanel
          key={publication.id}
          viewerId={viewer.id}
          publication={publication}
          precedents={precedents}
          reasons={reasons}
          draft={draft}
          claim={claim}
          local={local}
          blocked={blocked}
          waitsFor={waitsFor}
          areDetailsOpen={areDetailsOpen}
          isAdvancing={isAdvancing}
          commentsRef={comments}
          onLeaveComments={() => heading.current?.focus()}
          failure={review.failures.get(publication.id) ?? null}
          onRetryReasons={reasonState.status === 'failed' ? retryReasons : null}
          onAdvancing={setAdvancing}
          onToggleReason={toggle}
          onEdit={change}
          onDecide={decide}
          onDecideMany={review.decideMany}
          findWaiting={review.findWaiting}
          onReload={review.reload}
        />
      )}
      {review.isLoading && <LoadingPanel isWaiting={review.summary?.status === 'ADMIN_REVIEWING'} />}
      <KeysBar
        shortcuts={shortcuts}
        available={{
          decide: isWaiting === true && local === null && blocked === null,
          move: review.canMove(1) || review.canMove(-1),
          details: publication !== null,
          select: publication !== null && local === null,
          undo: review.decisions.size > 0,
        }}
        areOn={areKeysOn}
        onToggle={setKeysOn}
      />
      <ApproveDialog question={question} onApprove={approve} onClose={() => setQuestion(null)} />
      {publication && (
        <RejectDialog
          publication={publication}
          decision={prompt}
          draft={draft}
          approved={listContradictions(precedents.precedents.similar, 'reject')}
          viewerId={viewer.id}
          onRequestChanges={() => setPrompt('request_changes')}
          onEdit={change}
          onDecide={decide}
          onClose={() => setPrompt(null)}
        />
      )}
    </div>
  );
}

type Shown = { isTextShown: boolean; areLoading: boolean; isShown: boolean };

/** What nobody could read is not decided on; an own decision of a moment ago may be about a copy of this text. */
function findWait({ isTextShown, areLoading, isShown }: Shown): ActionsWait | null {
  if (!isTextShown) return 'text';
  if (areLoading) return 'precedents';
  return isShown ? null : 'moment';
}

/** Why nothing can be decided now, as a sentence. */
function findBlock(ownBlock: string | null, claim: ReturnType<typeof useClaim>['claim']): string | null {
  if (ownBlock !== null) return ownBlock;
  if (claim.kind !== 'other' || claim.isIgnored) return null;
  return `${claim.name} is reviewing this. Choose ‘Review anyway’ to decide on it yourself.`;
}

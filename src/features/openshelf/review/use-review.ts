import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { ApiError, formatError } from '#src/lib/api-client.ts';
import { formatRelativeTime } from '#src/lib/format/dates.ts';
import { showToast } from '#src/lib/toast.ts';
import {
  approvePublication,
  fetchPublication,
  rejectPublication,
  requestChanges,
} from '#src/features/openshelf/openshelf-api.ts';
import { usePrefetch, usePublication } from '#src/features/openshelf/reader/use-text.ts';
import type { CommentDraft } from '#src/features/openshelf/decisions/comment-draft.ts';
import {
  BULK_FAILED,
  DECIDED_LABELS,
  DECISION_FAILURES,
  findLastDecision,
  getFirstName,
} from '#src/features/openshelf/decisions/decision-words.ts';
import {
  type DecisionRequest,
  type LocalDecision,
  useDecisions,
} from '#src/features/openshelf/decisions/use-decisions.ts';
import { useReviewAddress } from './review-address.ts';
import { findNeighbour, findNextAfterDecision, findPlace } from './review-queue.ts';
import { useReviewQueue } from './use-review-queue.ts';

type Options = { viewerId: number; isAdvancing: boolean };

/** The state of the review screen: the queue, the open publication, and the decisions that can be undone. */
export function useReview({ viewerId, isAdvancing }: Options) {
  const { id, order, open } = useReviewAddress();
  const detail = useDetail(id);
  const { failures, setFailure } = useFailures();
  const [isFinished, setFinished] = useState(false);
  const [changeCount, setChangeCount] = useState(0);
  /** Decided on before the queue was loaded: the next one opens once it is known. */
  const [leavingId, setLeavingId] = useState<number | null>(null);
  const openPublication: typeof open = (next, options) => {
    setFinished(false);
    setLeavingId(null);
    open(next, options);
  };
  const { decisions, decide, forget, getDecidedIds, undoLast } = useDecisions({
    onSent({ publications }) {
      setChangeCount((count) => count + 1);
      refresh(toIds(publications));
    },
    onUndone(ids) {
      setChangeCount((count) => count + 1);
      const [first] = ids;
      // Several are only back in the queue.
      if (first !== undefined && ids.length === 1) openPublication(first);
      refresh(ids);
    },
    onRefused({ publications, decision }, error) {
      const ids = toIds(publications);
      if (leavingId !== null && ids.includes(leavingId)) setLeavingId(null);
      refresh(ids);
      const [first] = publications;
      const isOne = publications.length === 1;
      if (isOne && first && isConflict(error)) return void reportConflict(first, decision, error);
      const message = `${isOne ? DECISION_FAILURES[decision] : BULK_FAILED}: ${formatError(error)}`;
      setFailure(ids, message);
      // The panel of the open publication says it.
      if (!isFinished && id !== null && ids.includes(id)) return;
      showToast(message, 'error', first && isOne ? { note: first.title } : {});
    },
  });
  const queue = useReviewQueue({ order, getDecidedIds });
  const refresh = (ids: readonly number[]) => {
    queue.reload();
    if (id !== null && ids.includes(id)) detail.reload();
  };
  useUndoEnd(decisions, (ids) => {
    forget(ids);
    queue.remove(ids);
  });

  const publications = queue.queue?.publications ?? [];
  const canOpen = (publication: PublicationJson) => !decisions.has(publication.id);
  const canAdvanceTo = (publication: PublicationJson) =>
    !getDecidedIds().has(publication.id) && (publication.claim === null || publication.claim.user_id === viewerId);
  const findNext = (from: number) => findNextAfterDecision(publications, from, canAdvanceTo);
  usePrefetch(id !== null && detail.publication ? findNext(id) : null);
  const advance = (from: number) => {
    if (!isAdvancing || from !== id) return;
    if (queue.queue === null) return setLeavingId(from);
    const next = findNext(from);
    if (next) openPublication(next.id);
    else setFinished(true);
  };
  const advanceFromLeft = useEffectEvent(() => {
    setLeavingId(null);
    if (leavingId !== null) advance(leavingId);
  });
  const canLeave = leavingId !== null && queue.queue !== null;
  useEffect(() => {
    if (canLeave) advanceFromLeft();
  }, [canLeave]);

  const send = (request: DecisionRequest): boolean => {
    if (request.publications.some((each) => getDecidedIds().has(each.id))) return false;
    void decide({ ...request, note: formatNote(request.publications) });
    return true;
  };
  const findStep = (step: 1 | -1) => findNeighbour(publications, id, { step, canOpen });
  return {
    id,
    order,
    open: openPublication,
    detail,
    queue,
    failures,
    isFinished,
    canMove: (step: 1 | -1) => findStep(step) !== null,
    move(step: 1 | -1) {
      const neighbour = findStep(step);
      if (neighbour) openPublication(neighbour.id);
    },
    /** How often own decisions were made or undone: what was asked about precedents before is out of date. */
    changeCount,
    isLoading: id !== null && !isFinished && !detail.publication && !detail.isMissing && detail.error === null,
    reload: () => id !== null && refresh([id]),
    decisions,
    undoLast,
    /** A work that waits, from the queue where it is loaded. */
    findWaiting: async (waitingId: number): Promise<PublicationJson> =>
      publications.find((each) => each.id === waitingId) ?? (await fetchPublication(waitingId)),
    // The queue is newer than a publication that was prefetched.
    place:
      (queue.queue && id !== null && findPlace(queue.queue, id, (each) => decisions.has(each))) ||
      (detail.publication?.queue ?? null),
    summary: detail.publication ?? publications.find((each) => each.id === id) ?? null,
    decide(publication: PublicationDetailJson, decision: ReviewDecision, draft: CommentDraft) {
      const isNew = send({
        publications: [publication],
        decision,
        send: () => sendRequest(publication.id, decision, draft),
      });
      if (!isNew) return;
      setFailure([publication.id], null);
      advance(publication.id);
    },
    decideMany(request: DecisionRequest) {
      if (send(request) && id !== null && getDecidedIds().has(id)) advance(id);
    },
  };
}

const toIds = (publications: readonly PublicationJson[]) => publications.map(({ id }) => id);

/** The second line of the toast after a decision. */
const formatNote = ([first, ...others]: readonly PublicationJson[]): string =>
  first && others.length === 0 ? `${first.title}. Not sent to the author yet.` : '';

/** Whether someone or something else changed the publication first. */
const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

/** Why decisions were not made, by publication. */
function useFailures() {
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const setFailure = (ids: readonly number[], message: string | null) =>
    setFailures((before) => {
      const next = new Map(before);
      for (const id of ids) message === null ? next.delete(id) : next.set(id, message);
      return next;
    });
  return { failures, setFailure };
}

/** Tells which decisions can't be undone any more. */
function useUndoEnd(decisions: ReadonlyMap<number, LocalDecision>, onEnd: (ids: readonly number[]) => void): void {
  const onNextEnd = useEffectEvent(onEnd);
  useEffect(() => {
    const sent = [...decisions].filter(([, { isSent }]) => isSent);
    if (sent.length === 0) return;
    const end = Math.min(...sent.map(([, { until }]) => until));
    const ended = sent.filter(([, { until }]) => until === end).map(([id]) => id);
    const timer = setTimeout(() => onNextEnd(ended), end - Date.now());
    return () => clearTimeout(timer);
  }, [decisions]);
}

/** An approval takes comments, no reasons. */
function sendRequest(id: number, decision: ReviewDecision, { comments, reasonIds }: CommentDraft) {
  const text = comments.trim();
  if (decision === 'approve') return approvePublication(id, text);
  const send = decision === 'reject' ? rejectPublication : requestChanges;
  return send(id, { comments: text, ...(reasonIds.length > 0 && { reason_ids: [...reasonIds] }) });
}

/** Says who decided first, and what; where that is not known, what the server says. */
async function reportConflict(publication: PublicationJson, decision: ReviewDecision, error: unknown): Promise<void> {
  const changed = await fetchPublication(publication.id).catch(() => null);
  const earlier = changed && changed.status !== 'ADMIN_REVIEWING' ? findLastDecision(changed.history) : null;
  if (!earlier?.user) {
    showToast(DECISION_FAILURES[decision], 'error', { note: `${publication.title}: ${formatError(error)}` });
    return;
  }
  const done = `${DECIDED_LABELS[earlier.move]} ${formatRelativeTime(earlier.at, Date.now()).toLowerCase()}`;
  const note = `${publication.title}: ${done}. Nothing of yours was sent.`;
  showToast(`${getFirstName(earlier.user.name)} has decided this one`, 'error', { note });
}

/** The open publication. What is shown stays while it is loaded again. */
function useDetail(id: number | null) {
  const { state, value, error, isLoading, reload } = usePublication(id);
  return {
    publication: value,
    isMissing: state.status === 'loaded' && value === null,
    error: isLoading ? null : error,
    reload,
  };
}

/** True once a publication has been shown for a moment: a second press, meant for the one before, decides nothing. */
export function useSettled(id: number | null, isLoaded: boolean): boolean {
  const [settledId, setSettledId] = useState<number | null>(null);
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => setSettledId(id), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      setSettledId(null);
    };
  }, [id, isLoaded]);
  return isLoaded && settledId === id;
}

const SETTLE_MS = 300;

/** The heading gets the focus whenever another publication is opened, but not when the page loads. */
export function useHeadingFocus(id: number | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    heading.current?.focus();
  }, [id]);
  return heading;
}

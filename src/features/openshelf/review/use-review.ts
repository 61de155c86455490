import { useEffect, useRef, useState } from 'react';
import type { ReviewDecision } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { formatError, nullIfNotFound } from '#src/lib/api-client.ts';
import { formatRelativeTime } from '#src/lib/format/dates.ts';
import { showToast } from '#src/lib/toast.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import {
  approvePublication,
  fetchPublication,
  rejectPublication,
  requestChanges,
} from '#src/features/openshelf/openshelf-api.ts';
import { decisionUndos } from '#src/features/openshelf/decisions/decision-toast.ts';
import { createPrefetch, type Prefetch } from '#src/features/openshelf/reader/prefetch.ts';
import type { CommentDraft } from '#src/features/openshelf/decisions/comment-draft.ts';
import {
  DECIDED_LABELS,
  DECISION_FAILURES,
  findLastDecision,
  getFirstName,
} from '#src/features/openshelf/decisions/decision-words.ts';
import { useReviewAddress } from './review-address.ts';
import { findNeighbour, findNextAfterDecision, findPlace } from './review-queue.ts';
import { isConflict, useDecisions } from './use-decisions.ts';
import { useReviewQueue } from './use-review-queue.ts';

type Options = { viewerId: number; isAdvancing: boolean };

/** The state of the review screen: the queue, the open publication, and the decisions that can be undone. */
export function useReview({ viewerId, isAdvancing }: Options) {
  const { id, order, open } = useReviewAddress();
  const [prefetch] = useState(createPrefetch);
  const detail = useDetail(id, prefetch);
  const [isFinished, setFinished] = useState(false);
  const [changeCount, setChangeCount] = useState(0);
  /** Decided on before the queue was loaded: the next one opens once it is known. */
  const [leavingId, setLeavingId] = useState<number | null>(null);
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const setFailure = (failed: readonly { id: number }[], message: string | null) =>
    setFailures((before) => {
      const next = new Map(before);
      for (const each of failed) message === null ? next.delete(each.id) : next.set(each.id, message);
      return next;
    });
  const openPublication: typeof open = (next, options) => {
    setFinished(false);
    setLeavingId(null);
    open(next, options);
  };
  const decisions = useDecisions({
    onSent: (publications) => {
      setChangeCount((count) => count + 1);
      refresh(publications);
    },
    onUndone: (publications) => showUndone(publications.map((each) => each.id)),
    onEnded: (publications) => queue.remove(publications.map((each) => each.id)),
    onRefused: (publications, decision, error) => {
      if (publications.some((each) => each.id === leavingId)) setLeavingId(null);
      refresh(publications);
      const [first] = publications;
      if (publications.length === 1 && first && isConflict(error)) void reportConflict(first, decision, error);
      else {
        const message = `${publications.length > 1 ? 'Failed to perform bulk action' : DECISION_FAILURES[decision]}: ${formatError(error)}`;
        setFailure(publications, message);
        // The panel of the open publication says it.
        if (!isFinished && publications.some((each) => each.id === id)) return;
        showToast(message, 'error', first && publications.length === 1 ? { note: first.title } : {});
      }
    },
  });
  const queue = useReviewQueue({ order, decidedIds: decisions.getDecidedIds });
  const refresh = (publications: readonly { id: number }[]) => {
    queue.reload();
    if (publications.some((each) => each.id === id)) detail.reload();
  };
  /** One that is back is opened; several are only back in the queue. */
  const showUndone = (ids: readonly number[]) => {
    setChangeCount((count) => count + 1);
    const [first] = ids;
    if (first !== undefined && ids.length === 1) openPublication(first);
    refresh(ids.map((id) => ({ id })));
  };
  const latestShowUndone = useRef(showUndone);
  latestShowUndone.current = showUndone;
  useEffect(() => decisionUndos.restore(({ publicationIds }) => latestShowUndone.current(publicationIds)), []);
  const publications = queue.queue?.publications ?? [];
  const canOpen = (publication: PublicationJson) => !decisions.isDecided(publication.id);
  const canAdvanceTo = (publication: PublicationJson) =>
    canOpen(publication) && (publication.claim === null || publication.claim.user_id === viewerId);

  const findNext = (from: number) => findNextAfterDecision(publications, from, canAdvanceTo);
  const next = id === null ? null : findNext(id);
  const isLoaded = detail.publication !== null;
  useEffect(() => {
    if (isLoaded && next) prefetch.request(next);
  }, [isLoaded, next, prefetch]);
  const advance = (from: number) => {
    if (!isAdvancing || from !== id) return;
    if (queue.queue === null) return setLeavingId(from);
    const next = findNext(from);
    if (next) openPublication(next.id);
    else setFinished(true);
  };
  const latestAdvance = useRef(advance);
  latestAdvance.current = advance;
  const isQueueLoaded = queue.queue !== null;
  useEffect(() => {
    if (leavingId === null || !isQueueLoaded) return;
    setLeavingId(null);
    latestAdvance.current(leavingId);
  }, [leavingId, isQueueLoaded]);
  const move = (step: 1 | -1) => {
    const neighbour = findNeighbour(publications, id, { step, canOpen });
    if (neighbour) openPublication(neighbour.id);
  };
  return {
    id,
    order,
    open: openPublication,
    detail,
    prefetch,
    queue,
    failures,
    isFinished,
    move,
    /** How often own decisions were made or undone: what was asked about precedents before is out of date. */
    changeCount,
    isLoading: id !== null && !isFinished && !detail.publication && !detail.isMissing && detail.error === null,
    reload: () => id !== null && refresh([{ id }]),
    decisions: decisions.decisions,
    undoLast: decisions.undoLast,
    /** Something can be undone by this screen. */
    canUndo: decisions.decisions.size > 0,
    /** A work that waits, from the queue where it is loaded. */
    findWaiting: async (id: number): Promise<PublicationJson> =>
      publications.find((each) => each.id === id) ?? (await fetchPublication(id)),
    canMove: (step: 1 | -1) => findNeighbour(publications, id, { step, canOpen }) !== null,
    // The queue is newer than a publication that was prefetched.
    place:
      (queue.queue && id !== null && findPlace(queue.queue, id, decisions.isDecided)) ||
      (detail.publication?.queue ?? null),
    summary: detail.publication ?? publications.find((each) => each.id === id) ?? null,
    decide(publication: PublicationDetailJson, decision: ReviewDecision, draft: CommentDraft) {
      const send = () => sendRequest(publication.id, decision, draft);
      if (!decisions.decide({ publications: [publication], decision, send })) return;
      setFailure([publication], null);
      advance(publication.id);
    },
    decideMany(request: Parameters<typeof decisions.decide>[0]) {
      if (decisions.decide(request) && id !== null && decisions.isDecided(id)) advance(id);
    },
  };
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
function useDetail(id: number | null, prefetch: Prefetch) {
  const load = async (signal: AbortSignal) => ({
    id,
    publication:
      id === null ? null : await prefetch.take(id, 'detail', () => fetchPublication(id, signal)).catch(nullIfNotFound),
  });
  const { value, error, isLoading, reload } = useListQuery(String(id), load);
  const isCurrent = value?.id === id;
  return {
    publication: isCurrent ? value.publication : null,
    isMissing: isCurrent && value.publication === null,
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

import { useEffect, useRef, useState } from 'react';
import { DECISION_UNDO_WINDOW_MS, type ReviewDecision } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { undoNewest } from '#src/ui/feedback/undo-toast.ts';
import { decisionUndos, sendDecision } from './decision-toast.ts';
import { toDraftKey } from './use-comment-draft.ts';

/** A decision of this screen: shown before the server has answered. `until`: the end of its undo, by this browser's clock (ms). */
export type LocalDecision = { decision: ReviewDecision; until: number; isSent: boolean };
type Sent = { message: string; undo: { id: string } | null };
export type DecisionRequest<Response extends Sent = Sent> = {
  publications: readonly PublicationJson[];
  decision: ReviewDecision;
  send: () => Promise<Response>;
  /** On a selection, of however many. */
  isBulk?: boolean;
  /** The second line of the toast. */
  note?: string;
  /** Where what was written for all of them is stored, besides what was written for each. */
  draftKeys?: readonly string[];
};
type Events = {
  /** The server has accepted it. */
  onSent: (request: DecisionRequest) => void;
  /** It was undone, or the server refused the undo; also one of the page before. */
  onUndone: (ids: readonly number[]) => void;
  /** It failed: what was shown is taken back. */
  onRefused: (request: DecisionRequest, error: unknown) => void;
};

/** The decisions of a screen, each shown from the press on until the server refuses it, it is undone, or the screen forgets it. */
export function useDecisions(events: Events) {
  const [decisions, setDecisions] = useState<ReadonlyMap<number, LocalDecision>>(new Map());
  const current = useRef(decisions);
  const latest = useRef(events);
  latest.current = events;
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => decisionUndos.restore(({ publicationIds }) => latest.current.onUndone(publicationIds)), []);

  const mark = (ids: Iterable<number>, local: LocalDecision | null) => {
    const next = new Map(current.current);
    for (const id of ids) local ? next.set(id, local) : next.delete(id);
    current.current = next;
    setDecisions(next);
  };

  const run = async <Response extends Sent>(request: DecisionRequest<Response>): Promise<Response | null> => {
    const { publications, decision, send, note, draftKeys = [] } = request;
    const ids = publications.map(({ id }) => id);
    const until = Date.now() + DECISION_UNDO_WINDOW_MS;
    mark(ids, { decision, until, isSent: false });
    const onUndone = () => {
      mark(ids, null);
      latest.current.onUndone(ids);
    };
    try {
      const keys = [...publications.map(toDraftKey), ...draftKeys];
      const response = await sendDecision(send, { ids, draftKeys: keys, ...(note && { note }), onUndone });
      mark(ids, { decision, until: response.undo ? until : Date.now(), isSent: true });
      latest.current.onSent(request);
      return response;
    } catch (error) {
      mark(ids, null);
      latest.current.onRefused(request, error);
      return null;
    }
  };

  return {
    decisions,
    /** As of now: a response may come before React has rendered the last change. */
    getDecidedIds: (): ReadonlySet<number> => new Set(current.current.keys()),
    /** Resolves to null when it failed. */
    decide<Response extends Sent>(request: DecisionRequest<Response>): Promise<Response | null> {
      const response = run(request);
      lastRequest.current = response;
      return response;
    },
    /** What the server shows by itself now. */
    forget: (ids: Iterable<number>) => mark(ids, null),
    /** The newest one, once the server has accepted it. */
    undoLast: () => void lastRequest.current.then(undoNewest),
  };
}

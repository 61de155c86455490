import { useEffect, useRef, useState } from 'react';
import { DECISION_UNDO_WINDOW_MS, type ReviewDecision } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { sendDecision } from '#src/features/openshelf/decisions/decision-toast.ts';
import { toDraftKey } from '#src/features/openshelf/decisions/use-comment-draft.ts';

/** A decision of this screen whose undo has not ended: shown before the server has answered. */
export type LocalDecision = { decision: ReviewDecision; until: number; isSent: boolean };
type Sent = Awaited<ReturnType<Parameters<typeof sendDecision>[0]>>;
export type DecisionRequest = {
  publications: readonly PublicationJson[];
  decision: ReviewDecision;
  send: () => Promise<Sent>;
  /** Where what was written for all of them is stored, besides what was written for each. */
  draftKeys?: readonly string[];
};
type Events = {
  /** The server has accepted it. */
  onSent: (publications: readonly PublicationJson[]) => void;
  /** It was undone, or the server refused the undo. */
  onUndone: (publications: readonly PublicationJson[]) => void;
  /** Its undo has ended. */
  onEnded: (publications: readonly PublicationJson[]) => void;
  onRefused: (publications: readonly PublicationJson[], decision: ReviewDecision, error: unknown) => void;
};

/** The decisions that can still be undone. A publication is decided once, however often the key is pressed. */
export function useDecisions(events: Events) {
  const [decisions, setDecisions] = useState<ReadonlyMap<number, LocalDecision>>(new Map());
  const current = useRef(decisions);
  const latest = useRef(events);
  latest.current = events;
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve());
  const [timers] = useState(() => new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => () => timers.forEach(clearTimeout), [timers]);

  const update = (publications: readonly PublicationJson[], local: LocalDecision | null) => {
    const next = new Map(current.current);
    for (const { id } of publications) local ? next.set(id, local) : next.delete(id);
    current.current = next;
    setDecisions(next);
  };

  const run = async ({ publications, decision, send, draftKeys = [] }: DecisionRequest, until: number) => {
    const onUndone = () => {
      update(publications, null);
      latest.current.onUndone(publications);
    };
    try {
      const [first] = publications;
      const note = publications.length === 1 && first ? `${first.title}. Not sent to the author yet.` : undefined;
      const ids = publications.map(({ id }) => id);
      const { undo } = await sendDecision(send, {
        ids,
        draftKeys: [...publications.map(toDraftKey), ...draftKeys],
        ...(note && { note }),
        onUndone,
      });
      const local = { decision, until, isSent: true };
      update(publications, local);
      const end = () => {
        const ended = publications.filter(({ id }) => current.current.get(id) === local);
        update(ended, null);
        latest.current.onEnded(ended);
      };
      timers.add(setTimeout(end, undo ? until - Date.now() : 0));
      latest.current.onSent(publications);
    } catch (error) {
      update(publications, null);
      latest.current.onRefused(publications, decision, error);
    }
  };

  return {
    decisions,
    isDecided: (id: number) => current.current.has(id),
    /** As of now: a response may come before React has rendered the last change. */
    getDecidedIds: (): ReadonlySet<number> => new Set(current.current.keys()),
    decide(request: DecisionRequest): boolean {
      if (request.publications.some(({ id }) => current.current.has(id))) return false;
      const until = Date.now() + DECISION_UNDO_WINDOW_MS;
      update(request.publications, { decision: request.decision, until, isSent: false });
      lastRequest.current = run(request, until);
      return true;
    },
    /** Presses the newest Undo, which is there once the server has accepted the decision. */
    undoLast: () =>
      void lastRequest.current.then(() => [...document.querySelectorAll<HTMLElement>('.toast-undo')].at(-1)?.click()),
  };
}

/** Whether someone or something else changed the publication first. */
export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

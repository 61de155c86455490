import { useEffect, useRef, useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { reloadNavigationCounts } from '#src/lib/navigation-counts.ts';
import { useListQuery } from '#src/lib/use-query.ts';
import { decisionUndos, sendDecision } from './decision-toast.ts';
import { DECISION_FAILURES } from './decision-words.ts';
import { toDraftKey } from './use-comment-draft.ts';
import { approvePublication, type Rejection, rejectPublication } from '#src/features/openshelf/openshelf-api.ts';

export type DecisionAction = 'approve' | 'reject';
/** `decidedAt` counts with the loads of the list; null until the server has answered. */
type Decision = { action: DecisionAction; decidedAt: number | null };
/** A refused action: what it was about, and the words of the alert. */
export type Failure = { subject: string; message: string };
type DecisionRequest<Response> = {
  ids: readonly number[];
  action: DecisionAction;
  send: () => Promise<Response>;
  /** The beginning of the alert when it fails. */
  failed: string;
  /** What it is about: a title, or how many publications. */
  subject: string;
  /** Where what was written for it is stored. */
  draftKeys: readonly string[];
  /** The second line of the toast. */
  note?: string;
};

/**
 * A list whose publications are decided on in place. A decision shows at once, until a list that was requested after the
 * server's answer is here; a failed one is taken back and explained.
 */
export function useDecidableList<Page>(key: string, load: (signal: AbortSignal) => Promise<Page>) {
  const steps = useRef(0);
  const countStep = () => {
    steps.current += 1;
    return steps.current;
  };
  const [decisions, setDecisions] = useState<ReadonlyMap<number, Decision>>(new Map());
  const [failure, setFailure] = useState<Failure | null>(null);
  const { value, reload, ...query } = useListQuery(key, async (signal) => {
    const loadedAt = countStep();
    return { page: await load(signal), loadedAt, key };
  });
  const mark = (ids: readonly number[], decision: Decision | null) =>
    setDecisions((before) => {
      const next = new Map(before);
      for (const id of ids) decision ? next.set(id, decision) : next.delete(id);
      return next;
    });
  const refresh = () => {
    reload();
    reloadNavigationCounts();
  };

  const latestRefresh = useRef(refresh);
  latestRefresh.current = refresh;
  useEffect(() => decisionUndos.restore(() => latestRefresh.current()), []);

  const fail = ({ subject, failed }: Pick<DecisionRequest<unknown>, 'subject' | 'failed'>, error: unknown) =>
    setFailure({ subject, message: `${failed}: ${formatError(error)}` });

  /** Resolves to null when it failed, and the failure says why. */
  const run = async <Response extends { message: string; undo: { id: string } | null }>({
    ids,
    action,
    send,
    failed,
    subject,
    draftKeys,
    note,
  }: DecisionRequest<Response>): Promise<Response | null> => {
    mark(ids, { action, decidedAt: null });
    const onUndone = () => {
      mark(ids, null);
      refresh();
    };
    try {
      const response = await sendDecision(send, { ids, draftKeys, ...(note && { note }), onUndone });
      mark(ids, { action, decidedAt: countStep() });
      return response;
    } catch (error) {
      mark(ids, null);
      fail({ subject, failed }, error);
      return null;
    } finally {
      refresh();
    }
  };
  const decide = (publication: PublicationJson, action: DecisionAction, rejection: Rejection) => {
    const { id, title } = publication;
    return run({
      ids: [id],
      action,
      subject: title,
      note: title,
      failed: DECISION_FAILURES[action],
      draftKeys: [toDraftKey(publication)],
      send: () =>
        action === 'approve' ? approvePublication(id, rejection.comments) : rejectPublication(id, rejection),
    });
  };
  const getDecision = (id: number): DecisionAction | null => {
    const decision = decisions.get(id);
    if (!decision || !value) return null;
    return decision.decidedAt === null || value.loadedAt < decision.decidedAt ? decision.action : null;
  };
  return {
    ...query,
    page: value?.page ?? null,
    isCurrent: value?.key === key,
    reload,
    run,
    decide,
    fail,
    getDecision,
    failure,
    closeFailure: () => setFailure(null),
  };
}

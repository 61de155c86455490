import { useEffect, useEffectEvent, useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { formatError } from '#src/lib/api-client.ts';
import { reloadNavigationCounts } from '#src/lib/navigation-counts.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { approvePublication, type Rejection, rejectPublication } from '#src/features/openshelf/openshelf-api.ts';
import { BULK_FAILED, DECISION_FAILURES } from './decision-words.ts';
import { useDecisions } from './use-decisions.ts';

export type DecisionAction = 'approve' | 'reject';
/** A refused action: what it was about, and the words of the alert. */
export type Failure = { subject: string; message: string };

/**
 * A list whose publications are decided on in place. A decision shows at once, until a list that was requested after the
 * server's answer is here; a failed one is taken back and explained.
 */
export function useDecidableList<Page>(key: string, load: (signal: AbortSignal) => Promise<Page>) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { value, reload, error, isLoading } = useQuery(key, async (signal) => ({ page: await load(signal), key }), {
    keepsPrevious: true,
  });
  const refresh = () => {
    reload();
    reloadNavigationCounts();
  };
  const fail = (subject: string, failed: string, cause: unknown) =>
    setFailure({ subject, message: `${failed}: ${formatError(cause)}` });
  const { decisions, decide, forget } = useDecisions({
    onSent: refresh,
    onUndone: refresh,
    onRefused({ publications, decision, isBulk }, cause) {
      const [first] = publications;
      const subject = isBulk || !first ? formatCount(publications.length, 'publication') : first.title;
      fail(subject, isBulk ? BULK_FAILED : DECISION_FAILURES[decision], cause);
      refresh();
    },
  });
  // `refresh` aborts what was requested before, so the next list was requested after the answer.
  const forgetSent = useEffectEvent(() => {
    const sent = [...decisions].filter(([, { isSent }]) => isSent).map(([id]) => id);
    if (sent.length > 0) forget(sent);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => forgetSent(), [value]);
  return {
    error,
    isLoading,
    page: value?.page ?? null,
    isCurrent: value?.key === key,
    reload,
    decide,
    decideRow: (publication: PublicationJson, action: DecisionAction, rejection: Rejection) =>
      void decide({
        publications: [publication],
        decision: action,
        note: publication.title,
        send: () =>
          action === 'approve'
            ? approvePublication(publication.id, rejection.comments)
            : rejectPublication(publication.id, rejection),
      }),
    fail,
    getDecision: (id: number) => decisions.get(id)?.decision ?? null,
    failure,
    closeFailure: () => setFailure(null),
  };
}

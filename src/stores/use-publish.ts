import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { mergePublish, usePublishes } from './publishes.ts';

/** How often the state is polled, besides the events, which a proxy may buffer. */
const POLL_INTERVAL_MS = 2_000;

/** The state of one publish, from events or polling, whichever is sooner; null is none. */
export function usePublish(id: number | null): PublishJson | null {
  const publish = usePublishes().byId.get(id ?? 0) ?? null;
  const isFinished = publish?.status === 'live' || publish?.status === 'failed';
  useQuery(
    id === null || isFinished ? null : `publish ${id}`,
    async (signal) => {
      const polled = await api.get('/api/publishes/:id', { param: { id: id ?? 0 }, signal });
      mergePublish(polled);
      return polled;
    },
    { pollAfter: () => POLL_INTERVAL_MS },
  );
  return publish;
}

import { useEffect, useRef } from 'react';
import { useLatestPublishes } from './latest-publishes.ts';
import type { LatestPublish } from './live-state.ts';
import type { Post } from './posts.api.ts';

/** The newest publish of each post; when one of those in sight has ended, the list is asked for anew. */
export function useReloadAfterPublish(posts: readonly Post[], reload: () => void): ReadonlyMap<number, LatestPublish> {
  const publishes = useLatestPublishes();
  const ended = posts.map(({ id }) => publishes.get(id)?.finished_at ?? '');
  const before = useRef(new Map<number, string>());
  const hasEnded = posts.some(({ id }, at) => {
    const seen = before.current.get(id);
    return seen !== undefined && seen !== ended[at];
  });
  useEffect(() => {
    before.current = new Map(posts.map(({ id }, at) => [id, ended[at] ?? '']));
    if (hasEnded) reload();
  });
  return publishes;
}

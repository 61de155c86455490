import { useCallback, useEffect, useState } from 'react';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import type { QueueOrder } from './review-queue.ts';

const readAddress = () => ({
  id: Number(/^\/admin\/openshelf\/reviews\/(\d{1,15})$/.exec(window.location.pathname)?.[1] ?? 0) || null,
  order:
    new URLSearchParams(window.location.search).get('sort') === 'newest' ? ('newest' as const) : ('oldest' as const),
});

/** The address of a review in a queue of this order. */
export const toReviewUrl = (id: number, order: QueueOrder) =>
  `${openshelfPaths.reviewDetail(id)}${order === 'newest' ? '?sort=newest' : ''}`;

/** Which publication is open, and the order of the queue, both in the address. */
export function useReviewAddress() {
  const [address, setAddress] = useState(readAddress);
  useEffect(() => {
    const back = () => setAddress(readAddress());
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, []);
  /** `isPush`: Back returns to the one before. A run of decisions is one step back, to where the review began. */
  const open = useCallback((id: number, { isPush = false, order = readAddress().order } = {}) => {
    window.history[isPush ? 'pushState' : 'replaceState'](null, '', toReviewUrl(id, order));
    setAddress(readAddress());
  }, []);
  return { ...address, open };
}

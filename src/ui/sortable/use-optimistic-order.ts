import { useRef } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { type Identified, reorderItems } from './reorder.ts';

type Props<Item> = {
  items: readonly Item[];
  onChange: (items: Item[]) => void;
  /** Saves the order of a group. */
  save: (ids: number[], member: Item) => Promise<void>;
  /** Asks the server again, for after a failure. */
  reload: () => Promise<void>;
};

/**
 * Shows a new order at once and saves it, one call after the other. When one fails, what was saved last is shown again,
 * the queued changes are dropped, and the order is loaded from the server.
 */
export function useOptimisticOrder<Item extends Identified>({ items, onChange, save, reload }: Props<Item>) {
  const latest = useRef(items);
  latest.current = items;
  const queue = useRef<Promise<void>>(Promise.resolve());
  const pendingSaves = useRef<{ ids: number[]; before: readonly Item[] }[]>([]);

  const saveNext = async (member: Item) => {
    const next = pendingSaves.current[0];
    if (!next) return;
    try {
      await save(next.ids, member);
      pendingSaves.current.shift();
    } catch (error) {
      pendingSaves.current = [];
      onChange([...next.before]);
      showToast(`Failed to save the order. ${formatError(error)}`, 'error');
      await reload().catch(() => undefined);
    }
  };
  return (ids: number[]) => {
    const before = latest.current;
    const member = before.find(({ id }) => id === ids[0]);
    if (!member) return;
    latest.current = reorderItems(before, ids);
    onChange([...latest.current]);
    pendingSaves.current.push({ ids, before });
    queue.current = queue.current.then(() => saveNext(member));
  };
}

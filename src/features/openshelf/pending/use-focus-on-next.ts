import { useEffect, useRef } from 'react';

/**
 * The card that is decided on leaves with the focus on its button: the focus goes to the next card, or to the list when
 * there is none. `mark` is called with the card before it leaves.
 */
export function useFocusOnNext(rows: readonly { id: number }[]) {
  const list = useRef<HTMLDivElement>(null);
  const next = useRef<{ id: number | null } | null>(null);
  const mark = (id: number) => {
    const at = rows.findIndex((row) => row.id === id);
    next.current = { id: (rows[at + 1] ?? rows[at - 1])?.id ?? null };
  };
  useEffect(() => {
    if (!next.current) return;
    const { id } = next.current;
    next.current = null;
    const card = id === null ? list.current : list.current?.querySelector<HTMLElement>(`[data-publication="${id}"]`);
    card?.focus({ preventScroll: true });
  });
  return { list, mark };
}

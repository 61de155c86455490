export type Identified = { id: number };

/** A copy in which the named items stand in the order of `ids`, in the places that they had together. */
export function reorderItems<Item extends Identified>(items: readonly Item[], ids: readonly number[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const named = new Set(ids);
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  let next = 0;
  return items.map((item) => (named.has(item.id) ? (inOrder[next++] ?? item) : item));
}

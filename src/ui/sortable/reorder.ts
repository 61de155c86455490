export type Identified = { id: number };

/** A copy in which the named items have the order of `ids`, within the positions that they had. */
export function reorderItems<Item extends Identified>(items: readonly Item[], ids: readonly number[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const named = new Set(ids);
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  let next = 0;
  return items.map((item) => (named.has(item.id) ? (inOrder[next++] ?? item) : item));
}

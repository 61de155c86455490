export type Identified = { id: number };

/** A copy with one entry elsewhere; the places count from 0. */
export function moveItem<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const others = entries.filter((_, at) => at !== from);
  return [...others.slice(0, to), ...entries.slice(from, from + 1), ...others.slice(to)];
}

/** A copy in which the named items stand in the order of `ids`, in the places that they had together. */
export function reorderItems<Item extends Identified>(items: readonly Item[], ids: readonly number[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const named = new Set(ids);
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  let next = 0;
  return items.map((item) => (named.has(item.id) ? (inOrder[next++] ?? item) : item));
}

/** What belongs together, in the order in which each first comes. */
export function groupBy<Item, Key>(items: readonly Item[], getKey: (item: Item) => Key): [Key, Item[]][] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(getKey(item));
    if (group) group.push(item);
    else groups.set(getKey(item), [item]);
  }
  return [...groups];
}

/** Items of one part: those whose ids share a five hundred, so that a new item changes the last part only. */
const IDS_PER_PART = 500;

export const toPartNumber = (id: number) => Math.floor(id / IDS_PER_PART) + 1;

/** The items of one part by id. The list of a part is replaced with each change, never changed itself. */
export type SitemapPart<Item> = readonly Item[];

/** The public posts, or the works of the shelf, by part of the sitemap. */
export class SitemapParts<Item extends { id: number }> {
  readonly #parts: Map<number, SitemapPart<Item>>;

  constructor(parts: Iterable<[number, SitemapPart<Item>]> = []) {
    this.#parts = new Map(parts);
  }

  static from<Item extends { id: number }>(items: readonly Item[]): SitemapParts<Item> {
    const parts = Map.groupBy(items, ({ id }) => toPartNumber(id));
    for (const part of parts.values()) part.sort((a, b) => a.id - b.id);
    return new SitemapParts(parts);
  }

  /** A copy that shares the lists. */
  clone(): SitemapParts<Item> {
    return new SitemapParts(this.#parts);
  }

  get(part: number): SitemapPart<Item> {
    return this.#parts.get(part) ?? [];
  }

  /** The parts that are not empty, by number. */
  list(): [number, SitemapPart<Item>][] {
    return [...this.#parts].sort(([a], [b]) => a - b);
  }

  insert(item: Item): void {
    const part = toPartNumber(item.id);
    this.#parts.set(
      part,
      [...this.get(part), item].sort((a, b) => a.id - b.id),
    );
  }

  remove({ id }: Item): void {
    const part = toPartNumber(id);
    const remaining = this.get(part).filter((other) => other.id !== id);
    if (remaining.length > 0) this.#parts.set(part, remaining);
    else this.#parts.delete(part);
  }
}

/** Computes something once for each list of a part: a publish changes one part, and there may be hundreds. */
export function memoizeByPart<Item, Result extends {}>(
  compute: (part: SitemapPart<Item>) => Result,
): (part: SitemapPart<Item>) => Result {
  const results = new WeakMap<SitemapPart<Item>, Result>();
  return (part) => {
    const result = results.get(part) ?? compute(part);
    results.set(part, result);
    return result;
  };
}

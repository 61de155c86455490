import type { IndexedPost } from './indexed-post.ts';

/** Posts of one part: those whose ids share a five hundred, so that a new post changes the last part only. */
const IDS_PER_PART = 500;

export const toPartNumber = (id: number) => Math.floor(id / IDS_PER_PART) + 1;

/** The posts of one part by id. The list of a part is replaced with each change, never changed itself. */
export type PostPart = readonly IndexedPost[];

/** The public posts by part of the sitemap. */
export class PostParts {
  readonly #parts: Map<number, PostPart>;

  constructor(parts: Iterable<[number, PostPart]> = []) {
    this.#parts = new Map(parts);
  }

  static from(posts: readonly IndexedPost[]): PostParts {
    const parts = Map.groupBy(posts, ({ id }) => toPartNumber(id));
    for (const part of parts.values()) part.sort((a, b) => a.id - b.id);
    return new PostParts(parts);
  }

  /** A copy that shares the lists. */
  clone(): PostParts {
    return new PostParts(this.#parts);
  }

  get(part: number): PostPart {
    return this.#parts.get(part) ?? [];
  }

  /** The parts that hold a post, by number. */
  list(): [number, PostPart][] {
    return [...this.#parts].sort(([a], [b]) => a - b);
  }

  insert(post: IndexedPost): void {
    const part = toPartNumber(post.id);
    this.#parts.set(
      part,
      [...this.get(part), post].sort((a, b) => a.id - b.id),
    );
  }

  remove(post: IndexedPost): void {
    const part = toPartNumber(post.id);
    const remaining = this.get(part).filter(({ id }) => id !== post.id);
    if (remaining.length > 0) this.#parts.set(part, remaining);
    else this.#parts.delete(part);
  }
}

/** Computes something once for each list of a part: a publish changes one part, and there may be hundreds. */
export function memoizeByPart<Result extends {}>(compute: (part: PostPart) => Result): (part: PostPart) => Result {
  const results = new WeakMap<PostPart, Result>();
  return (part) => {
    const result = results.get(part) ?? compute(part);
    results.set(part, result);
    return result;
  };
}

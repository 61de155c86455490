/** The response of one path: a body by its hash, or a redirect. In memory for every path of the current release. */
export type ReleaseEntry = {
  path: string;
  status: number;
  hash: string | null;
  location: string | null;
  contentType: string;
  policy: string | null;
  inputHash: string;
  /** Of the posts that it shows, and of works of the shelf as negative numbers. */
  postIds: readonly number[];
  validUntil: number | null;
};

/** The objects that entries name; redirects have none. */
export const listObjects = (entries: Iterable<ReleaseEntry>) =>
  [...entries].flatMap(({ hash, contentType }) => (hash === null ? [] : [{ hash, contentType }]));

/** An entry that redirects `path` to `location`. */
export function createRedirectEntry(path: string, location: string, status: number): ReleaseEntry {
  return {
    path,
    status,
    hash: null,
    location,
    contentType: 'text/plain; charset=utf-8',
    policy: null,
    inputHash: `${status} ${location}`,
    postIds: [],
    validUntil: null,
  };
}

/**
 * The current release in memory. A change is synchronous, so that every request is answered from one whole release.
 */
export class Manifest {
  release = 0;
  /** Loaded from a copy: the numbers of the database may stand for other releases, so the next one is read whole. */
  isUnconfirmed = false;
  #entries = new Map<string, ReleaseEntry>();
  // Indexes, because every publish reads them.
  #redirects = new Map<string, ReleaseEntry>();
  #expiring = new Map<string, ReleaseEntry>();
  #pathsByPost = new Map<number, string[]>();

  replaceAll(release: number, entries: Iterable<ReleaseEntry>): void {
    this.#entries = new Map();
    this.#redirects = new Map();
    this.#expiring = new Map();
    this.#pathsByPost = new Map();
    this.isUnconfirmed = false;
    this.apply(release, entries, []);
  }

  apply(release: number, changed: Iterable<ReleaseEntry>, removed: readonly string[]): void {
    for (const entry of changed) {
      this.#removeFromIndexes(entry.path);
      this.#entries.set(entry.path, entry);
      this.#addToIndexes(entry);
    }
    for (const path of removed) {
      this.#removeFromIndexes(path);
      this.#entries.delete(path);
    }
    this.release = release;
  }

  get(path: string): ReleaseEntry | undefined {
    return this.#entries.get(path);
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): IterableIterator<ReleaseEntry> {
    return this.#entries.values();
  }

  /** The entries that redirect. */
  redirects(): IterableIterator<ReleaseEntry> {
    return this.#redirects.values();
  }

  /** The times (UTC ms) at which entries expire. */
  expiries(): number[] {
    return [...this.#expiring.values()].flatMap(({ validUntil }) => validUntil ?? []);
  }

  /** The paths of all entries that show one of these posts, or works (negative ids). */
  listPathsByPosts(ids: Iterable<number>): Set<string> {
    return new Set([...ids].flatMap((id) => this.#pathsByPost.get(id) ?? []));
  }

  #addToIndexes(entry: ReleaseEntry): void {
    if (entry.location !== null) this.#redirects.set(entry.path, entry);
    if (entry.validUntil !== null) this.#expiring.set(entry.path, entry);
    for (const id of entry.postIds) {
      const paths = this.#pathsByPost.get(id);
      if (paths) paths.push(entry.path);
      else this.#pathsByPost.set(id, [entry.path]);
    }
  }

  #removeFromIndexes(path: string): void {
    const entry = this.#entries.get(path);
    if (!entry) return;
    this.#redirects.delete(path);
    this.#expiring.delete(path);
    for (const id of entry.postIds) {
      const remaining = this.#pathsByPost.get(id)?.filter((other) => other !== path) ?? [];
      if (remaining.length > 0) this.#pathsByPost.set(id, remaining);
      else this.#pathsByPost.delete(id);
    }
  }
}

/** The response of one path: a body by its hash, or a redirect. In memory for every path of the current release. */
export type ReleaseEntry = {
  path: string;
  status: number;
  hash: string | null;
  location: string | null;
  contentType: string;
  policy: string | null;
  inputHash: string;
  postIds: readonly number[];
  validUntil: number | null;
};

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
 * The current release in memory. It changes in one go, between two requests, so that every visitor meets one whole
 * release.
 */
export class Manifest {
  release = 0;
  #entries = new Map<string, ReleaseEntry>();

  replaceAll(release: number, entries: Iterable<ReleaseEntry>): void {
    this.#entries = new Map(Array.from(entries, (entry) => [entry.path, entry]));
    this.release = release;
  }

  apply(release: number, changed: readonly ReleaseEntry[], removed: readonly string[]): void {
    for (const entry of changed) this.#entries.set(entry.path, entry);
    for (const path of removed) this.#entries.delete(path);
    this.release = release;
  }

  get(path: string): ReleaseEntry | undefined {
    return this.#entries.get(path);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** When entries expire (UTC ms). */
  expiries(): number[] {
    const expiries: number[] = [];
    for (const { validUntil } of this.#entries.values()) if (validUntil !== null) expiries.push(validUntil);
    return expiries;
  }

  entries(): IterableIterator<ReleaseEntry> {
    return this.#entries.values();
  }
}

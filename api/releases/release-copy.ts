import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as yieldToRequests, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Manifest, ReleaseEntry } from './manifest.ts';

const FORMAT = 1;
/** Between two writes (ms): a publish each second costs one write in three. */
const INTERVAL_MS = 3_000;
/** Entries that are written between two turns of the event loop. */
const ENTRIES_AT_ONCE = 500;

type Head = { format: number; release: number; entries: number };

/**
 * The manifest of one of several servers as a file on its disk, one JSON line for an entry, from which it serves pages when it starts
 * while the database is away. The objects are in the cache beside it.
 */
export class ReleaseCopy {
  readonly #file: string;
  readonly #manifest: Manifest;
  readonly #log: Logger;
  #saved = 0;
  #saving: Promise<void> | null = null;
  readonly #stopping = new AbortController();

  constructor(options: { file: string; manifest: Manifest; log: Logger }) {
    this.#file = options.file;
    this.#manifest = options.manifest;
    this.#log = options.log;
  }

  /** Loads the release into the empty manifest. Without a whole copy nothing changes. */
  async load(): Promise<void> {
    try {
      const [first = '', ...lines] = (await readFile(this.#file, 'utf8')).trimEnd().split('\n');
      const head = JSON.parse(first) as Head;
      if (head.format !== FORMAT || head.entries !== lines.length) throw new Error('The copy isn’t whole.');
      const entries = lines.map((line) => JSON.parse(line) as ReleaseEntry);
      this.#manifest.replaceAll(head.release, entries);
      this.#manifest.isUnconfirmed = true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      this.#log.warn({ err: error }, 'the copy of the release on this disk can’t be used');
    }
  }

  /** Saves the current release soon, if that was not done. */
  save(): void {
    if (this.#stopping.signal.aborted || this.#manifest.isUnconfirmed) return;
    this.#saving ??= this.#saveUntilCurrent()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the release couldn’t be copied to this disk'))
      .finally(() => {
        this.#saving = null;
      });
  }

  /** Ends with the write that is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#saving;
  }

  async #saveUntilCurrent(): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#manifest.release !== this.#saved) {
      await this.#write();
      await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
    }
  }

  async #write(): Promise<void> {
    const { release } = this.#manifest;
    const entries = [...this.#manifest.entries()];
    const temporary = `${this.#file}.tmp`;
    await mkdir(dirname(this.#file), { recursive: true });
    try {
      const file = await open(temporary, 'w', 0o600);
      try {
        const head: Head = { format: FORMAT, release, entries: entries.length };
        await file.write(`${JSON.stringify(head)}\n`);
        for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
          const lines = entries.slice(at, at + ENTRIES_AT_ONCE).map((entry) => `${JSON.stringify(entry)}\n`);
          await file.write(lines.join(''));
          await yieldToRequests();
        }
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#file);
      this.#saved = release;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

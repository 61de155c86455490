import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { asc, inArray } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { PollingWorker } from '#api/polling-worker.ts';
import { beginAttempt, endAttempt, takeBackAttempt } from '#api/features/imports/attempts.service.ts';
import { findImport, type ImportRow, listWaitingItems, PART_SIZE } from '#api/features/imports/imports.queries.ts';
import type { ReadingOptions } from '#api/adapters/site-readers/thread/reading-thread.ts';
import type { AnySitePart } from '#api/features/site-changes/site-changes.service.ts';
import type { IngestionTools } from '#api/features/uploads/ingestion/ingestion.service.ts';
import { imports } from '#db/schema/index.ts';
import { isGuardRollback } from '#db/write.ts';
import type { ImportPlaces } from './writing/places.service.ts';

type Options = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'space' | 'site' | 'html' | 'files' | 'uploads' | 'safeImageFetch' | 'safeFileFetch'
> & { publisher: Pick<Deps['publisher'], 'wake'>; parts: readonly AnySitePart[]; reading?: Partial<ReadingOptions> };

/**
 * Reads, brings in and takes out imports, part by part: each part is one batch that also says that it is done. So an import can be
 * stopped at any time, and goes on after a crash, and nothing comes twice.
 */
export class ImportWorker extends PollingWorker {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #tools: IngestionTools | null = null;
  /** The import that this server has begun a part of, with its state. */
  #begun = '';
  /** Of the import that is coming in, once its categories and images are there. */
  #places: { importId: number; places: ImportPlaces } | null = null;

  constructor(options: Options) {
    super(options, 'imports', 'an import failed; trying again');
    this.#options = options;
  }

  protected async findNextAt(): Promise<number | null> {
    return null;
  }

  override stop(...others: Promise<unknown>[]): Promise<void> {
    this.#stopping.abort();
    return super.stop(...others);
  }

  protected async runDue(): Promise<number> {
    const [row] = await this.#options.db.orm
      .select()
      .from(imports)
      .where(inArray(imports.state, ['reading', 'running', 'undoing']))
      .orderBy(asc(imports.id))
      .limit(1);
    if (!row) return 0;
    try {
      const attempt = await this.#beginPart(row);
      if (attempt === null) return 1;
      await this.#runPart(row);
      if (attempt > 1) await endAttempt(this.#options.db, row);
    } catch (error) {
      // Someone stopped it in between; what was begun is as before.
      const isStopped = isGuardRollback(error) && (await findImport(this.#options.db, row.id))?.state !== row.state;
      if (!isStopped && !this.#stopping.signal.aborted) throw error;
    }
    if (this.isStopped) await takeBackAttempt(this.#options.db, row);
    // A database in a file answers within the same turn of the event loop: without a pause requests would wait for the whole import.
    await yieldToRequests();
    return this.isStopped ? 0 : 1;
  }

  /** The first part after a start is an attempt: in any other one the server is known to be alive. Returns null when it may not begin. */
  async #beginPart(row: ImportRow): Promise<number | null> {
    const work = `${row.id} ${row.state}`;
    if (this.#begun === work && row.attempts > 0) return row.attempts;
    const attempt = await beginAttempt(this.#options.db, row);
    if (attempt !== null) this.#begun = work;
    return attempt;
  }

  async #runPart(row: ImportRow): Promise<void> {
    if (row.state === 'reading') {
      const { readAndPlan } = await import('./reading/reading.service.ts');
      await readAndPlan(this.#options, row, { ...this.#options.reading, signal: this.#stopping.signal });
    } else if (row.state === 'undoing') {
      const { undoPart } = await import('./undoing/undoing.service.ts');
      await undoPart(this.#options, row);
    } else await this.#writePart(row);
  }

  async #writePart(row: ImportRow): Promise<void> {
    const deps = this.#options;
    const items = await listWaitingItems(deps.db, row.id, PART_SIZE);
    const [first] = items;
    if (!first) {
      const { finishImport } = await import('./writing/publish.service.ts');
      this.#places = null;
      return finishImport(deps, row, deps.parts);
    }
    if (first.kind === 'media') {
      const { takeMedia, writeMedia } = await import('./writing/media.service.ts');
      const tools = await this.#loadTools();
      return writeMedia(deps, tools, row, takeMedia(items), this.#stopping.signal);
    }
    const writing = await import('./writing/writing.service.ts');
    if (first.kind === 'category')
      return writing.writeItem(deps, row, first, () => writing.writeCategory(deps, row, first));
    if (first.kind === 'tag') return writing.writeItem(deps, row, first, () => writing.writeTag(deps, row, first));
    if (first.kind === 'author')
      return writing.writeItem(deps, row, first, () => writing.writeAuthor(deps, row, first));
    if (first.kind === 'redirect') return writing.writeRedirects(deps, row, items);
    const places = await this.#loadPlaces(row);
    if (first.kind === 'menu') {
      const { writeMenus } = await import('./writing/menus.service.ts');
      return writeMenus(deps, row, first, places);
    }
    if (first.kind === 'page')
      return writing.writeItem(deps, row, first, () => writing.writePage(deps, row, first, places));
    return writing.writePosts(deps, row, items, places);
  }

  async #loadTools(): Promise<IngestionTools> {
    const { createIngestionTools } = await import('#api/features/uploads/ingestion/ingestion.service.ts');
    this.#tools ??= createIngestionTools(this.#options);
    return this.#tools;
  }

  async #loadPlaces(row: ImportRow): Promise<ImportPlaces> {
    if (this.#places?.importId !== row.id) {
      const { loadPlaces } = await import('./writing/places.service.ts');
      this.#places = { importId: row.id, places: await loadPlaces(this.#options.db, row) };
    }
    return this.#places.places;
  }
}

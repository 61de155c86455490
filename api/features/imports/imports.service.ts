import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { ImportSource, ImportState } from '#api/domain/imports.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import type { Database } from '#db/client.ts';
import { toUserRefJson, userRefColumns } from '#db/queries/user-refs.ts';
import { imports, users } from '#db/schema/index.ts';
import type { ImportFile } from '#db/schema/imports.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { ImportJson, ImportSummaryJson } from './imports.contract.ts';
import { findImport, type ImportRow } from './imports.queries.ts';
import { readReport } from './report.queries.ts';

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'site' | 'uploads' | 'importWorker'>;
type Choice = { source: ImportSource; zone?: string | undefined; are_drafts: boolean };

const goneError = () => notFoundError('This import no longer exists.');
/** So many are listed. */
const LISTED_MAX = 20;

/** Where the files of an import are that were uploaded: with those that are being received, on the disk of this server. */
export const getImportDirectory = ({ uploads }: Pick<Deps, 'uploads'>, id: number): string =>
  join(uploads.directory, 'imports', String(id));

/** Begins an import: its files come next, or are there. */
export async function createImport(
  deps: ImportDeps,
  { source, zone, are_drafts: areDrafts }: Choice,
  {
    userId,
    files = [],
    mediaDirectory = null,
  }: { userId: number | null; files?: ImportFile[]; mediaDirectory?: string | null },
): Promise<number> {
  const { db, clock, site } = deps;
  const [inserted] = await write(db, [
    db.orm.insert(imports).values({
      source,
      state: files.length === 0 ? 'choosing' : 'reading',
      files,
      options: { zone: zone ?? site.timeZone, areDrafts, mediaDirectory },
      losses: [],
      userId,
      createdAt: clock.now(),
    }),
  ]);
  if (files.length > 0) deps.importWorker.wake();
  return Number(inserted?.lastInsertRowid);
}

/** The last imports, the newest first, without those that were given up before they began. */
export async function listImports({ db }: Pick<Deps, 'db'>): Promise<ImportSummaryJson[]> {
  const rows = await db.orm
    .select({ row: imports, posts: POSTS, ...userRefColumns })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.userId))
    .where(ne(imports.state, 'choosing'))
    .orderBy(desc(imports.id))
    .limit(LISTED_MAX);
  return rows.map(({ row, posts, ...user }) => toSummaryJson(row, posts, user));
}

const POSTS = sql<number>`(SELECT count(*) FROM import_items WHERE import_id = ${imports.id} AND kind = 'post')`;

/** @throws not_found */
export async function getImport({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number): Promise<ImportJson> {
  const [found] = await db.orm
    .select({ row: imports, posts: POSTS, ...userRefColumns })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.userId))
    .where(eq(imports.id, id));
  if (!found) throw goneError();
  const { row, posts, ...user } = found;
  return {
    ...toSummaryJson(row, posts, user),
    are_drafts: row.options.areDrafts,
    bytes: row.files.reduce((sum, { bytes }) => sum + bytes, 0),
    error: row.error,
    started_at: toIsoOrNull(row.startedAt),
    ...(await readReport(db, row, clock.now())),
  };
}

type UserColumns = Parameters<typeof toUserRefJson>[0];

const toSummaryJson = (row: ImportRow, posts: number, user: UserColumns): ImportSummaryJson => ({
  id: row.id,
  source: row.source,
  state: row.state,
  name: row.files.map(({ name }) => name).join(', '),
  origin: row.origin,
  posts,
  user: toUserRefJson(user),
  created_at: toIso(row.createdAt),
  finished_at: toIsoOrNull(row.finishedAt),
});

/** Adds a file to an import that hasn’t begun. @throws not_found, conflict */
export async function addImportFile({ db }: Pick<Deps, 'db'>, id: number, file: ImportFile): Promise<void> {
  const row = await requireImport(db, id);
  await write(db, [
    db.orm
      .update(imports)
      .set({ files: [...row.files, { ...file, name: basename(file.name) }] })
      .where(and(eq(imports.id, id), eq(imports.state, 'choosing'))),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(() => conflictError('This import has begun already.')));
}

/** Reads its files and says what would come in. @throws not_found, conflict */
export const checkImport = (deps: ImportDeps, id: number): Promise<void> =>
  moveImport(deps, id, { from: ['choosing', 'refused', 'checked'], to: 'reading' });

/** Brings in what was checked, or goes on where it was stopped. @throws not_found, conflict */
export const startImport = (deps: ImportDeps, id: number, actorId: number | null): Promise<void> =>
  moveImport(deps, id, {
    from: ['checked', 'stopped'],
    to: 'running',
    change: { startedAt: sql`coalesce(${imports.startedAt}, ${deps.clock.now()})` as never },
    audit: { action: 'import.started', actorId },
  });

/** What is in stays. @throws not_found, conflict */
export const stopImport = (deps: ImportDeps, id: number, actorId: number | null): Promise<void> =>
  moveImport(deps, id, { from: ['running'], to: 'stopped', audit: { action: 'import.stopped', actorId } });

/** Takes out what came in. @throws not_found, conflict */
export const undoImport = (
  deps: ImportDeps,
  id: number,
  { removesEdited, actorId }: { removesEdited: boolean; actorId: number | null },
): Promise<void> =>
  moveImport(deps, id, {
    from: ['stopped', 'finished'],
    to: 'undoing',
    change: { removesEdited },
    audit: { action: 'import.undoing_started', actorId },
  });

/** Forgets an import that never began, with its files. @throws not_found, conflict */
export async function discardImport(deps: ImportDeps, id: number): Promise<void> {
  const { db } = deps;
  await requireImport(db, id);
  await write(db, [
    db.orm
      .delete(imports)
      .where(and(eq(imports.id, id), inArray(imports.state, ['choosing', 'reading', 'refused', 'checked']))),
    rollbackIfNoRows,
  ]).catch(onGuardRollback(() => conflictError('This import has begun already. You can undo it.')));
  await rm(getImportDirectory(deps, id), { recursive: true, force: true });
}

type Move = {
  from: ImportState[];
  to: ImportState;
  change?: Partial<ImportRow>;
  audit?: { action: AuditAction; actorId: number | null };
};

async function moveImport(deps: ImportDeps, id: number, { from, to, change = {}, audit }: Move): Promise<void> {
  const { db, clock, importWorker } = deps;
  const row = await requireImport(db, id);
  if (row.files.length === 0) throw conflictError('Choose a file first.');
  await write(db, [
    db.orm
      .update(imports)
      .set({ ...change, state: to, error: null, attempts: 0 })
      .where(and(eq(imports.id, id), inArray(imports.state, from))),
    rollbackIfNoRows,
    ...(audit ? [insertAuditStatement(db, { ...audit, at: clock.now(), subject: `import:${id}` })] : []),
  ]).catch(onGuardRollback(() => conflictError('This import has moved on meanwhile. Reload the page.')));
  importWorker.wake();
}

async function requireImport(db: Database, id: number): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row) throw goneError();
  return row;
}

import { and, desc, eq, gt, isNull, notExists, sql } from 'drizzle-orm';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { missingPaths, redirects } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { MISSING_PATH_RETENTION_MS, MISSING_PATHS_MAX } from '#api/domain/missing-paths.ts';
import { createSimilarPathFinder } from '#api/domain/similar-paths.ts';
import { notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { toUndoJson, type UndoHandler } from '#api/undo/undo-kit.ts';
import type { MissingPathsJson, MissingPathsQuery } from './missing.contract.ts';

const LISTED_MAX = 30;

type FindSimilar = (path: string) => string | null;
/** Of the pages of a release, which are compared as often as somebody looks. */
const findersBySite = new WeakMap<Deps['site'], { release: number; find: FindSimilar }>();

/** Finds the page of the current release that is most like a path, or null. */
export function getSimilarPathFinder(site: Deps['site']): FindSimilar {
  const known = findersBySite.get(site);
  const release = site.release();
  if (known?.release === release) return known.find;
  const find = createSimilarPathFinder(site.listPages());
  findersBySite.set(site, { release, find });
  return find;
}

/** The addresses that were asked for and not found in the last 30 days, each with a page that is alike. */
export async function listMissingPaths(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  { who }: MissingPathsQuery,
): Promise<MissingPathsJson> {
  const hasRedirect = db.orm.select({ id: redirects.id }).from(redirects).where(eq(redirects.from, missingPaths.path));
  const rows = await db.orm
    .select()
    .from(missingPaths)
    .where(
      and(
        isNull(missingPaths.ignoredAt),
        gt(missingPaths.lastAskedAt, clock.now() - MISSING_PATH_RETENTION_MS),
        notExists(hasRedirect),
      ),
    )
    .orderBy(desc(missingPaths.count), desc(missingPaths.lastAskedAt), missingPaths.path)
    .limit(MISSING_PATHS_MAX * 2);
  // Some were published since.
  const missing = rows.filter(({ path }) => !site.hasPath(path));
  const shown = missing.filter(({ isProbe }) => isProbe === (who === 'robots'));
  const listed = shown.slice(0, LISTED_MAX);
  const findSimilar = listed.length > 0 ? getSimilarPathFinder(site) : () => null;
  return {
    data: listed.map(({ path, count, firstAskedAt, lastAskedAt, isProbe }) => ({
      path,
      count,
      first_asked_at: toIso(firstAskedAt),
      last_asked_at: toIso(lastAskedAt),
      suggestion: isProbe ? null : findSimilar(path),
    })),
    total: shown.length,
    robots: missing.filter(({ isProbe }) => isProbe).length,
  };
}

const GONE = 'This address is no longer in the list.';

type IgnoreDeps = Pick<Deps, 'db' | 'clock'>;

/** Leaves an address out of the list from now on. @throws not_found for one that is not there, or ignored already. */
export async function ignoreMissingPath({ db, clock }: IgnoreDeps, actorId: number, path: string) {
  const now = clock.now();
  const undoId = generateId();
  await write(db, [
    db.orm
      .update(missingPaths)
      .set({ ignoredAt: now })
      .where(and(eq(missingPaths.path, path), isNull(missingPaths.ignoredAt))),
    rollbackIfNoRows,
    ...recordUndoStatements(db, { id: undoId, kind: 'missing_path.ignored', actorId, now, snapshot: { path } }),
    // Without the address: the log is never deleted, and what visitors ask for is kept for 30 days.
    insertAuditStatement(db, { at: now, action: 'missing_path.ignored', actorId, subject: 'missing-paths' }),
  ]).catch(onGuardRollback(() => notFoundError(GONE)));
  return { message: 'Address ignored', undo: toUndoJson(undoId, now) };
}

/** Addresses that an admin doesn't want to see: they are listed again. */
export const missingPathUndo: UndoHandler = {
  kinds: ['missing_path.ignored'],
  permission: 'navigation.manage',
  plan: ({ db }, { actorId, snapshot }, now) => ({
    statements: {
      path: [
        sql`UPDATE ${missingPaths} SET ignored_at = NULL WHERE path = ${String(snapshot?.path)}`,
        rollbackIfNoRows,
      ],
      audit: insertAuditStatement(db, {
        at: now,
        action: 'missing_path.ignoring_undone',
        actorId,
        subject: 'missing-paths',
      }),
    },
    changed: GONE,
  }),
  summarize: ({ restored }) => (restored > 0 ? 'The address is in the list again.' : GONE),
};

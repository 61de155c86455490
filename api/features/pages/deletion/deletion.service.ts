import { and, eq } from 'drizzle-orm';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { findRemovalFault } from '#api/domain/site-pages.ts';
import { AppError, conflictError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { DeletedPageJson, DeletePageRequest } from '#api/features/pages/pages.contract.ts';
import { pagePart } from '#api/features/pages/part/part.service.ts';
import {
  followPagesStatements,
  readRedirectsSnapshot,
  requireNewTarget,
  restoreRedirectsStatements,
} from '#api/features/redirects/following/following.service.ts';
import { type DeletedPart, SITE_UNDO_MS } from '#api/features/site-changes/site-changes.service.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { toUndoJson, type UndoHandler } from '#api/undo/undo-kit.ts';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { siteParts } from '#db/schema/index.ts';
import { isForeignKeyViolation, isGuardRollback, isUniqueViolation, rollbackIfNoRows, write } from '#db/write.ts';

type DeletionDeps = Pick<Deps, 'db' | 'clock' | 'site' | 'publisher'>;

/**
 * Takes a page off the site; it is kept with its draft and revisions. Visitors of its address are sent to `redirect_to`.
 * @throws not_found; validation_failed for the home page and for a redirect that leads nowhere; conflict when it was published since.
 */
export async function deletePage(
  deps: DeletionDeps,
  id: number,
  { revision, redirect_to }: DeletePageRequest,
  actorId: number,
): Promise<DeletedPageJson> {
  const { db, clock, publisher } = deps;
  const { state, fields } = await requireLivePage(deps, id);
  const isLive = state === 'live';
  const fault = isLive ? findRemovalFault(fields.address) : null;
  if (fault) throw new AppError('validation_failed', fault);
  const to = isLive && redirect_to !== null ? requireNewTarget(deps, fields.address, redirect_to) : null;
  const now = clock.now();
  const undoId = generateId();
  const moved = to === null ? [] : [{ from: fields.address, to }];
  const redirects = to === null ? null : await readRedirectsSnapshot(db, { moved, taken: [] });
  const reason = `Deleted page: ${fields.title || fields.address}`;
  try {
    const results = await write(db, [
      db.orm
        .update(siteParts)
        .set({ state: 'deleted', updatedAt: now })
        .where(and(eq(siteParts.id, id), eq(siteParts.revision, revision), eq(siteParts.state, state))),
      rollbackIfNoRows,
      insertAuditStatement(db, {
        at: now,
        action: 'page.deleted',
        actorId,
        subject: `page:${id}`,
        before: { title: fields.title, address: fields.address },
        detail: to === null ? undefined : { redirect_to: to },
      }),
      ...recordUndoStatements(db, {
        id: undoId,
        kind: 'page.deleted',
        actorId,
        now,
        snapshot: { id, state, redirects } satisfies DeletedPart,
        windowMs: SITE_UNDO_MS,
      }),
      ...(redirects ? followPagesStatements(db, { moved, taken: [] }, { actorId, now, reason }) : []),
      ...(isLive ? [enqueuePublishStatement(db, { kind: 'site', reason, userId: actorId, now })] : []),
    ]);
    if (isLive) publisher.wake();
    return {
      message: 'Page deleted',
      publish_id: isLive ? Number(results.at(-1)?.lastInsertRowid) : null,
      undo: toUndoJson(undoId, now, SITE_UNDO_MS),
    };
  } catch (error) {
    if (!isGuardRollback(error)) throw error;
    await requireLivePage(deps, id);
    throw conflictError('This page was published by someone else. Look at it again.');
  }
}

async function requireLivePage({ db }: Pick<Deps, 'db'>, id: number) {
  const live = await pagePart.loadLive(db, id);
  if (!live) throw notFoundError(pagePart.notFoundMessage);
  return live;
}

const CHANGED = 'Another page has this address now, so this can’t be undone.';

/** A deleted page is back at its address, with its draft and revisions. */
export const pageUndo: UndoHandler = {
  kinds: ['page.deleted'],
  permission: 'settings.manage',
  plan: ({ db }, { actorId, snapshot }, now) => {
    const { id, state, redirects } = snapshot as DeletedPart;
    const reason = 'Restored a deleted page';
    return {
      statements: {
        page: [
          db.orm
            .update(siteParts)
            .set({ state, updatedAt: now })
            .where(and(eq(siteParts.id, id), eq(siteParts.state, 'deleted'))),
          rollbackIfNoRows,
        ],
        redirects: redirects ? restoreRedirectsStatements(db, redirects, { actorId, now, reason }) : [],
        audit: insertAuditStatement(db, { at: now, action: 'page.deletion_undone', actorId, subject: `page:${id}` }),
        publish: state === 'live' ? enqueuePublishStatement(db, { kind: 'site', reason, userId: actorId, now }) : [],
      },
      changed: CHANGED,
      explain: (error) => (isUniqueViolation(error) || isForeignKeyViolation(error) ? CHANGED : undefined),
    };
  },
  summarize: ({ restored }) => (restored > 0 ? 'The page is back.' : CHANGED),
  wake: ({ publisher }) => publisher.wake(),
};

import { sql } from 'drizzle-orm';
import { insertRowsStatement } from '#db/queries/json-rows.ts';
import { redirects } from '#db/schema/index.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#db/write.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { enqueueRedirectPublishStatement } from '#api/publishing/queue/enqueue.ts';
import { isFromOneOf, rollbackIfLoop, rollbackUnlessRows } from '#api/features/redirects/redirects.queries.ts';
import type { UndoHandler } from '#api/undo/undo-kit.ts';

/** The rows before a change, and the ids of those that it left, as they are since `at`. */
type RedirectSnapshot = { before: { from_path: string }[]; after: number[]; at: number };

const CHANGED = 'These redirects have been changed since, so this can’t be undone.';

/** Additions, changes, deletions and imports of redirects: all that one of them touched is as before. */
export const redirectUndo: UndoHandler = {
  kinds: ['redirects.changed'],
  permission: 'navigation.manage',
  plan: ({ db }, { actorId, snapshot }, now) => {
    const { before, after, at } = snapshot as RedirectSnapshot;
    const isLeft = sql`${redirects.id} IN (SELECT value FROM json_each(${JSON.stringify(after)})) AND ${redirects.updatedAt} = ${at}`;
    return {
      statements: {
        removal: [sql`DELETE FROM ${redirects} WHERE ${isLeft}`, rollbackUnlessRows(after.length)],
        rows: [
          insertRowsStatement(redirects, before),
          rollbackUnlessRows(before.length),
          rollbackIfLoop(isFromOneOf(before.map((row) => row.from_path))),
        ],
        audit: insertAuditStatement(db, {
          at: now,
          action: 'redirect.undone',
          actorId,
          subject: 'redirects',
          detail: { redirects: Math.max(before.length, after.length) },
        }),
        publish: enqueueRedirectPublishStatement(db, { reason: 'Undid a change of redirects', userId: actorId, now }),
      },
      changed: CHANGED,
      explain: (error) => (isUniqueViolation(error) || isForeignKeyViolation(error) ? CHANGED : undefined),
    };
  },
  summarize: ({ restored }) => (restored > 0 ? 'The redirects are as before.' : CHANGED),
  wake: ({ publisher }) => publisher.wake(),
};

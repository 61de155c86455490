import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { Deps } from '#api/deps.ts';
import { keepNewestStatement } from '#db/queries/keep-newest.ts';
import { toUserRefJson, type UserRefJson, userRefColumns } from '#db/queries/user-refs.ts';
import { openEditors, users } from '#db/schema/index.ts';
import { type Statement, write } from '#db/write.ts';

/** An editor that has not reported for this long is closed (ms); each reports every 20 s. */
const EDITOR_TTL_MS = 45_000;
/** Editors that are remembered: a report beyond that forgets the oldest. */
const MAX_EDITORS = 500;

type PresenceDeps = Pick<Deps, 'db' | 'clock'>;
/** `isClosing`: its tab is being closed. */
type EditorReport = { kind: DraftSubject; subjectId: number; clientId: string; userId: number; isClosing: boolean };

/**
 * Records an editor in one write, and returns the others of the same post or document, whichever server they report to. In the
 * database, so that servers see the editors of each other; clocks of servers that differ by seconds only move the end by as much.
 */
export async function reportEditor(deps: PresenceDeps, report: EditorReport): Promise<{ user: UserRefJson }[]> {
  const { db } = deps;
  const { kind, subjectId, clientId } = report;
  const isSubject = and(eq(openEditors.kind, kind), eq(openEditors.subjectId, subjectId));
  const now = deps.clock.now();
  await write(
    db,
    report.isClosing
      ? [db.orm.delete(openEditors).where(and(isSubject, eq(openEditors.clientId, clientId)))]
      : [
          upsertStatement(deps, report, now),
          keepNewestStatement(deps.db, { table: openEditors, at: openEditors.seenAt, count: MAX_EDITORS }),
        ],
  );
  // Nor far ahead: after a clock was put back, a closed editor would stay open.
  const isOpen = sql`abs(${openEditors.seenAt} - ${now}) < ${EDITOR_TTL_MS}`;
  const rows = await db.orm
    .select(userRefColumns)
    .from(openEditors)
    .innerJoin(users, eq(users.id, openEditors.userId))
    .where(and(isSubject, ne(openEditors.clientId, clientId), isOpen));
  return rows.map((row) => ({ user: toUserRefJson(row) }));
}

function upsertStatement({ db }: PresenceDeps, report: EditorReport, now: number): Statement {
  const { kind, subjectId, clientId, userId } = report;
  return db.orm
    .insert(openEditors)
    .values({ kind, subjectId, clientId, userId, seenAt: now })
    .onConflictDoUpdate({
      target: [openEditors.kind, openEditors.subjectId, openEditors.clientId],
      set: { userId, seenAt: now },
    });
}

/** Removes editors that no longer report. */
export const deleteClosedEditorsStatement = ({ db }: Pick<Deps, 'db'>, now: number): Statement =>
  db.orm.delete(openEditors).where(lte(openEditors.seenAt, now - EDITOR_TTL_MS));

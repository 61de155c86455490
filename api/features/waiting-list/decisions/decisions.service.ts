import { inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AuditAction } from '#api/domain/enums.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { auditLog, waitingListEntries } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { enqueueInvitationsStatement } from '#api/features/waiting-list/waiting-list.queries.ts';
import type { bulkEntriesResponse } from '#api/features/waiting-list/waiting-list.contract.ts';

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'outboxWorker'>;
type BulkEntriesResponse = z.infer<typeof bulkEntriesResponse>;

const entries = waitingListEntries;

/** Invites those of the entries that are pending, by email. Decided entries keep their decision. */
export async function inviteEntries(
  deps: DecideDeps,
  ids: readonly number[],
  actorId: number,
): Promise<BulkEntriesResponse> {
  const now = deps.clock.now();
  const condition = isPendingEntry(ids);
  const updated = await applyDecision(deps, [
    auditDecisionStatement('waiting_list.invited', { condition, actorId, now }),
    enqueueInvitationsStatement({ condition, now }),
    deps.db.orm.update(entries).set({ status: 'invited', invitedAt: now }).where(condition),
  ]);
  if (updated > 0) deps.outboxWorker.wake();
  return toBulkResult('invited', ids, updated);
}

/** Rejects those of the entries that are pending, without an email. */
export async function rejectEntries(
  deps: DecideDeps,
  ids: readonly number[],
  actorId: number,
): Promise<BulkEntriesResponse> {
  const condition = isPendingEntry(ids);
  const updated = await applyDecision(deps, [
    auditDecisionStatement('waiting_list.rejected', { condition, actorId, now: deps.clock.now() }),
    deps.db.orm.update(entries).set({ status: 'rejected' }).where(condition),
  ]);
  return toBulkResult('rejected', ids, updated);
}

/** The condition holds for the same rows throughout a batch, up to its last statement, which changes them. */
const isPendingEntry = (ids: readonly number[]) =>
  sql`${entries.status} = 'pending' AND ${inArray(entries.id, [...ids])}`;

async function applyDecision({ db }: DecideDeps, statements: Parameters<typeof write>[1]): Promise<number> {
  return (await write(db, statements)).at(-1)?.rowsAffected ?? 0;
}

/** One row for the whole decision, with the ids that it changes; none when it changes nothing. */
function auditDecisionStatement(
  action: AuditAction,
  { condition, actorId, now }: { condition: SQL; actorId: number; now: number },
): SQL {
  return sql`
    INSERT INTO ${auditLog} (at, action, actor_id, subject, detail)
    SELECT ${now}, ${action}, ${actorId}, 'waiting-list', json_object('ids', json_group_array(${entries.id}))
    FROM ${entries} WHERE ${condition} HAVING count(*) > 0`;
}

function toBulkResult(decision: 'invited' | 'rejected', ids: readonly number[], updated: number): BulkEntriesResponse {
  const skipped = new Set(ids).size - updated;
  const subject = updated === 0 ? 'Nobody was' : `${updated} ${pluralize(updated, 'person was', 'people were')}`;
  const skippedText =
    skipped === 0
      ? ''
      : ` ${skipped} ${pluralize(skipped, 'entry was', 'entries were')} skipped: not pending any more.`;
  return { message: `${subject} ${decision}.${skippedText}`, updated, skipped };
}

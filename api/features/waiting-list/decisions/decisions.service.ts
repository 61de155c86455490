import { inArray, type SQL, sql } from 'drizzle-orm';
import { pluralize } from '#api/domain/plurals.ts';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { auditLog, waitingListEntries as entries } from '#db/schema/index.ts';
import { isGuardRollback, rollbackIfNoRows, write, writeNamed } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { enqueueInvitationsStatement } from '#api/features/waiting-list/waiting-list.queries.ts';
import { listEntryPart } from './bulk-part.service.ts';
import type { BulkEntriesJson, BulkEntriesRequest } from './decisions.contract.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'outboxWorker'>;
type Decision = 'invited' | 'rejected';

/** Invites those of the entries that are pending, by email. Decided entries keep their decision. @throws conflict. */
export const inviteEntries = (deps: DecideDeps, request: BulkEntriesRequest, actorId: number) =>
  decide(deps, request, { decision: 'invited', actorId });

/** Rejects those of the entries that are pending, without an email. @throws conflict. */
export const rejectEntries = (deps: DecideDeps, request: BulkEntriesRequest, actorId: number) =>
  decide(deps, request, { decision: 'rejected', actorId });

async function decide(
  deps: DecideDeps,
  request: BulkEntriesRequest,
  { decision, actorId }: { decision: Decision; actorId: number },
): Promise<BulkEntriesJson> {
  const { db, clock, outboxWorker } = deps;
  const { ids, next } = await listEntryPart(deps, request);
  const now = clock.now();
  const undoId = generateId();
  const isInvited = decision === 'invited';
  // The condition holds for the same rows up to the statement that changes them.
  const condition = sql`${entries.status} = 'pending' AND ${inArray(entries.id, [...ids])}`;
  const { updated } = await writeNamed(db, {
    audit: auditDecisionStatement(decision, { condition, actorId, now, from: 'pending', to: decision }),
    invitations: isInvited ? [enqueueInvitationsStatement({ condition, now, undoId })] : [],
    updated: db.orm
      .update(entries)
      .set({ status: decision, undoId, ...(isInvited && { invitedAt: now }) })
      .where(condition),
    undo: [
      rollbackIfNoRows,
      ...recordUndoStatements(db, { id: undoId, kind: `waiting_list.${decision}`, actorId, now }),
    ],
  }).catch((error: unknown) => {
    if (isGuardRollback(error)) return { updated: 0 };
    throw error;
  });
  if (updated > 0 && isInvited) outboxWorker.wake();
  const undo = updated > 0 ? toUndoJson(undoId, now) : null;
  return { ...toBulkResult(decision, ids.length, updated), next, undo };
}

/**
 * Makes those of the entries pending again that are rejected, in the place of the day they joined. Nobody gets an email.
 * It has no undo of its own: rejecting again is one. @throws conflict.
 */
export async function putBackEntries(
  deps: Pick<DecideDeps, 'db' | 'clock'>,
  request: BulkEntriesRequest,
  actorId: number,
): Promise<BulkEntriesJson> {
  const { db, clock } = deps;
  const { ids, next } = await listEntryPart(deps, request);
  const condition = sql`${entries.status} = 'rejected' AND ${inArray(entries.id, [...ids])}`;
  const audited = { condition, actorId, now: clock.now(), from: 'rejected', to: 'pending' };
  const [, changed] = await write(db, [
    auditDecisionStatement('put_back', audited),
    db.orm.update(entries).set({ status: 'pending', undoId: null }).where(condition),
  ]);
  const updated = changed?.rowsAffected ?? 0;
  const skipped = ids.length - updated;
  const subject = updated === 0 ? 'No one is' : `${updated} ${pluralize(updated, 'person is', 'people are')}`;
  const skippedText =
    skipped === 0 ? '' : ` ${skipped} ${pluralize(skipped, 'entry was', 'entries were')} skipped: not rejected.`;
  return { message: `${subject} back on the list.${skippedText}`, updated, skipped, next, undo: null };
}

type Audited = { condition: SQL; actorId: number; now: number; from: string; to: string };

/** One row for the whole decision, with the ids that it changes; none when it changes nothing. */
function auditDecisionStatement(decision: Decision | 'put_back', { condition, actorId, now, from, to }: Audited): SQL {
  return sql`
    INSERT INTO ${auditLog} (at, action, actor_id, subject, detail, before, after)
    SELECT ${now}, ${`waiting_list.${decision}`}, ${actorId}, 'waiting-list', json_object('ids', json_group_array(${entries.id})),
      json_object('status', ${from}), json_object('status', ${to})
    FROM ${entries} WHERE ${condition} HAVING count(*) > 0`;
}

function toBulkResult(decision: Decision, count: number, updated: number) {
  const skipped = count - updated;
  const subject = updated === 0 ? 'No one was' : `${updated} ${pluralize(updated, 'person was', 'people were')}`;
  const skippedText =
    skipped === 0
      ? ''
      : ` ${skipped} ${pluralize(skipped, 'entry was', 'entries were')} skipped because ${skipped === 1 ? 'it is' : 'they are'} no longer pending.`;
  return { message: `${subject} ${decision}.${skippedText}`, updated, skipped };
}

import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { pluralize } from '#api/domain/plurals.ts';
import { auditLog, suppressedAddresses, users, waitingListEntries as entries } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { enqueueRepeatedInvitationsStatement } from '#api/features/waiting-list/waiting-list.queries.ts';
import { listEntryPart } from '#api/features/waiting-list/decisions/bulk-part.service.ts';
import type {
  BulkEntriesRequest,
  ResendInvitationsJson,
} from '#api/features/waiting-list/decisions/decisions.contract.ts';

type ResendDeps = Pick<Deps, 'db' | 'clock' | 'outboxWorker'>;

const hasAccount = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.email} = ${entries.email})`;
const isSuppressed = sql`EXISTS (SELECT 1 FROM ${suppressedAddresses} WHERE ${suppressedAddresses.email} = ${entries.email})`;
const canBeResent = sql`${entries.status} = 'invited' AND ${entries.invitationStatus} IS NOT 'queued' AND NOT ${hasAccount} AND NOT ${isSuppressed}`;

const GONE = 'This entry no longer exists.';

/** Emails invitations again, with a new expiry, and gives a reason for each entry that gets none. @throws conflict. */
export async function resendInvitations(
  deps: ResendDeps,
  request: BulkEntriesRequest,
  actorId: number,
): Promise<ResendInvitationsJson> {
  const { db, clock, outboxWorker } = deps;
  const { ids, next } = await listEntryPart(deps, request);
  const now = clock.now();
  const skipped = await listSkipped(deps, ids);
  const condition = sql`${inArray(entries.id, [...ids])} AND ${canBeResent}`;
  const [, enqueued] = await write(db, [
    auditResendStatement(condition, { actorId, now }),
    enqueueRepeatedInvitationsStatement({ condition, now }),
  ]);
  const updated = enqueued?.rowsAffected ?? 0;
  if (updated > 0) outboxWorker.wake();
  const count = `${updated} ${pluralize(updated, 'invitation', 'invitations')}`;
  const sent = updated > 0 ? `We’re sending ${count} again.` : 'No invitation was sent.';
  const skippedText =
    skipped.length > 0 ? ` ${skipped.length} ${pluralize(skipped.length, 'was', 'were')} skipped.` : '';
  return { message: sent + skippedText, updated, skipped, next };
}

async function listSkipped({ db }: ResendDeps, ids: readonly number[]): Promise<ResendInvitationsJson['skipped']> {
  const rows = await db.orm
    .select({
      id: entries.id,
      email: entries.email,
      status: entries.status,
      invitationStatus: entries.invitationStatus,
      userId: users.id,
      suppressedEmail: suppressedAddresses.email,
    })
    .from(entries)
    .leftJoin(users, eq(users.email, entries.email))
    .leftJoin(suppressedAddresses, eq(suppressedAddresses.email, entries.email))
    .where(inArray(entries.id, [...ids]));
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = rowsById.get(id);
    const reason = row ? findReason(row) : GONE;
    return reason === null ? [] : { id, email: row?.email ?? null, reason };
  });
}

type ResendRow = {
  status: (typeof entries.$inferSelect)['status'];
  invitationStatus: (typeof entries.$inferSelect)['invitationStatus'];
  userId: number | null;
  suppressedEmail: string | null;
};

/** Why an entry gets no invitation, or null; the same rules as in `canBeResent`. */
function findReason({ status, invitationStatus, userId, suppressedEmail }: ResendRow): string | null {
  if (status === 'pending') return 'Not invited yet.';
  if (status === 'rejected') return 'Rejected, so there’s no invitation to send.';
  if (userId !== null) return 'Already has an account.';
  if (suppressedEmail !== null) return 'This address gets no email because an admin stopped it.';
  return invitationStatus === 'queued' ? 'The invitation is already on its way.' : null;
}

/** One row for the whole action, with the ids of the entries. */
const auditResendStatement = (condition: SQL, { actorId, now }: { actorId: number; now: number }) => sql`
  INSERT INTO ${auditLog} (at, action, actor_id, subject, detail)
  SELECT ${now}, 'waiting_list.invitation_resent', ${actorId}, 'waiting-list', json_object('ids', json_group_array(${entries.id}))
  FROM ${entries} WHERE ${condition} HAVING count(*) > 0`;

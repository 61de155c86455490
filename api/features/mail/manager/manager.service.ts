import type { z } from 'zod';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import type { AuditAction } from '#api/domain/enums.ts';
import { isSignInCodeKind } from '#api/domain/email-states.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { readMaskedSubject, renderMaskedEmail } from '#api/features/mail/templates/templates.service.ts';
import { type AppError, conflictError, notFoundError } from '#api/http/errors.ts';
import { toPaginationJson } from '#api/http/pagination.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { OutboxEmailDetailJson, OutboxJson, outboxActionResponse } from './manager.contract.ts';
import { toEmailState, toOutboxEmailJson } from './manager.mapper.ts';
import * as queries from './manager.queries.ts';
import { findMatch } from './search.queries.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'site'>;
type ActDeps = Pick<Deps, 'db' | 'clock' | 'outboxWorker'>;
type ActionJson = z.infer<typeof outboxActionResponse>;

const emailNotFoundError = () => notFoundError('Email not found');

type ListQuery = Omit<queries.OutboxFilters, 'match'> & { search?: string | undefined; page: number; limit: number };

/** One page of the outbox, newest first, with the number of emails in each state. */
export async function listEmails(deps: ReadDeps & Pick<Deps, 'accounts'>, query: ListQuery): Promise<OutboxJson> {
  const { db } = deps;
  const now = deps.clock.now();
  const { status, kind, search, page, limit } = query;
  const match = search ? await findMatch(db, search) : undefined;
  const rows = await queries.listEmailRows(db, { status, kind, match }, { page, limit, now });
  const counts = await queries.countEmailsByState(db, now);
  const total = await countMatches(
    { db, now, counts },
    { status, kind, match },
    { page, limit, rowCount: rows.length },
  );
  return {
    data: rows.map((row) => toOutboxEmailJson(row, readMaskedSubject(deps, row.email.kind, row.email.data), now)),
    pagination: toPaginationJson(query, total),
    counts,
    is_saved_to_files: deps.accounts.isEmailSavedToFiles,
  };
}

/** Counts only what neither the counts nor the page say. */
async function countMatches(
  { db, now, counts }: Pick<Deps, 'db'> & { now: number; counts: OutboxJson['counts'] },
  filters: queries.OutboxFilters,
  { page, limit, rowCount }: { page: number; limit: number; rowCount: number },
): Promise<number> {
  const { status, kind, match } = filters;
  if (!kind && !match) {
    return status ? counts[status] : Object.values(counts).reduce((sum, each) => sum + each, 0);
  }
  const isLastPage = rowCount < limit && (rowCount > 0 || page === 1);
  return isLastPage ? (page - 1) * limit + rowCount : queries.countEmails(db, filters, now);
}

/** @throws not_found. */
export async function getEmail(deps: ReadDeps, id: number): Promise<OutboxEmailDetailJson> {
  const row = await requireRow(deps, id);
  const rendered = renderRow(deps, row);
  return {
    ...toOutboxEmailJson(row, rendered?.subject ?? null, deps.clock.now()),
    text: rendered?.text ?? '',
    html: rendered?.html ?? '',
  };
}

const renderRow = (deps: ReadDeps, { email }: queries.EmailRow) => renderMaskedEmail(deps, email.kind, email.data);

async function requireRow({ db }: Pick<Deps, 'db'>, id: number): Promise<queries.EmailRow> {
  const row = await queries.findEmailRow(db, id);
  if (!row) throw emailNotFoundError();
  return row;
}

/** Sends an email now that failed or waits for its next attempt. @throws not_found; conflict, which says why not. */
export async function retryEmail(deps: ActDeps, actorId: number, id: number): Promise<ActionJson> {
  const { db, clock } = deps;
  const row = await requireRow(deps, id);
  refuseSuppressedAddress(row);
  await writeAct(deps, {
    action: 'email.retried',
    actorId,
    row,
    statement: queries.retryEmailStatement(db, id, clock.now()),
    after: { status: 'queued', attempts: 0 },
    explain: describeNoRetry,
  });
  deps.outboxWorker.wake();
  return { message: `The email to ${row.email.toEmail} is being sent again.` };
}

function describeNoRetry({ email }: queries.EmailRow, now: number): string {
  const state = toEmailState(email, now);
  if (state === 'held')
    return 'This email waits until the action it’s about can’t be undone any more. It can’t be sent earlier.';
  if (state === 'waiting') return 'This email is about to be sent.';
  if (state === 'sent') return 'This email has been sent.';
  if (state === 'suppressed') return 'This email was suppressed and can’t be sent any more.';
  return 'This sign-in code has expired and was deleted. They can ask for a new one when they sign in.';
}

/** Sends a copy of an email that was sent. @throws not_found; conflict, which says why not. */
export async function resendEmail(deps: ActDeps, actorId: number, id: number): Promise<ActionJson> {
  const { db, clock } = deps;
  const row = await requireRow(deps, id);
  if (isSignInCodeKind(row.email.kind)) {
    throw conflictError('A sign-in code can’t be sent twice. They can ask for a new one when they sign in.');
  }
  refuseSuppressedAddress(row);
  await writeAct(deps, {
    action: 'email.resent',
    actorId,
    row,
    statement: queries.resendEmailStatement(id, generateId(), clock.now()),
    explain: () => 'This email hasn’t been sent yet.',
  }).catch(async (error: unknown) => {
    if (await queries.hasQueuedCopy(db, id)) throw conflictError('A copy of this email is already on its way.');
    throw error;
  });
  deps.outboxWorker.wake();
  return { message: `A copy is on its way to ${row.email.toEmail}.` };
}

/** Suppresses an email that is queued. @throws not_found; conflict when it has left the queue. */
export async function suppressEmail(deps: ActDeps, actorId: number, id: number): Promise<ActionJson> {
  const row = await requireRow(deps, id);
  await writeAct(deps, {
    action: 'email.suppressed',
    actorId,
    row,
    statement: queries.suppressEmailStatement(deps.db, id),
    after: { status: 'suppressed' },
    explain: ({ email }, now) => {
      const state = toEmailState(email, now);
      if (state === 'sent') return 'This email has already been sent.';
      return state === 'failed'
        ? 'This email has failed and isn’t sent any more.'
        : 'This email is already suppressed.';
    },
  });
  return { message: `The email to ${row.email.toEmail} won’t be sent.` };
}

function refuseSuppressedAddress({ email, isAddressSuppressed }: queries.EmailRow): void {
  if (isAddressSuppressed === 0 || isSignInCodeKind(email.kind)) return;
  throw conflictError('This address is suppressed. Remove it from the suppressed addresses first.');
}

type Act = {
  action: AuditAction;
  actorId: number;
  row: queries.EmailRow;
  statement: Statement;
  after?: Record<string, unknown>;
  /** Why the statement changed nothing, by the row as it is now. */
  explain: (row: queries.EmailRow, now: number) => string;
};

/** The change of one email with its audit row. @throws not_found, conflict when it changes nothing. */
async function writeAct(deps: ActDeps, { action, actorId, row, statement, after, explain }: Act): Promise<void> {
  const { db, clock } = deps;
  const { id, status, attempts } = row.email;
  const entry = { action, actorId, subject: `email:${id}`, at: clock.now() };
  const before = after && ('attempts' in after ? { status, attempts } : { status });
  await write(db, [statement, rollbackIfNoRows, insertAuditStatement(db, { ...entry, before, after })]).catch(
    onGuardRollback(async (): Promise<AppError> => {
      const current = await queries.findEmailRow(db, id);
      return current ? conflictError(explain(current, clock.now())) : emailNotFoundError();
    }),
  );
}

import { count, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { toLikePattern, toPaginationJson } from '#api/http/pagination.ts';
import { suppressedAddresses, users } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { outboxActionResponse, SuppressedAddressesJson } from './manager.contract.ts';

type ActDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'outboxWorker'>;
type ActionJson = z.infer<typeof outboxActionResponse>;

/** The addresses that get no email except sign-in codes, newest first. */
export async function listSuppressedAddresses(
  { db }: Pick<Deps, 'db'>,
  query: { search?: string | undefined; page: number; limit: number },
): Promise<SuppressedAddressesJson> {
  const filter = sql`${suppressedAddresses.email} LIKE ${toLikePattern(query.search ?? '')} ESCAPE '\\'`;
  const rows = await db.orm
    .select({ address: suppressedAddresses, actor: users.email })
    .from(suppressedAddresses)
    .leftJoin(users, eq(users.id, suppressedAddresses.actorId))
    .where(filter)
    .orderBy(desc(suppressedAddresses.createdAt), suppressedAddresses.email)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [total] = await db.orm.select({ count: count() }).from(suppressedAddresses).where(filter);
  return {
    data: rows.map(({ address, actor }) => ({
      email: address.email,
      created_at: toIso(address.createdAt),
      suppressed_by: actor,
    })),
    pagination: toPaginationJson(query, total?.count ?? 0),
  };
}

/** From now on the outbox worker sends this address nothing but sign-in codes. @throws conflict when that is so already. */
export async function suppressAddress(deps: ActDeps, actorId: number, email: string): Promise<ActionJson> {
  const { db, clock } = deps;
  const now = clock.now();
  await write(db, [
    db.orm.insert(suppressedAddresses).values({ email, actorId, createdAt: now }).onConflictDoNothing(),
    rollbackIfNoRows,
    insertAuditStatement(db, {
      at: now,
      action: 'email_address.suppressed',
      actorId,
      subject: toSubject(deps, email),
    }),
  ]).catch(onGuardRollback(() => conflictError('This address is already suppressed.')));
  return { message: `${email} gets no email any more, except sign-in codes.` };
}

/** @throws not_found. */
export async function unsuppressAddress(deps: ActDeps, actorId: number, email: string): Promise<ActionJson> {
  const { db, clock } = deps;
  await write(db, [
    db.orm.delete(suppressedAddresses).where(eq(suppressedAddresses.email, email)),
    rollbackIfNoRows,
    insertAuditStatement(db, {
      at: clock.now(),
      action: 'email_address.unsuppressed',
      actorId,
      subject: toSubject(deps, email),
    }),
  ]).catch(onGuardRollback(() => notFoundError('This address isn’t suppressed.')));
  return { message: `${email} gets email again.` };
}

/** The audit log holds no addresses: a keyed hash shows that two rows are about the same one. */
const toSubject = ({ secrets }: Pick<Deps, 'secrets'>, email: string) =>
  `email-address:${secrets.sign('email address', email).slice(0, 22)}`;

import { getProductName } from '#api/domain/catalogue.ts';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { outbox, users, waitingListEntries } from '#db/schema/index.ts';
import { demoWaitingList } from '#db/seed/waiting-list.ts';
import { type Statement, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Puts in the demo's waiting lists. Nobody gets an email: the addresses don't exist. */
export async function seedDemoWaitingList(db: Database, now: number): Promise<void> {
  const statements = demoWaitingList.flatMap(([productId, name, ageInDays, state, intent]): Statement[] => {
    const [firstName = '', ...rest] = name.split(' ');
    const invitation = typeof state === 'object' ? state : null;
    const invitedAt = invitation && now - invitation.invitedDaysAgo * DAY_MS;
    const createdAt = now - ageInDays * DAY_MS;
    const publicId = generateId();
    const email = toDemoEmail(name);
    const entry = db.orm
      .insert(waitingListEntries)
      .values({
        publicId,
        productId,
        email,
        firstName,
        lastName: rest.join(' '),
        intent: intent ?? null,
        status: invitation ? 'invited' : state === 'rejected' ? 'rejected' : 'pending',
        createdAt,
        confirmedAt: state === 'unconfirmed' ? null : createdAt + 60_000,
        invitedAt,
        invitationStatus: invitation ? 'sent' : null,
        signedUpAt: sql`(SELECT ${users.createdAt} FROM ${users} WHERE ${eq(users.email, email)})`,
      })
      .onConflictDoNothing();
    if (!invitation?.isUndelivered || invitedAt === null) return [entry];
    const failed = db.orm.insert(outbox).values({
      dedupeKey: `waiting-list-invited:${publicId}`,
      kind: 'waiting-list-invited',
      toEmail: email,
      data: { productName: getProductName('genmate'), firstName, entry: publicId, expiresAt: invitedAt + 14 * DAY_MS },
      status: 'expired',
      attempts: 3,
      nextAttemptAt: invitedAt,
      expiresAt: invitedAt + 3 * DAY_MS,
      lastError: 'email: RCPT TO 550',
      createdAt: invitedAt,
    });
    return [entry, failed];
  });
  await write(db, statements);
}

/** `Tāne Rangihuna` is `tane.rangihuna@example.com`. */
function toDemoEmail(name: string): string {
  const local = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f’]/g, '')
    .replaceAll(' ', '.');
  return `${local.toLowerCase()}@example.com`;
}

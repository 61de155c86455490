import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import {
  blacklistings,
  consents,
  signInChallenges,
  signInTotals,
  userNotes,
  waitingListEntries,
} from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { TestApp } from './test-app.ts';

/** Inserts rows of every kind that refer to the user or to the email address. */
export async function fillAccount({ db, deps, clock }: TestApp, user: UserRow): Promise<void> {
  const now = clock.now();
  const [email, name] = [user.email, `of ${user.id}`];
  const entry = (productId: number) => ({
    publicId: `entry-${user.id}-${productId}`,
    productId,
    email,
    createdAt: now,
  });
  const signedIn = { signIns: 2, firstSignInAt: now, lastSignInAt: now };
  await write(db, [
    db.orm.insert(consents).values({ userId: user.id, document: 'terms', version: '1.0', acceptedAt: now }),
    db.orm.insert(consents).values({ userId: user.id, document: 'privacy', version: '1.0', acceptedAt: now }),
    db.orm.insert(signInTotals).values({ userId: user.id, productName: 'App', ...signedIn }),
    db.orm.insert(signInChallenges).values({
      id: `challenge ${name}`,
      email,
      browserHash: `browser-hash-${name}`,
      codeHash: `code-hash-${name}`,
      linkHash: `link-hash-${name}`,
      createdAt: now,
      expiresAt: now + 600_000,
    }),
    enqueueEmailStatement(deps, {
      kind: 'sign-in-code',
      dedupeKey: name,
      to: { email },
      secret: { code: '123456', link: 'https://example.com/#secret' },
      now,
    }),
    db.orm
      .insert(blacklistings)
      .values({ userId: user.id, reason: 'A mistake', actorId: 1, createdAt: now, endedAt: now, endedBy: 1 }),
    db.orm.insert(userNotes).values({ userId: user.id, authorId: 1, body: 'Prefers email', createdAt: now }),
    db.orm.insert(waitingListEntries).values({ ...entry(4), intent: 'A book about tea' }),
    db.orm.insert(waitingListEntries).values({ ...entry(5), status: 'invited', invitedAt: now, confirmedAt: now }),
    insertAuditStatement(db, { at: now, action: 'auth.signed_in', actorId: user.id, subject: `user:${user.id}` }),
    insertAuditStatement(db, {
      at: now + 1,
      action: 'user.role_changed',
      actorId: 999,
      subject: `user:${user.id}`,
      before: { role: 'user', status: 'same' },
      after: { role: 'admin', status: 'same' },
    }),
  ]);
}

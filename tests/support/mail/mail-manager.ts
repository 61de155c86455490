import { eq } from 'drizzle-orm';
import { type NewEmail, enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import { outbox } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { TestDatabase } from '../app/test-app.ts';
import { listOutboxRows } from './outbox.ts';

type Values = Partial<typeof outbox.$inferInsert>;

/** Puts an email into the outbox, as it is a while later. Returns its id. */
export async function addEmail(test: TestDatabase, values: Values = {}, changes: Partial<NewEmail> = {}) {
  const mail = {
    kind: 'plan-changed',
    dedupeKey: crypto.randomUUID(),
    to: { email: 'mere@example.com' },
    data: { productName: 'GenMate', fromPlan: 'Pro', toPlan: 'Creator', startsOn: null },
    now: test.clock.now(),
    ...changes,
  } as NewEmail;
  await write(test.db, [enqueueEmailStatement(test.deps, mail)]);
  const id = (await listOutboxRows(test)).at(-1)?.id ?? 0;
  if (Object.keys(values).length > 0) {
    await write(test.db, [test.db.orm.update(outbox).set(values).where(eq(outbox.id, id))]);
  }
  return id;
}

export const addSignInCode = (test: TestDatabase, values: Values = {}) =>
  addEmail(test, values, {
    kind: 'sign-in-code',
    data: {},
    secret: { code: '123456', link: `${test.deps.site.url}/login/link#secret-token` },
    expiresAt: test.clock.now() + 10 * 60_000,
  } as Partial<NewEmail>);

/** An email that waits until its action can't be undone any more. */
export const addHeldEmail = (test: TestDatabase, undo = { id: 'undo-1', undoUntil: test.clock.now() + 30_000 }) =>
  addEmail(test, {}, { undo });

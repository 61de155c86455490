import { asc } from 'drizzle-orm';
import type { EmailMessage, Mailer } from '#api/adapters/mailer.ts';
import { type NewEmail, enqueueEmailStatement } from '#api/features/mail/outbox/outbox.service.ts';
import { outbox } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { TestDatabase } from '../app/test-app.ts';

/** Enqueues an email with a code, whose dedupe key is the address. */
export async function enqueueCodeEmail(
  data: TestDatabase,
  email: string,
  changes: Partial<NewEmail> = {},
): Promise<void> {
  const now = data.clock.now();
  const mail = {
    kind: 'sign-in-code',
    dedupeKey: email,
    to: { email },
    secret: { code: '123456', link: `${data.deps.site.url}/login/link#secret-token` },
    expiresAt: now + 10 * 60_000,
    now,
    ...changes,
  } as NewEmail;
  await write(data.db, [enqueueEmailStatement(data.deps, mail)]);
}

/** Enqueues the confirmation email of a waiting list. */
export async function enqueueJoinedEmail(data: TestDatabase, email: string, name = 'Aroha'): Promise<void> {
  const mail = {
    kind: 'waiting-list-joined',
    dedupeKey: `joined:${email}`,
    to: { email },
    data: { productName: 'GenMate', firstName: name, entry: 'abc' },
    now: data.clock.now(),
  } as const;
  await write(data.db, [enqueueEmailStatement(data.deps, mail)]);
}

export const listOutboxRows = (data: TestDatabase) => data.db.orm.select().from(outbox).orderBy(asc(outbox.id));

export type FakeMailer = Mailer & { sent: EmailMessage[]; attempted: string[]; isClosed(): boolean };

/** Accepts every email, after `onSend` has run. */
export function createFakeMailer(onSend: (message: EmailMessage) => unknown = () => undefined): FakeMailer {
  const sent: EmailMessage[] = [];
  const attempted: string[] = [];
  let isClosed = false;
  return {
    sent,
    attempted,
    isClosed: () => isClosed,
    async send(message) {
      attempted.push(message.to.email);
      await onSend(message);
      sent.push(message);
    },
    close() {
      isClosed = true;
    },
  };
}

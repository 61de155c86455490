import { asc } from 'drizzle-orm';
import type { MailMessage, Mailer } from '#api/adapters/mailer.ts';
import { type NewMail, queueMail } from '#api/features/mail/outbox/outbox.ts';
import { outbox } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { TestData } from '../app/test-app.ts';

/** Puts a mail with a code into the outbox. The address says which one it is. */
export async function queueCode(data: TestData, email: string, more: Partial<NewMail> = {}): Promise<void> {
  const now = data.clock.now();
  const mail = {
    kind: 'sign-in-code',
    dedupeKey: email,
    to: { email },
    secret: { code: '123456', link: `${data.deps.site.url}/login/link#secret-token` },
    expiresAt: now + 10 * 60_000,
    now,
    ...more,
  } as NewMail;
  await write(data.db, [queueMail(data.deps, mail)]);
}

/** Puts a mail of a waiting list into the outbox. */
export async function queueJoined(data: TestData, email: string, name = 'Aroha'): Promise<void> {
  const mail = {
    kind: 'waiting-list-joined',
    dedupeKey: `joined:${email}`,
    to: { email },
    data: { productName: 'GenMate', firstName: name, entry: 'abc' },
    now: data.clock.now(),
  } as const;
  await write(data.db, [queueMail(data.deps, mail)]);
}

export const outboxRows = (data: TestData) => data.db.query.select().from(outbox).orderBy(asc(outbox.id));

export type FakeMailer = Mailer & { sent: MailMessage[]; tried: string[]; isClosed(): boolean };

/** Takes every mail, unless `act` throws or waits first. */
export function createFakeMailer(act: (message: MailMessage) => unknown = () => undefined): FakeMailer {
  const sent: MailMessage[] = [];
  const tried: string[] = [];
  let isClosed = false;
  return {
    sent,
    tried,
    isClosed: () => isClosed,
    async send(message) {
      tried.push(message.to.email);
      await act(message);
      sent.push(message);
    },
    close() {
      isClosed = true;
    },
  };
}

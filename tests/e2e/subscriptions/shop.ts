import type { BrowserContextOptions, Page } from 'playwright';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import type { SandboxControl } from '#api/payment-sandbox/payment-sandbox.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { VisitOptions } from '../../support/browser/browser.ts';
import { type Mailbox, openMailbox } from '../../support/mail/mailbox.ts';
import { type Site, startSite } from '../site.ts';
import { createEmailAddress } from '../sign-in-steps.ts';

export type Shop = {
  site: Site;
  mailbox: Mailbox;
  /** What a test can do with the payment sandbox. */
  readonly control: SandboxControl;
  /** Opens a page that may also visit the payment sandbox. */
  open<T>(options: Omit<VisitOptions, 'origin'>, body: (page: Page) => Promise<T>): Promise<T>;
};

/** The built site with its payment sandbox. */
export async function startShop(): Promise<Shop> {
  const site = await startSite();
  const getSandbox = () => {
    if (!site.server.sandbox) throw new Error('The server has no payment sandbox.');
    return site.server.sandbox;
  };
  return {
    site,
    mailbox: openMailbox(site.dataDirectory),
    get control() {
      return getSandbox().control;
    },
    open: (options, body) => site.open({ ...options, otherOrigins: [getSandbox().url] }, body),
  };
}

export type Customer = {
  id: number;
  email: string;
  token: string;
  /** The browser storage of someone who is signed in. */
  storageState: NonNullable<BrowserContextOptions['storageState']>;
};

/** A user who is signed in and has no subscription. */
export async function createCustomer(
  { site }: Shop,
  values: Partial<typeof users.$inferInsert> = {},
): Promise<Customer> {
  const { db } = site.server;
  const now = Date.now();
  const names = { firstName: 'Wiremu', lastName: 'Pōtae' };
  const person = { ...names, ...values, email: createEmailAddress(), createdAt: now, updatedAt: now };
  await write(db, [db.orm.insert(users).values(person)]);
  const user = await db.orm.query.users.findFirst({ where: (table, { eq }) => eq(table.email, person.email) });
  if (!user) throw new Error('The user was not created.');
  const browser = { userAgent: 'Test browser', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(site.server).create(user.id, browser);
  const localStorage = [
    { name: 'user', value: JSON.stringify(toUserJson(user)) },
    { name: 'token', value: token },
  ];
  const storageState = { cookies: [], origins: [{ origin: site.origin, localStorage }] };
  return { id: user.id, email: user.email, token, storageState };
}

import type { BrowserContextOptions, Page } from 'playwright';
import type { Clock } from '#api/clock.ts';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import type { PagePayer, SandboxControl } from '#api/payment-sandbox/payment-sandbox.ts';
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
export async function startShop(clock?: Clock): Promise<Shop> {
  const site = await startSite({}, clock);
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

/** Buys a plan without a browser; Stripe’s id of the subscription, whose row is written. */
export async function subscribe({ site, control }: Shop, customer: Customer, planName: string, payer: PagePayer) {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${site.origin}/api/subscriptions${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${customer.token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const priceId = site.server.payments?.findPriceId(planName, 'month');
  const purchase = { planName, priceId, userId: customer.id, productName: 'GenMate' };
  const { sessionId } = await call('/create-checkout-session', purchase);
  await control.pay(sessionId, payer);
  const { subscription } = await call(`/checkout/${sessionId}`);
  return subscription.stripe_subscription_id as string;
}

/** Rows of the database as plain objects. */
export async function selectRows({ site }: Pick<Shop, 'site'>, sql: string, ...args: (string | number)[]) {
  const { rows } = await site.server.db.client.execute({ sql, args });
  return rows.map((row) => ({ ...row }));
}

/** Everything of a customer at Stripe. */
export function listObjects<K extends 'checkout.session' | 'subscription' | 'invoice'>(
  { control }: Shop,
  kind: K,
  { email }: { email: string },
) {
  const owner = control.list('customer').find((customer) => customer.email === email);
  return control.list(kind).filter(({ customer }) => owner && customer === owner.id);
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
  { site }: Pick<Shop, 'site'>,
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

import { PaymentError, type Payments } from '#api/adapters/payments.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { type StripeCheckLine, type StripeCheckName, stripeCheckNames } from '#api/domain/stripe-report.ts';
import { comparePrices, type PriceResult, type TaxSide, toPriceLine } from './price-check.service.ts';
import {
  checkDeliveries,
  checkEndpoint,
  checkEvents,
  checkSecret,
  type DeliveryFacts,
  findOwnEndpoint,
  UNDELIVERED_SINCE_MS,
} from './webhook-checks.service.ts';

/** Stripe refuses to be answered, and we refuse webhooks, beyond this (ms). */
const CLOCK_MAX_MS = 5 * 60_000;
const CLOCK_WARNING_MS = 30_000;

type Result = Omit<StripeCheckLine, 'name'>;

export type CheckSettings = {
  /** Where Stripe should send its events. */
  webhookUrl: string;
  isProduction: boolean;
  /** STRIPE_ALLOW_TEST_KEY. */
  allowsTestKey: boolean;
  taxSide: TaxSide;
};

export type CheckInput = {
  payments: Payments;
  settings: CheckSettings;
  /** What the running server knows of these events; null where none runs. */
  readDeliveries: ((eventIds: readonly string[]) => Promise<NonNullable<DeliveryFacts>>) | null;
  now: number;
  /** Called with each line as soon as it is known. */
  onLine?: (line: StripeCheckLine) => void;
};

/** What was found; `prices` is null when they could not be read. */
export type AccountCheck = { lines: StripeCheckLine[]; prices: PriceResult[] | null };

/** Reads the account with the configured key and says, line by line, what is right and how to put right what is not. */
export async function checkAccount(input: CheckInput): Promise<AccountCheck> {
  const { payments, settings, onLine } = input;
  const lines: StripeCheckLine[] = [];
  const add = (name: StripeCheckName, result: Result) => {
    lines.push({ name, ...result });
    onLine?.({ name, ...result });
  };
  const sorted = () => lines.sort((a, b) => stripeCheckNames.indexOf(a.name) - stripeCheckNames.indexOf(b.name));
  add('mode', checkMode(payments, settings));
  const connection = await payments.setup.connect().catch(toFailure);
  if (connection instanceof PaymentError) {
    add('key', describeRefusedKey(connection));
    const known = new Set(lines.map(({ name }) => name));
    const reason = connection.status === 401 ? 'Not checked: needs a key that works.' : 'Not checked.';
    for (const name of stripeCheckNames.filter((each) => !known.has(each))) add(name, skipped(reason));
    return { lines: sorted(), prices: null };
  }
  add('key', describeKey(payments, connection.accountName));
  add('clock', checkClock(connection.clockOffset));
  const [, prices] = await Promise.all([
    readOr(() => checkPermissions(payments)).then((result) => add('permissions', result)),
    comparePrices(payments, settings.taxSide).catch(toFailure),
    checkWebhooks(input, add),
    readOr(() => checkPortal(payments)).then((result) => add('portal', result)),
  ]);
  add('prices', prices instanceof PaymentError ? describeUnread(prices) : toPriceLine(prices));
  return { lines: sorted(), prices: prices instanceof PaymentError ? null : prices };
}

const ok = (text: string): Result => ({ state: 'ok', text, details: [], remedy: null, at: null });
const skipped = (text: string): Result => ({ ...ok(text), state: 'skipped' });

function toFailure(error: unknown): PaymentError {
  if (error instanceof PaymentError) return error;
  throw error;
}

/** A key without the permission leaves a line out, which the line about permissions explains; no answer needs another try. */
const describeUnread = ({ status }: PaymentError): Result =>
  status === 403
    ? skipped('Not checked: the key lacks the permission.')
    : {
        ...ok('Couldn’t be checked: Stripe didn’t answer.'),
        state: 'warning',
        remedy: 'Check again in a few minutes.',
      };

async function readOr(read: () => Promise<Result>): Promise<Result> {
  const result = await read().catch(toFailure);
  return result instanceof PaymentError ? describeUnread(result) : result;
}

function describeRefusedKey({ status, message }: PaymentError): Result {
  if (status !== 401) {
    return {
      ...ok(`Stripe didn’t answer: ${message}`),
      state: 'error',
      remedy: 'Check that this server may reach api.stripe.com, look at status.stripe.com, and check again.',
    };
  }
  return {
    ...ok(`Stripe refuses the key: ‘${message}’ Payments fail until there is a new one.`),
    state: 'error',
    remedy:
      'In Stripe, Developers, API keys, make a restricted key with the permissions of docs/stripe.md, set it as STRIPE_SECRET_KEY, and restart.',
  };
}

function describeKey({ setup: { key } }: Payments, accountName: string | null): Result {
  const kind = key.isRestricted ? 'A restricted key' : 'A secret key';
  const owner = accountName === null ? '' : `, belongs to ${accountName}`;
  return ok(`Works. ${kind}, ends in ${key.ending}${owner}.`);
}

function checkMode({ setup: { key }, isSandbox }: Payments, { isProduction, allowsTestKey }: CheckSettings): Result {
  if (isSandbox) return ok('Payment sandbox. No money moves.');
  if (key.isLive) {
    if (isProduction) return ok('Live. Cards are charged.');
    return {
      ...ok('A live key outside production: real cards are charged.'),
      state: 'warning',
      remedy: 'Set STRIPE_SECRET_KEY to a test key (sk_test_... or rk_test_...), or NODE_ENV=production.',
    };
  }
  if (!isProduction) return ok('Test mode. Cards aren’t charged.');
  if (allowsTestKey) return ok('Test mode, allowed by STRIPE_ALLOW_TEST_KEY. Cards aren’t charged.');
  return {
    ...ok('A test key in production: anyone could buy with a test card, so nothing is sold.'),
    state: 'error',
    remedy:
      'Set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and the prices to those of live mode, or STRIPE_ALLOW_TEST_KEY=true on a site for trying things out, and restart.',
  };
}

async function checkPermissions({ setup }: Payments): Promise<Result> {
  if (!setup.key.isRestricted) return ok('A secret key may do everything.');
  const missing = await setup.listMissingPermissions();
  if (missing.length === 0) return ok('The key has every permission that this site uses.');
  const lacks = `The key lacks ${formatCount(missing.length, 'permission')}`;
  const isSelling = missing.every(({ isNeeded }) => !isNeeded);
  return {
    ...ok(
      isSelling
        ? `${lacks} that selling doesn’t need: only what they are for fails.`
        : `${lacks}: what needs them fails.`,
    ),
    state: isSelling ? 'warning' : 'error',
    details: missing.map(({ name, use }) => `${name}, for ${use}`),
    remedy: 'In Stripe, Developers, API keys, edit the restricted key and give it these permissions.',
  };
}

async function checkWebhooks(
  { payments, settings, readDeliveries, now }: CheckInput,
  add: (name: StripeCheckName, result: Result) => void,
): Promise<void> {
  const { setup, isSandbox } = payments;
  const [endpoints, undelivered] = await Promise.all([
    setup.listEndpoints().catch(toFailure),
    setup.listUndelivered(now - UNDELIVERED_SINCE_MS).catch(toFailure),
  ]);
  if (endpoints instanceof PaymentError) {
    add('endpoint', describeUnread(endpoints));
    add('events', describeUnread(endpoints));
  } else {
    const { webhookUrl: url } = settings;
    add('endpoint', checkEndpoint({ endpoints, url, isSandbox, apiVersion: setup.apiVersion }));
    add('events', checkEvents(findOwnEndpoint(endpoints, url)));
  }
  if (undelivered instanceof PaymentError) {
    add('secret', describeUnread(undelivered));
    add('deliveries', describeUnread(undelivered));
    return;
  }
  const facts = readDeliveries && (await readDeliveries(undelivered.map(({ id }) => id)));
  add('secret', checkSecret({ facts, undelivered, now }));
  add('deliveries', checkDeliveries({ facts, undelivered, now }));
}

async function checkPortal({ setup }: Payments): Promise<Result> {
  await setup.checkPortal();
  return ok('Opens for cards and invoices. Plans are changed on this site.');
}

function checkClock(offset: number | null): Result {
  if (offset === null) return skipped('Not checked: Stripe didn’t say what time it is.');
  const size = Math.abs(offset);
  if (size < CLOCK_WARNING_MS) return ok(`${formatSeconds(size)} off. Stripe accepts up to 5 minutes.`);
  const side = offset > 0 ? 'fast' : 'slow';
  const consequence =
    size > CLOCK_MAX_MS
      ? `Events of Stripe are refused as ${offset > 0 ? 'too old' : 'from the future'}.`
      : 'From 5 minutes on, events of Stripe are refused.';
  return {
    ...ok(`${formatSpan(size)} ${side}. ${consequence}`),
    state: size > CLOCK_MAX_MS ? 'error' : 'warning',
    remedy: 'Synchronise the clock of this server, for example with ‘timedatectl set-ntp true’.',
  };
}

const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const formatSpan = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1_000)} seconds` : formatCount(Math.round(ms / 60_000), 'minute');

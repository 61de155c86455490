import './closed-output.ts';
import { existsSync } from 'node:fs';
import { lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { type DeepResult, runDeepCheck } from '#api/adapters/stripe/deep-check/run-deep-check.ts';
import { createStripePayments } from '#api/adapters/stripe/stripe-payments.ts';
import { WEBHOOK_PATH } from '#api/adapters/stripe/start-payments.ts';
import { systemClock } from '#api/clock.ts';
import { type Env, readEnv } from '#api/env.ts';
import { setCatalogueSource } from '#api/domain/catalogue.ts';
import type { Catalogue } from '#api/domain/catalogue-types.ts';
import { type SiteFacts, setSiteFactsSource } from '#api/domain/site-facts.ts';
import { type StripeCheckLine, type StripeReport, stripeCheckTitles } from '#api/domain/stripe-report.ts';
import { readTaxSide, type TaxSide } from '#api/features/stripe-check/price-check.service.ts';
import { checkAccount } from '#api/features/stripe-check/account-check.service.ts';
import { PublishedSite } from '#api/published-site.ts';
import { databaseFile, openDatabase } from '#db/client.ts';
import { callControlSocket, runCommand } from './control-client.ts';

type RunningCheck = { report: StripeReport | null; facts: SiteFacts; catalogue: Catalogue; taxSide: TaxSide };

const MARKS = { ok: 'ok       ', warning: 'WARNING  ', error: 'WRONG    ', skipped: '-        ' };
const TITLE_WIDTH = 18;

// With keys in the settings the account is read from here, so that new keys can be tried before a restart. The running
// server, if there is one, says which webhooks came, and refreshes what it knows; without keys it checks its sandbox.
await runCommand(async () => {
  const env = readEnv();
  if (process.argv.includes('--deep')) return compareBehaviour(env);
  const running = await callControlSocket<RunningCheck>('POST', '/stripe-check').catch(() => null);
  const lines = env.stripe === null ? running?.report?.lines : await checkConfigured(env, running);
  if (!lines) {
    throw new Error('Nothing to check. Set STRIPE_SECRET_KEY and the settings beside it. docs/stripe.md says how.');
  }
  for (const line of lines) process.stdout.write(formatLine(line));
  const wrong = lines.filter(({ state }) => state === 'error').length;
  process.stdout.write(wrong === 0 ? '\nNothing is wrong.\n' : `\n${wrong} wrong.\n`);
  if (wrong > 0) process.exitCode = 1;
});

/** Compares how Stripe behaves with what this program and its payment sandbox expect, in a test account. */
async function compareBehaviour(env: Env): Promise<void> {
  if (env.stripe === null) throw new Error('Nothing to compare with. Set STRIPE_SECRET_KEY to a test key.');
  process.stdout.write('This takes some minutes: each row waits for a test clock of its own.\n');
  const results = await runDeepCheck({
    ...env.stripe,
    clock: systemClock,
    onResult: (result) => process.stdout.write(formatResult(result)),
  });
  const different = results.filter(({ isSame }) => !isSame).length;
  const summary = `${results.length - different} of ${results.length} as the payment sandbox has them.`;
  process.stdout.write(`\n${summary}\n`);
  if (different > 0) process.exitCode = 1;
}

function formatResult({ name, source, expected, got, isSame }: DeepResult): string {
  if (isSame) return `${MARKS.ok}${name}\n`;
  const indent = ' '.repeat(MARKS.ok.length);
  const lines = [`expected ${JSON.stringify(expected)}`, `got      ${JSON.stringify(got)}`, `by ${source}`];
  return [`DIFFERS  ${name}`, ...lines.map((line) => indent + line), ''].join('\n');
}

async function checkConfigured(env: Env, running: RunningCheck | null) {
  if (env.stripe === null) return [];
  const taxSide = running ? running.taxSide : await readSite(env);
  if (running) {
    setSiteFactsSource(() => running.facts);
    setCatalogueSource(() => running.catalogue);
  }
  const now = () => Date.now();
  const { lines } = await checkAccount({
    payments: createStripePayments({ ...env.stripe, sandboxUrl: null, now }),
    settings: {
      webhookUrl: `${env.SITE_URL}${WEBHOOK_PATH}`,
      isProduction: env.NODE_ENV === 'production',
      allowsTestKey: env.STRIPE_ALLOW_TEST_KEY === 'true',
      taxSide,
    },
    readDeliveries: running && ((ids) => callControlSocket('POST', '/stripe-check/deliveries', { ids })),
    now: now(),
  });
  return lines;
}

/** Prices are compared in the currency and with the tax of the published settings. One process opens the database at a time. */
async function readSite(env: Env): Promise<TaxSide> {
  const file = databaseFile(env.DATABASE_URL);
  if (file !== null && !existsSync(file)) {
    throw new Error(
      `There is no database yet: ${file}. Start the site once, so that prices are compared in its currency.`,
    );
  }
  const lock = lockDataDirectory(env.DATA_DIR);
  try {
    if (file !== null) lock.lockDatabase(file);
    const db = await openDatabase(env.DATABASE_URL, env.DATABASE_AUTH_TOKEN);
    const site = await PublishedSite.open(db).finally(() => db.client.close());
    return readTaxSide(site.content.settings.tax);
  } finally {
    lock.release({ isClean: lock.wasCleanShutdown });
  }
}

function formatLine({ name, state, text, details, remedy }: StripeCheckLine): string {
  const indent = ' '.repeat(MARKS.ok.length + TITLE_WIDTH);
  const rest = [...details.map((detail) => `- ${detail}`), ...(remedy === null ? [] : [`> ${remedy}`])];
  return [
    `${MARKS[state]}${stripeCheckTitles[name].padEnd(TITLE_WIDTH)}${text}`,
    ...rest.map((each) => indent + each),
    '',
  ].join('\n');
}

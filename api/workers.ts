import { join } from 'node:path';
import { findLibsqlServer } from '#api/adapters/libsql-dump.ts';
import { createFileMailer } from '#api/adapters/file-mailer.ts';
import type { Mailer } from '#api/adapters/mailer.ts';
import { createSmtpMailer } from '#api/adapters/smtp-mailer.ts';
import { publicHosts } from '#api/adapters/safe-fetch/public-host.ts';
import { createWebhookSender } from '#api/adapters/webhook-sender.ts';
import { BackupWorker } from '#api/backups/backup-worker.ts';
import type { ChangeArchive } from '#api/backups/wal/change-archive.ts';
import { createBackupStore } from '#api/backups/backup-store.ts';
import { AlertWatch } from '#api/features/alerts/alert-watch.service.ts';
import type { DirectAlerts } from '#api/features/alerts/direct-alerts.service.ts';
import { ComplimentaryPlanWorker } from '#api/features/complimentary-plans/worker.service.ts';
import { ImportWorker } from '#api/features/imports/worker.service.ts';
import { OutboxWorker } from '#api/features/mail/outbox/worker.service.ts';
import { PublicationTextWorker } from '#api/features/openshelf/texts/worker.service.ts';
import { OpenshelfWebhookWorker } from '#api/features/openshelf/webhooks/worker.service.ts';
import { PriceMoveWorker } from '#api/features/price-moves/worker.service.ts';
import { TaxMoveWorker } from '#api/features/tax-moves/worker.service.ts';
import { PurgeWorker } from '#api/features/publishes/purges/worker.service.ts';
import { SiteScheduleWorker } from '#api/features/site-changes/schedule/worker.service.ts';
import { readTaxSide } from '#api/features/stripe-check/price-check.service.ts';
import { StripeCheck } from '#api/features/stripe-check/stripe-check.service.ts';
import { SubscriptionWebhookWorker } from '#api/features/subscription-webhooks/worker.service.ts';
import { BillingWorker } from '#api/features/subscriptions/webhooks/worker.service.ts';
import { BlacklistWorker } from '#api/features/users/blacklist/worker.service.ts';
import { UserDeletionWorker } from '#api/features/users/deletion/worker.service.ts';
import { region } from '#api/domain/region.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { siteParts } from './site-parts.ts';

export type WorkerDeps = Omit<
  Deps,
  | 'publisher'
  | 'outboxWorker'
  | 'billingWorker'
  | 'userDeletions'
  | 'blacklistWorker'
  | 'complimentaryPlans'
  | 'priceMoves'
  | 'taxMoves'
  | 'siteSchedules'
  | 'importWorker'
  | 'openshelfWebhooks'
  | 'subscriptionWebhooks'
  | 'openshelfTexts'
  | 'purges'
  | 'stripeCheck'
  | 'purchaseRehearsals'
  | 'backups'
> & {
  /** Publishes what a worker has put into its queue. */
  publisher: Pick<Deps['publisher'], 'wake'>;
  directAlerts: Pick<DirectAlerts, 'report'>;
};

type Options = {
  env: Env;
  /** Where the payment provider sends its events. */
  webhookUrl: () => string;
  /** Prints a line on the terminal; without a mail server, codes are printed there. */
  print?: ((line: string) => void) | undefined;
  /** Keeps the changes between backups, where the database is a file. */
  changes?: ChangeArchive | null;
};

export type Workers = ReturnType<typeof createWorkers>;

/** Everything that does what the database says is due, but the publisher. Shared with `npm run dev`. */
export function createWorkers(deps: WorkerDeps, options: Options) {
  const outboxWorker = createOutboxWorker(deps, options);
  const purges = createPurgeWorker(deps, options);
  const backups = createBackupWorker(deps, options.env, options.changes);
  const subscriptionWebhooks = new SubscriptionWebhookWorker({ ...deps, hosts: publicHosts });
  const billing = { ...deps, outboxWorker, subscriptionWebhooks };
  return {
    outboxWorker,
    billingWorker: createBillingWorker(billing),
    userDeletions: new UserDeletionWorker(billing),
    blacklistWorker: new BlacklistWorker(billing),
    complimentaryPlans: new ComplimentaryPlanWorker(billing),
    priceMoves: new PriceMoveWorker(billing),
    taxMoves: new TaxMoveWorker(billing),
    siteSchedules: new SiteScheduleWorker({ ...deps, parts: siteParts }),
    importWorker: new ImportWorker({ ...deps, parts: siteParts }),
    openshelfWebhooks: createOpenshelfWebhookWorker(deps),
    subscriptionWebhooks,
    purges,
    openshelfTexts: new PublicationTextWorker(deps),
    stripeCheck: createStripeCheck(deps, options),
    backups,
    alertWatch: new AlertWatch({ ...deps, outboxWorker, purges, backups }),
  };
}

export function startWorkers(workers: Workers): void {
  workers.outboxWorker.start();
  workers.billingWorker.start();
  workers.userDeletions.wake();
  workers.blacklistWorker.wake();
  workers.complimentaryPlans.wake();
  workers.priceMoves.wake();
  workers.taxMoves.wake();
  workers.siteSchedules.wake();
  workers.importWorker.wake();
  workers.openshelfWebhooks.wake();
  workers.subscriptionWebhooks.wake();
  workers.purges.start();
  workers.openshelfTexts.wake();
  workers.stripeCheck.start();
  workers.backups.wake();
  workers.alertWatch.wake();
}

/** After a publish: prices that changed are compared with the provider, and products are told what changed in plans. */
export function followCatalogue(workers: {
  stripeCheck: Pick<StripeCheck, 'followCatalogue'>;
  subscriptionWebhooks: Pick<SubscriptionWebhookWorker, 'wake'>;
}): void {
  workers.stripeCheck.followCatalogue();
  workers.subscriptionWebhooks.wake();
}

export const stopWorkers = (workers: Workers) => Promise.all(Object.values(workers).map((worker) => worker.stop()));

/** Sends mails by SMTP_URL; without one they become files, and codes are printed, but never in production, where output is a log. */
export function createMailer(
  deps: Pick<WorkerDeps, 'site' | 'accounts'>,
  { env, print = (line) => process.stdout.write(`${line}\n`) }: Pick<Options, 'env' | 'print'>,
): Mailer {
  const from = () => {
    const { company, mail } = deps.site.settings;
    return { name: mail.sender_name || company.name, email: env.MAIL_FROM ?? company.email };
  };
  if (env.SMTP_URL) return createSmtpMailer({ url: env.SMTP_URL, from });
  const directory = join(env.DATA_DIR, 'outbox');
  return createFileMailer({ directory, from, printLine: deps.accounts.isProduction ? null : print });
}

/** The host and the port of the mail server, which the settings of the server name; its password stays there. */
export const getMailServer = ({ SMTP_URL: url }: Pick<Env, 'SMTP_URL'>): string | null =>
  url ? new URL(url).host : null;

function createOutboxWorker(deps: WorkerDeps, options: Options): OutboxWorker {
  if (!options.env.SMTP_URL && deps.accounts.isProduction)
    deps.log.warn('MAIL=outbox: emails are saved as files in DATA_DIR/outbox, none is sent');
  return new OutboxWorker({ ...deps, mailer: createMailer(deps, options) });
}

/** The worker of the event inbox; one that does nothing where nothing can be bought. */
function createBillingWorker(
  deps: WorkerDeps & Pick<Deps, 'outboxWorker' | 'subscriptionWebhooks'>,
): Pick<BillingWorker, 'start' | 'wake' | 'whenIdle' | 'reconcile' | 'stop'> {
  const { payments } = deps;
  if (payments) return new BillingWorker({ ...deps, payments });
  return {
    start: () => undefined,
    wake: () => undefined,
    whenIdle: async () => undefined,
    reconcile: () => Promise.reject(new Error('Nothing can be bought here.')),
    stop: async () => undefined,
  };
}

const createStripeCheck = (
  { db, payments, clock, log, accounts, publisher, site }: WorkerDeps,
  { env, webhookUrl }: Options,
): StripeCheck =>
  new StripeCheck({
    db,
    payments,
    clock,
    log,
    publisher,
    settings: {
      webhookUrl,
      isProduction: accounts.isProduction,
      allowsTestKey: env.STRIPE_ALLOW_TEST_KEY === 'true',
    },
    taxSide: () => readTaxSide(site.settings.tax),
  });

/** Without an address, webhooks stay queued. */
function createOpenshelfWebhookWorker(deps: WorkerDeps): Pick<OpenshelfWebhookWorker, 'wake' | 'stop'> {
  const { serviceKey, webhookUrl } = deps.openshelf;
  if (serviceKey === null || webhookUrl === null) return { wake: () => undefined, stop: async () => undefined };
  const send = createWebhookSender({
    url: webhookUrl,
    secret: serviceKey,
    signatureHeader: 'x-openshelf-signature',
    now: () => deps.clock.now(),
  });
  return new OpenshelfWebhookWorker({ ...deps, send });
}

/** Without an address no purge is queued; those of earlier settings wait until there is one again. */
function createPurgeWorker(
  deps: WorkerDeps,
  { env }: Options,
): Pick<PurgeWorker, 'start' | 'wake' | 'findFailure' | 'stop'> {
  const { PUBLISH_WEBHOOK_URL: url, PUBLISH_WEBHOOK_SECRET: secret } = env;
  if (!url || !secret)
    return {
      start: () => undefined,
      wake: () => undefined,
      findFailure: async () => null,
      stop: async () => undefined,
    };
  const send = createWebhookSender({
    url,
    secret,
    signatureHeader: 'x-site-signature',
    now: () => deps.clock.now(),
  });
  return new PurgeWorker({ ...deps, send, release: deps.site.release });
}

/** Shared with `npm run backup`. */
export const createBackupWorker = (
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'space' | 'files'>,
  env: Env,
  changes: ChangeArchive | null = null,
): BackupWorker =>
  new BackupWorker({
    ...deps,
    changes,
    store: createBackupStore(env),
    timeZone: region.timeZone,
    libsqlServer: findLibsqlServer(env),
  });

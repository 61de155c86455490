import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { demoUsers } from '#db/seed/users.ts';
import { isLocalHost } from '#api/domain/local-host.ts';
import { findStripeIssues, stripeFields, toStripeKeys } from './stripe-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const origin = httpUrl.refine((value) => URL.parse(value)?.origin === value.replace(/\/$/, ''), {
  error: 'must be an origin without a path, such as https://www.example.com',
});

/** https, or anything on this machine; compared as a whole, so no path, user or wildcard. */
const callbackOrigin = origin
  .refine((value) => value.startsWith('https:') || isLocalHost(URL.parse(value)?.hostname ?? ''), {
    error: 'must be https origins (http only for localhost)',
  })
  .transform((value) => URL.parse(value)?.origin ?? value);
const commaSeparatedList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
/** Above so many sign-in codes an hour over the whole site, each needs a proof of work. */
export const DEFAULT_BREAKER_STARTS_PER_HOUR = 1_000;
/** The same for joining a waiting list. */
export const DEFAULT_BREAKER_JOINS_PER_HOUR = 500;
const perHour = z.coerce.number().int().min(1).max(100_000_000);

/** Who is an admin of the demo site. */
const DEMO_ADMINS = demoUsers.filter((user) => user.role === 'admin').map((user) => user.email);

/** Who signs in as admin on one's own machine: of a new site not somebody of the demo, since the address becomes a part of it. */
const findLocalAdmins = (startsWithFirstRun: boolean): string[] =>
  startsWithFirstRun ? ['owner@example.com'] : DEMO_ADMINS;

const S3_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    PORT: port.default(4321),
    HOST: z.string().min(1).default('127.0.0.1'),
    SITE_URL: origin.optional(),
    DATA_DIR: z.string().min(1).default('./data'),
    BACKUPS_DIR: z.string().min(1).optional(),
    DATABASE_URL: z
      .string()
      .regex(/^(file|libsql|https?|wss?):/, 'must start with file:, libsql:, http(s): or ws(s):')
      .optional(),
    DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
    DEMO_CONTENT: z.enum(['true', 'false', 'pages'], 'must be true, false or pages').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    OG_IMAGES: z.enum(['true', 'false']).default('true'),
    ALERT_WEBHOOK_URL: httpUrl.optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    RELEASES_KEPT: z.coerce.number().int().min(2).max(1_000).default(30),
    PUBLISH_WEBHOOK_URL: httpUrl.optional(),
    PUBLISH_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    OPENSHELF_SERVICE_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
    OPENSHELF_WEBHOOK_URL: httpUrl.optional(),
    APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    ADMIN_EMAILS: commaSeparatedList
      .pipe(z.array(z.email('must be email addresses separated by commas').toLowerCase()))
      .optional(),
    CALLBACK_ORIGINS: commaSeparatedList.pipe(z.array(callbackOrigin)).default([]),
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    BREAKER_STARTS_PER_HOUR: perHour.default(DEFAULT_BREAKER_STARTS_PER_HOUR),
    BREAKER_JOINS_PER_HOUR: perHour.default(DEFAULT_BREAKER_JOINS_PER_HOUR),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps URL' }).optional(),
    MAIL: z.enum(['outbox'], 'must be outbox or empty').optional(),
    MAIL_FROM: z.email('must be an email address').optional(),
    S3_ENDPOINT: httpUrl.optional(),
    S3_BUCKET: z.string().min(1).optional(),
    S3_REGION: z.string().min(1).optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    OBJECT_CACHE_MB: z.coerce.number().int().min(16).max(1_000_000).default(2_048),
    ...stripeFields,
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.APP_SECRET, {
    path: ['APP_SECRET'],
    error: 'is required in production: at least 32 random characters that never change',
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.SITE_URL, {
    path: ['SITE_URL'],
    error:
      'is required in production: the address that visitors use, such as https://www.example.com; links in emails lead there',
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.SMTP_URL || env.MAIL === 'outbox', {
    path: ['SMTP_URL'],
    error: 'is required in production; set MAIL=outbox instead to save emails as files and send none',
  })
  .refine((env) => !env.SMTP_URL || !env.MAIL, { path: ['MAIL'], error: 'must be empty when SMTP_URL is set' })
  .refine((env) => !env.PUBLISH_WEBHOOK_URL || env.PUBLISH_WEBHOOK_SECRET, {
    path: ['PUBLISH_WEBHOOK_SECRET'],
    error: 'is required when PUBLISH_WEBHOOK_URL is set',
  })
  .refine((env) => !env.OPENSHELF_WEBHOOK_URL || env.OPENSHELF_SERVICE_KEY, {
    path: ['OPENSHELF_SERVICE_KEY'],
    error: 'is required when OPENSHELF_WEBHOOK_URL is set: webhooks are signed with it',
  })
  .superRefine((env, context) => {
    for (const { setting, message } of findStripeIssues(env)) {
      context.addIssue({ code: 'custom', path: [setting], message });
    }
  })
  .superRefine((env, context) => {
    if (S3_SETTINGS.every((name) => env[name] === undefined)) return;
    const message = `is missing: set all of ${S3_SETTINGS.join(', ')}, or none of them`;
    for (const name of S3_SETTINGS)
      if (env[name] === undefined) context.addIssue({ code: 'custom', path: [name], message });
  })
  .superRefine((env, context) => {
    if (!isDatabaseServer(env)) return;
    for (const [setting, message] of findSharedSettingIssues(env))
      context.addIssue({ code: 'custom', path: [setting], message });
  });

/** Whether the database is a libSQL server, which any number of servers share; else a file, which one server opens. */
export const isDatabaseServer = ({ DATABASE_URL: url }: { DATABASE_URL?: string | undefined }): boolean =>
  url !== undefined && !url.startsWith('file:');

/** Whether plans can be bought: through Stripe, or in the payment sandbox, which is for one server with a database file in development. */
export const hasPayments = (env: Pick<Env, 'stripe' | 'NODE_ENV' | 'DATABASE_URL'>): boolean =>
  env.stripe !== null || (env.NODE_ENV !== 'production' && !isDatabaseServer(env));

/** What several servers must share, or can't have on the disk of one of them. */
function findSharedSettingIssues(env: Record<string, unknown>): [setting: string, message: string][] {
  const issues: [string, string][] = [];
  if (S3_SETTINGS.every((name) => env[name] === undefined))
    issues.push([
      'DATABASE_URL',
      `is a libSQL server, so pages, images and videos must be in a bucket that every server reads: set all of ${S3_SETTINGS.join(', ')}, or use a file`,
    ]);
  // In production it is required anyway, with a sentence of its own.
  if (env.NODE_ENV !== 'production' && env.APP_SECRET === undefined)
    issues.push([
      'APP_SECRET',
      'is required when DATABASE_URL is a libSQL server: at least 32 random characters, the same on every server',
    ]);
  if (env.BACKUPS_DIR !== undefined)
    issues.push([
      'BACKUPS_DIR',
      'must be empty when DATABASE_URL is a libSQL server: it is a folder of one machine, and any of several servers may run',
    ]);
  if (env.PAYMENT_SANDBOX_PORT !== undefined)
    issues.push([
      'PAYMENT_SANDBOX_PORT',
      'must be empty when DATABASE_URL is a libSQL server: the payment sandbox is for one server with a database file',
    ]);
  return issues;
}

/** The names of every setting that is read; .env.example lists the same (checked by a test). */
export const settingNames = Object.keys(schema.shape);

export type Env = ReturnType<typeof readEnv>;

/** A bucket of any service with the S3 protocol. */
export type S3Settings = NonNullable<ReturnType<typeof toS3Settings>>;

/** A setting is missing or wrong; the message names each one, and is all that the operator needs to see. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads the settings: the one reader of the environment, and of a file `.env` beneath it. Empty values count as not set.
 * @throws SettingsError that names every wrong setting.
 */
export function readEnv(source: Record<string, string | undefined> = readEnvSources()) {
  const rawSettings = settingNames.map((name) => [name, source[name]?.trim() || undefined]);
  const parsed = schema.safeParse(Object.fromEntries(rawSettings));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`);
    throw new SettingsError(`Fix these settings:\n${lines.join('\n')}\nSee .env.example for what each one means.`);
  }
  const env = parsed.data;
  const dataDir = resolve(env.DATA_DIR);
  const demoContent = env.DEMO_CONTENT ?? (env.NODE_ENV === 'production' ? 'false' : 'true');
  const startsWithFirstRun = demoContent === 'false';
  return {
    ...env,
    DATA_DIR: dataDir,
    BACKUPS_DIR: env.BACKUPS_DIR && resolve(env.BACKUPS_DIR),
    SITE_URL: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    DATABASE_URL: env.DATABASE_URL ?? `file:${dataDir}/app.db`,
    ADMIN_EMAILS: env.ADMIN_EMAILS ?? (env.NODE_ENV === 'production' ? [] : findLocalAdmins(startsWithFirstRun)),
    s3: toS3Settings(env),
    stripe: toStripeKeys(env),
    openshelf: { serviceKey: env.OPENSHELF_SERVICE_KEY ?? null, webhookUrl: env.OPENSHELF_WEBHOOK_URL ?? null },
    startsWithFirstRun,
    seedDemoContent: demoContent === 'true',
  };
}

/** Whether this process runs in production; also where its settings can't be read. */
export const isProductionProcess = (source: Record<string, string | undefined> = readEnvSources()): boolean =>
  source.NODE_ENV?.trim() === 'production';

/** The bucket for uploads, or null when they are kept on the disk. */
function toS3Settings(env: Partial<Record<(typeof S3_SETTINGS)[number], string>>) {
  if (!env.S3_ENDPOINT) return null;
  return {
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  };
}

/** The first socket that systemd passes to a service. */
const FIRST_SOCKET = 3;

/**
 * The file descriptor of a socket that systemd opened for this process (socket activation), or null. While the server restarts,
 * connections wait in it instead of being refused.
 */
export function readListenSocket(
  source: Record<string, string | undefined> = process.env,
  pid = process.pid,
): number | null {
  // Both are inherited by children, for whom the sockets are not.
  if (Number(source.LISTEN_PID) !== pid || source.LISTEN_FDS === undefined) return null;
  if (source.LISTEN_FDS === '1') return FIRST_SOCKET;
  throw new SettingsError('systemd passes more than one socket. Give the .socket unit one ListenStream.');
}

/** The environment, over what a file `.env` in the current directory says. */
function readEnvSources(): Record<string, string | undefined> {
  return { ...(existsSync('.env') && parseEnv(readFileSync('.env', 'utf8'))), ...process.env };
}

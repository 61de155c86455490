/**
 * The message to whoever runs the site about one part of the server that fails. `waitMs`: how long the part must have failed,
 * because it can heal by itself, and how long it must have worked before the fault is over.
 */
type Alert = {
  subject: string;
  /** What it means for readers and editors. */
  meaning: string;
  /** What to do. */
  remedy: string;
  /** The screen where it is done, and its button. */
  link: { path: string; label: string };
  waitMs: number;
  /**
   * `outbox`: by an email of the outbox, from the server that leads. `memory`: by an email past the outbox, from each server that sees it,
   * because the database may not take a row. `webhook`: by no email, which wouldn't arrive. All three also call ALERT_WEBHOOK_URL.
   */
  way: 'outbox' | 'memory' | 'webhook';
};

const HEALING_MS = 5 * 60_000;
/** Long enough for the restart of a database server. */
const OUTAGE_MS = 60_000;

export const alerts = {
  database: {
    subject: 'The database can’t be reached',
    meaning: 'Pages are still served. Nothing can be saved or published, and no one can sign in.',
    remedy: 'Check the libSQL server of DATABASE_URL, and the network to it.',
    link: { path: '/admin/system', label: 'See the server' },
    waitMs: OUTAGE_MS,
    way: 'memory',
  },
  pages: {
    subject: 'Pages can’t be read',
    meaning: 'Visitors get an error in place of pages.',
    remedy: 'Check the data directory, and the bucket of S3_BUCKET.',
    link: { path: '/admin/system', label: 'See the server' },
    waitMs: OUTAGE_MS,
    way: 'memory',
  },
  mail: {
    subject: 'Emails aren’t being sent',
    meaning: 'The mail server takes nothing. Emails wait until it does.',
    remedy: 'Check SMTP_URL and the mail server.',
    link: { path: '/admin/mail', label: 'See waiting emails' },
    waitMs: HEALING_MS,
    way: 'webhook',
  },
  disk_full: {
    subject: 'The disk is full',
    meaning: 'Pages are still served. Nothing can be saved or published.',
    remedy: 'Delete what isn’t needed on the machine, or give it a larger disk.',
    link: { path: '/admin/system', label: 'See the server' },
    waitMs: OUTAGE_MS,
    way: 'memory',
  },
  disk: {
    subject: 'The disk is running out of space',
    meaning: 'When no space is left, pages are still served, but nothing can be saved or published.',
    remedy: 'Delete what isn’t needed on the machine, or give it a larger disk.',
    link: { path: '/admin/system', label: 'See the server' },
    waitMs: OUTAGE_MS,
    way: 'memory',
  },
  backups: {
    subject: 'There’s no proven backup',
    meaning:
      'Backups, or the copies of changes between them, aren’t proven. What is saved now could be lost with the server.',
    remedy: 'See why the last one failed, fix it, and back up now.',
    link: { path: '/admin/system', label: 'See the backups' },
    waitMs: 0,
    way: 'outbox',
  },
  billing: {
    subject: 'Billing differs from Stripe',
    meaning:
      'The nightly comparison found differences that it couldn’t repair. Someone may have paid for what they don’t get, or the other way round.',
    remedy: 'Look at each difference, then compare again.',
    link: { path: '/admin/billing?view=reconciliation', label: 'See the differences' },
    waitMs: 0,
    way: 'outbox',
  },
  publishing: {
    subject: 'A change couldn’t be published',
    meaning: 'What was live before stays live. Readers don’t see the change.',
    remedy: 'See why, and publish it again.',
    link: { path: '/admin/publishing', label: 'See failed publishes' },
    waitMs: HEALING_MS,
    way: 'outbox',
  },
  uploads: {
    subject: 'Images and videos can’t be stored or read',
    meaning: 'Uploads fail, and images may be missing on pages.',
    remedy: 'Check the bucket of S3_BUCKET and its access key, or the folder of uploads.',
    link: { path: '/admin/system', label: 'See the server' },
    waitMs: HEALING_MS,
    way: 'outbox',
  },
} as const satisfies Record<string, Alert>;

export type AlertKind = keyof typeof alerts;
export const alertKinds = Object.keys(alerts) as [AlertKind, ...AlertKind[]];

/** `begun`: it fails. `reminder`: it still does, a day later. `over`: it works again. */
export const alertStates = ['begun', 'reminder', 'over'] as const;
export type AlertState = (typeof alertStates)[number];

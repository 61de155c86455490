import type { Env } from '#api/env.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { Database } from '#db/client.ts';
import { listUsersWithPermission } from '#db/queries/permission-holders.ts';
import type { AlertContacts } from './alert-memory.service.ts';
import type { DirectAlerts } from './direct-alerts.service.ts';

/** How often it is read again whom alerts go to (ms). */
const CONTACTS_MS = 60_000;

/** Whom the site mails alerts to, and how its emails look. Before the first admin has signed in these are the ones of the settings. */
export async function readAlertContacts(
  { db, content, now }: { db: Database; content: Pick<SiteContent, 'settings' | 'brand'>; now: number },
  env: Pick<Env, 'ADMIN_EMAILS' | 'MAIL_FROM'>,
): Promise<AlertContacts> {
  const users = await listUsersWithPermission(db, 'system.manage', now);
  const { company, mail, language } = content.settings;
  const receivers = users.map(({ email, firstName }) => ({ email, firstName }));
  return {
    receivers: receivers.length > 0 ? receivers : toReceivers(env.ADMIN_EMAILS),
    sender: { name: mail.sender_name || company.name, email: env.MAIL_FROM ?? company.email },
    siteName: company.name,
    timeZone: language.time_zone,
    palette: { ...content.brand.palette },
  };
}

/** Tells again and again whom to tell, while the database says so: it may be away when an alert is due. Returns what ends that. */
export function followAlertContacts(
  read: () => Promise<AlertContacts>,
  directAlerts: Pick<DirectAlerts, 'remember'>,
): () => void {
  const remember = async () => directAlerts.remember(await read());
  // The contacts of the last time are kept.
  const timer = setInterval(() => void remember().catch(() => undefined), CONTACTS_MS).unref();
  return () => clearInterval(timer);
}

/** While a server has never read its database: the admins of the settings, in the name of the address of the site. */
export function createFirstContacts(env: Pick<Env, 'ADMIN_EMAILS' | 'MAIL_FROM' | 'SITE_URL'>): AlertContacts {
  const siteName = new URL(env.SITE_URL).hostname;
  return {
    receivers: toReceivers(env.ADMIN_EMAILS),
    sender: { name: siteName, email: env.MAIL_FROM ?? env.ADMIN_EMAILS[0] ?? `alerts@${siteName}` },
    siteName,
    timeZone: 'UTC',
    palette: null,
  };
}

const toReceivers = (emails: readonly string[]) => emails.map((email) => ({ email, firstName: null }));

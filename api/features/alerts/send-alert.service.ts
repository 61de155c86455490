import { createHash } from 'node:crypto';
import { createFileMailer } from '#api/adapters/file-mailer.ts';
import { createSmtpMailer } from '#api/adapters/smtp-mailer.ts';
import { createWebhookSender } from '#api/adapters/webhook-sender.ts';
import { alerts } from '#api/domain/alerts.ts';
import type { Palette } from '#api/domain/brand-palette.ts';
import { renderAlertEmail } from '#api/features/mail/templates/templates.service.ts';
import type { AlertContacts } from './alert-memory.service.ts';
import { type DirectAlert, type SendAlert, WEBHOOK } from './direct-alerts.service.ts';

type Options = {
  siteUrl: string;
  /** The machine that tells: of several servers each tells what it sees. */
  server: string;
  smtpUrl: string | undefined;
  webhookUrl: string | undefined;
  /** The folder in which emails become files without a mail server. */
  outboxDirectory: string;
  now: () => number;
};

/** Sends alerts by SMTP and HTTP, each over a connection of its own, so that nothing is kept open for what rarely happens. */
export function createAlertSender(options: Options): SendAlert {
  return async function sendAlert(alert, contacts) {
    await (alert.target === WEBHOOK ? post(options, alert, contacts) : mail(options, alert, contacts));
  };
}

async function mail(options: Options, alert: DirectAlert, contacts: AlertContacts): Promise<void> {
  const { siteUrl, server, smtpUrl, outboxDirectory, now } = options;
  const { id, kind, state, since, reason, target } = alert;
  const { siteName, timeZone, palette, sender, receivers } = contacts;
  const branding = { name: siteName, url: siteUrl, palette: palette === null ? undefined : (palette as Palette) };
  const rendered = renderAlertEmail(
    { branding, timeZone },
    {
      firstName: receivers.find(({ email }) => email === target)?.firstName ?? null,
      alert: kind,
      state,
      since,
      reason: `${reason ?? 'It fails.'} Seen by the server ${server}.`,
    },
  );
  const from = () => sender;
  const mailer = smtpUrl
    ? createSmtpMailer({ url: smtpUrl, from })
    : createFileMailer({ directory: outboxDirectory, from, printLine: null });
  const digest = createHash('sha256').update(`${server} ${id}`).digest();
  try {
    await mailer.send({
      ...rendered,
      // The name of the file without a mail server; ids of the outbox are smaller.
      id: digest.readUIntBE(0, 6) + 1e12,
      messageId: `alert-${digest.toString('hex').slice(0, 32)}@${new URL(siteUrl).hostname}`,
      date: now(),
      to: { email: target },
      code: null,
    });
  } finally {
    mailer.close();
  }
}

/** JSON that Slack and Mattermost show by its `text`. */
async function post(options: Options, alert: DirectAlert, { siteName }: AlertContacts): Promise<void> {
  const { siteUrl, server, webhookUrl = '', now } = options;
  const { id, kind, state, since, reason } = alert;
  const { subject, meaning, remedy } = alerts[kind];
  const sentences = {
    begun: [`${siteName}: ${subject}.`, meaning, reason, remedy],
    reminder: [`${siteName}: still: ${subject}.`, meaning, reason, remedy],
    over: [`${siteName}: over: ${subject}.`, 'It works again.'],
  }[state];
  const send = createWebhookSender({ url: webhookUrl, secret: null, signatureHeader: '', now });
  const body = {
    id,
    text: sentences.filter(Boolean).join(' '),
    site: siteUrl,
    server,
    alert: kind,
    state,
    since: new Date(since).toISOString(),
    reason,
  };
  const { error } = await send(JSON.stringify(body));
  if (error !== null) throw new Error(error);
}

import type Mail from 'nodemailer/lib/mailer';

export type EmailAddress = { email: string; name: string };

export type EmailMessage = {
  /** The id of its row in the outbox. */
  id: number;
  /** The same for every attempt, so that a repeated email can be recognised. */
  messageId: string;
  /** When it was enqueued (UTC ms). */
  date: number;
  /** Of the settings, if left out. */
  from?: EmailAddress;
  /** Without a display name: a stranger may have chosen it. */
  to: Pick<EmailAddress, 'email'>;
  subject: string;
  text: string;
  html: string;
  /** The sign-in code in it, if any: without a mail server it is printed on the terminal. */
  code: string | null;
};

export type Mailer = {
  /** Resolves when the mail server has accepted the email. @throws EmailDeliveryError. */
  send(message: EmailMessage): Promise<void>;
  /** Closes the connections; emails in flight fail. */
  close(): void;
};

/**
 * Why an email was not sent. `server`: others would fail, too (no connection, for example). `mail`: because of this email or
 * its receiver. `reason` holds codes only, never an address or content.
 */
export class EmailDeliveryError extends Error {
  override name = 'EmailDeliveryError';
  readonly scope: 'server' | 'mail';
  readonly reason: string;
  readonly isPermanent: boolean;

  constructor(scope: 'server' | 'mail', reason: string, isPermanent = false) {
    super(`The email wasn’t sent: ${reason}`);
    this.scope = scope;
    this.reason = reason;
    this.isPermanent = isPermanent;
  }
}

/** One address without quotes, comments or lists: nodemailer would take `a@x,b@y` for two. */
const ONE_ADDRESS = /^[^\s@,;:<>()[\]"\\]+@[a-z0-9.-]+$/i;

/**
 * The options of nodemailer for an email: one receiver in the envelope whatever the headers say, and no value read as a file.
 * @throws EmailDeliveryError when the receiver is not one plain address.
 */
export function toNodemailerMessage(message: EmailMessage, sender: EmailAddress): Mail.Options {
  if (!ONE_ADDRESS.test(message.to.email)) throw new EmailDeliveryError('mail', 'not exactly one address', true);
  const { from = sender } = message;
  return {
    from: { name: toHeaderText(from.name), address: from.email },
    to: { name: '', address: message.to.email },
    envelope: { from: from.email, to: [message.to.email] },
    messageId: `<${message.messageId}>`,
    date: new Date(message.date),
    subject: toHeaderText(message.subject),
    text: message.text,
    html: message.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Replaces characters that could end a header, or change the direction of the text after them, by a space. */
function toHeaderText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

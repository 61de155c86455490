import type Mail from 'nodemailer/lib/mailer';

export type EmailAddress = { email: string; name: string };

export type EmailMessage = {
  /** Of the outbox. */
  id: number;
  /** The same for every attempt at the same mail, so that a repeated one can be recognised. */
  messageId: string;
  /** When it was written, UTC milliseconds. */
  date: number;
  /** Without a display name: a stranger may have chosen it. */
  to: Pick<EmailAddress, 'email'>;
  subject: string;
  text: string;
  html: string;
  /** The code that it holds, if any: without a mail server it is shown on the terminal. */
  code: string | null;
};

export type Mailer = {
  /** Resolves when the mail was taken. @throws EmailDeliveryError. */
  send(message: EmailMessage): Promise<void>;
  /** Ends its connections; what is under way fails. */
  close(): void;
};

/**
 * Why a mail did not go out. `server`: the next one would fare no better (no connection, say). `mail`: it is about this
 * mail or its receiver. `reason` holds codes only, never an address or what the mail says.
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
 * The mail as nodemailer takes it: one receiver in the envelope whatever the headers say, and no value read as a file.
 * @throws EmailDeliveryError when the receiver is not one plain address.
 */
export function toNodemailerMessage(message: EmailMessage, from: EmailAddress): Mail.Options {
  if (!ONE_ADDRESS.test(message.to.email)) throw new EmailDeliveryError('mail', 'not exactly one address', true);
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

/** What could end a header, or turn the direction of what follows, becomes a space. */
function toHeaderText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

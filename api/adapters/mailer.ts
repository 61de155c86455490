import type Mail from 'nodemailer/lib/mailer';

export type MailAddress = { email: string; name: string };

export type MailMessage = {
  /** Of the outbox. */
  id: number;
  /** The same for every attempt at the same mail, so that a repeated one can be recognised. */
  messageId: string;
  /** When it was written, UTC milliseconds. */
  date: number;
  /** Without a display name: a stranger may have chosen it. */
  to: Pick<MailAddress, 'email'>;
  subject: string;
  text: string;
  html: string;
  /** The code that it holds, if any: without a mail server it is shown on the terminal. */
  code: string | null;
};

export type Mailer = {
  /** Resolves when the mail was taken. @throws MailNotSent. */
  send(message: MailMessage): Promise<void>;
  /** Ends its connections; what is under way fails. */
  close(): void;
};

/**
 * Why a mail did not go out. `server`: the next one would fare no better (no connection, say). `mail`: it is about this
 * mail or its receiver. `reason` holds codes only, never an address or what the mail says.
 */
export class MailNotSent extends Error {
  override name = 'MailNotSent';
  readonly fault: 'server' | 'mail';
  readonly reason: string;
  readonly isPermanent: boolean;

  constructor(fault: 'server' | 'mail', reason: string, isPermanent = false) {
    super(`The mail was not sent: ${reason}`);
    this.fault = fault;
    this.reason = reason;
    this.isPermanent = isPermanent;
  }
}

/** One address without quotes, comments or lists: nodemailer would take `a@x,b@y` for two. */
const ONE_ADDRESS = /^[^\s@,;:<>()[\]"\\]+@[a-z0-9.-]+$/i;

/**
 * The mail as nodemailer takes it: one receiver in the envelope whatever the headers say, and no value read as a file.
 * @throws MailNotSent when the receiver is not one plain address.
 */
export function toNodemailer(message: MailMessage, from: MailAddress): Mail.Options {
  if (!ONE_ADDRESS.test(message.to.email)) throw new MailNotSent('mail', 'not one address', true);
  return {
    from: { name: oneLine(from.name), address: from.email },
    to: { name: '', address: message.to.email },
    envelope: { from: from.email, to: [message.to.email] },
    messageId: `<${message.messageId}>`,
    date: new Date(message.date),
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** What could end a header, or turn the direction of what follows, becomes a space. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

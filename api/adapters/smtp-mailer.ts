import { createTransport } from 'nodemailer';
import { type EmailAddress, type Mailer, EmailDeliveryError, toNodemailerMessage } from './mailer.ts';

/** How many mails are sent at the same time, each over a connection of its own. */
export const SMTP_MAX_CONNECTIONS = 4;
/** How long a server may keep us waiting for one answer, milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** How long one mail may take in all, for servers that answer in drops, milliseconds. */
const SEND_TIMEOUT_MS = 30_000;
/** Mail servers close idle connections; ours are closed before that, milliseconds. */
const IDLE_MS = 20_000;

type SmtpError = Error & { code?: string; originalCode?: string; command?: string; responseCode?: number };

/** Sends by an SMTP server over a few lasting connections. A connection that breaks fails its mail: who called decides. */
export function createSmtpMailer(options: { url: string; from: EmailAddress; responseTimeoutMs?: number }): Mailer {
  const responseTimeoutMs = options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS;
  const transport = createTransport({
    pool: true,
    url: options.url,
    maxConnections: SMTP_MAX_CONNECTIONS,
    // After a cut nodemailer may send again by itself, even when the server had taken the mail: the outbox decides that.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: responseTimeoutMs,
    greetingTimeout: responseTimeoutMs,
    socketTimeout: responseTimeoutMs,
    dnsTimeout: responseTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      const mail = toNodemailerMessage(message, options.from);
      try {
        await transport.sendMail({
          ...mail,
          signal: AbortSignal.timeout(Math.min(SEND_TIMEOUT_MS, responseTimeoutMs * 3)),
        });
      } catch (error) {
        throw toEmailDeliveryError(error as SmtpError);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** Nodemailer's message quotes the server, which may quote the address: only codes are kept. */
function toEmailDeliveryError(error: SmtpError): EmailDeliveryError {
  const { command = '', responseCode } = error;
  const isRefused = responseCode !== undefined && responseCode >= 500;
  const isAboutMail = command === 'RCPT TO' || (command === 'DATA' && isRefused);
  const codes = [command, responseCode ?? error.originalCode ?? error.code].filter(Boolean).join(' ');
  // 421 is 'I am going away', whatever it answers.
  if (isAboutMail && responseCode !== 421) return new EmailDeliveryError('mail', codes, isRefused);
  return new EmailDeliveryError('server', codes || 'unknown');
}

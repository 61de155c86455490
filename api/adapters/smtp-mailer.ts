import type { Mail } from 'nodemailer';
import { type EmailAddress, type Mailer, EmailDeliveryError, toNodemailerMessage } from './mailer.ts';

/** Emails that are sent at the same time, each over a connection of its own. */
export const SMTP_MAX_CONNECTIONS = 4;
/** Time limit for one response of the server (ms). */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Time limit for one email (ms), for servers that respond a few bytes at a time. */
const SEND_TIMEOUT_MS = 30_000;
/** Idle connections are closed after this (ms), before the mail server does. */
const IDLE_MS = 20_000;

type SmtpError = Error & { code?: string; originalCode?: string; command?: string; responseCode?: number };

/** Sends by SMTP over a pool of connections. An email whose connection breaks fails; the outbox decides about a retry. */
export function createSmtpMailer(options: {
  url: string;
  from: () => EmailAddress;
  responseTimeoutMs?: number;
}): Mailer {
  const responseTimeoutMs = options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS;
  const settings = {
    pool: true,
    url: options.url,
    maxConnections: SMTP_MAX_CONNECTIONS,
    // nodemailer would send again after a broken connection, even when the server had accepted the email.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: responseTimeoutMs,
    greetingTimeout: responseTimeoutMs,
    socketTimeout: responseTimeoutMs,
    dnsTimeout: responseTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  let transport: Mail | undefined;
  return {
    async send(message) {
      const mail = toNodemailerMessage(message, options.from());
      try {
        // Loaded for the first email: most of the time a server sends none.
        const { createTransport } = await import('nodemailer');
        transport ??= createTransport(settings);
        await transport.sendMail({
          ...mail,
          signal: AbortSignal.timeout(Math.min(SEND_TIMEOUT_MS, responseTimeoutMs * 3)),
        });
      } catch (error) {
        throw toEmailDeliveryError(error as SmtpError);
      }
    },
    close: () => transport?.close({ force: true }),
  };
}

/** Only codes: nodemailer’s message quotes the server, which may quote the address. */
function toEmailDeliveryError(error: SmtpError): EmailDeliveryError {
  const { command = '', responseCode } = error;
  const isRefused = responseCode !== undefined && responseCode >= 500;
  const isAboutMail = command === 'RCPT TO' || (command === 'DATA' && isRefused);
  const codes = [command, responseCode ?? error.originalCode ?? error.code].filter(Boolean).join(' ');
  // 421: the server is closing the connection, whatever the command was.
  if (isAboutMail && responseCode !== 421) return new EmailDeliveryError('mail', codes, isRefused);
  return new EmailDeliveryError('server', codes || 'unknown');
}

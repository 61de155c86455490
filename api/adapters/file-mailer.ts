import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmailAddress, type Mailer, EmailDeliveryError, toNodemailerMessage } from './mailer.ts';

/**
 * Without a mail server: writes each email to `<directory>/<id>.eml`, by rename, and prints codes. They must be printed on
 * the terminal, never in a log.
 */
export function createFileMailer(options: {
  directory: string;
  from: () => EmailAddress;
  /** Null: codes are not printed. */
  printLine: ((line: string) => void) | null;
}): Mailer {
  return {
    async send(message) {
      const mail = toNodemailerMessage(message, options.from());
      const file = join(options.directory, `${message.id}.eml`);
      try {
        const { createTransport } = await import('nodemailer');
        const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
        const { message: bytes } = await transport.sendMail(mail);
        await mkdir(options.directory, { recursive: true, mode: 0o700 });
        await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        throw new EmailDeliveryError('server', (error as NodeJS.ErrnoException).code ?? 'unknown');
      }
      if (message.code !== null) options.printLine?.(`Code for ${message.to.email}: ${message.code}`);
    },
    close: () => undefined,
  };
}

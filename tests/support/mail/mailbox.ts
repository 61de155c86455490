import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { HANG_MS } from '../vitest/hang.ts';

export type Mailbox = ReturnType<typeof openMailbox>;

/** Reads the emails that a server without SMTP writes into its data directory. */
export function openMailbox(dataDirectory: string) {
  const directory = join(dataDirectory, 'outbox');
  const read = new Set<string>();

  async function listUnread(email: string): Promise<Email[]> {
    const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml'));
    names.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
    const emails: Email[] = [];
    for (const name of names) {
      const file = join(directory, name);
      // Numbers are reused when a retried test gets the initial database again.
      const key = `${name} ${(await stat(file)).mtimeMs}`;
      if (read.has(key)) continue;
      const mail = await PostalMime.parse(await readFile(file));
      if (!mail.to?.some(({ address }) => address === email)) continue;
      read.add(key);
      emails.push(mail);
    }
    return emails;
  }

  /** Waits for an unread email to an address and returns the newest one. */
  async function waitForEmail(email: string): Promise<Email> {
    for (const end = performance.now() + HANG_MS; performance.now() < end;) {
      const newest = (await listUnread(email)).at(-1);
      if (newest) return newest;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`There is no new mail to ${email}.`);
  }

  return {
    waitForEmail,
    listUnread,
    /** Waits for a sign-in email and returns its code and link. */
    async waitForCode(email: string): Promise<{ code: string; link: string }> {
      const { text = '' } = await waitForEmail(email);
      const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1];
      const link = /https?:\/\/\S+\/login\/link\S*/.exec(text)?.[0];
      if (!code || !link) throw new Error(`This mail holds no code and link:\n${text}`);
      return { code, link };
    },
  };
}

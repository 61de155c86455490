import type { BrowserContext } from 'playwright';
import { demoUsers } from '#db/seed/users.ts';
import { openMailbox } from '../mail/mailbox.ts';
import { HANG_MS } from '../vitest/hang.ts';

export type ServerSession = Awaited<ReturnType<typeof signInAtServer>>;

/** Signs the first administrator in at a server in another process, with the emailed code. */
export async function signInAtServer(origin: string, dataDirectory: string) {
  const email = demoUsers.find((user) => user.role === 'admin')?.email ?? '';
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const started = await post('/api/auth/email/start', { email, firstName: 'Aroha', lastName: 'Ngata' });
  const cookies = started.headers.getSetCookie().map((each) => each.split(';')[0]);
  const { code } = await openMailbox(dataDirectory).waitForCode(email);
  const verified = await post('/api/auth/email/verify', { email, code }, { Cookie: cookies.join('; ') });
  const { token, user } = (await verified.json()) as { token: string; user: unknown };
  return {
    token,
    async call(method: string, path: string, body: unknown): Promise<unknown> {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      return (await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })).json();
    },
    /** Signs all pages of a browser context in. */
    async signInContext(context: BrowserContext): Promise<void> {
      context.setDefaultTimeout(HANG_MS);
      await context.addInitScript(
        ([storedToken, storedUser]) => {
          localStorage.setItem('user', storedUser as string);
          localStorage.setItem('token', storedToken as string);
        },
        [token, JSON.stringify(user)],
      );
    },
  };
}

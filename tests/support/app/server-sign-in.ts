import type { BrowserContext } from 'playwright';
import { demoUsers } from '#db/seed/users.ts';
import { openMailbox } from '../mail/mailbox.ts';
import { HANG_MS } from '../vitest/hang.ts';

export type ServerSession = Awaited<ReturnType<typeof signInAtServer>>;

/** Signs the first administrator in at a server of its own process, by the code of its mail. */
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
  const { code } = await openMailbox(dataDirectory).nextCode(email);
  const verified = await post('/api/auth/email/verify', { email, code }, { Cookie: cookies.join('; ') });
  const { token, user } = (await verified.json()) as { token: string; user: unknown };
  return {
    async call(method: string, path: string, body: unknown): Promise<unknown> {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      return (await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })).json();
    },
    /** Every page of this context is one of that person. */
    async enter(context: BrowserContext): Promise<void> {
      context.setDefaultTimeout(HANG_MS);
      await context.addInitScript(
        ([key, json]) => {
          localStorage.setItem('user', json as string);
          localStorage.setItem('token', key as string);
        },
        [token, JSON.stringify(user)],
      );
    },
  };
}

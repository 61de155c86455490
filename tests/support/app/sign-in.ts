import type { TestApp } from './test-app.ts';

const json = { 'Content-Type': 'application/json' };

export type From = { ip?: string; cookie?: string | undefined };

const headersOf = ({ ip = '203.0.113.7', cookie }: From) => ({
  ...json,
  'X-Forwarded-For': ip,
  ...(cookie && { Cookie: cookie }),
});

/** Asks for a code, as a page does. */
export function start(test: TestApp, body: unknown, from: From = {}): Promise<Response> {
  return Promise.resolve(
    test.app.request('/api/auth/email/start', {
      method: 'POST',
      headers: headersOf(from),
      body: JSON.stringify(body),
    }),
  );
}

export function verify(test: TestApp, email: string, code: string, from: From = {}): Promise<Response> {
  return Promise.resolve(
    test.app.request('/api/auth/email/verify', {
      method: 'POST',
      headers: headersOf(from),
      body: JSON.stringify({ email, code }),
    }),
  );
}

/** The cookie that an answer sets, as the browser sends it back. */
export const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0];

/** The code of the newest mail to an address, as its reader sees it. */
export const codeFor = async (test: TestApp, email: string) => (await secretOf(test, email)).code;

export const linkFor = async (test: TestApp, email: string) => new URL((await secretOf(test, email)).link);

async function secretOf(test: TestApp, email: string): Promise<{ code: string; link: string }> {
  const { rows } = await test.db.client.execute({
    sql: 'SELECT sealed FROM outbox WHERE to_email = ? ORDER BY id DESC LIMIT 1',
    args: [email],
  });
  return JSON.parse(test.deps.secrets.open(String(rows[0]?.sealed)));
}

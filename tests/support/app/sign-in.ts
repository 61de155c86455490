import type { TestApp } from './test-app.ts';

const json = { 'Content-Type': 'application/json' };

export type ClientInfo = { ip?: string; cookie?: string | undefined };

const toHeaders = ({ ip = '203.0.113.7', cookie }: ClientInfo) => ({
  ...json,
  'X-Forwarded-For': ip,
  ...(cookie && { Cookie: cookie }),
});

/** Requests a code, as the sign-in page does. */
export function startSignIn(test: TestApp, body: unknown, from: ClientInfo = {}): Promise<Response> {
  return Promise.resolve(
    test.app.request('/api/auth/email/start', {
      method: 'POST',
      headers: toHeaders(from),
      body: JSON.stringify(body),
    }),
  );
}

export function verifyCode(test: TestApp, email: string, code: string, from: ClientInfo = {}): Promise<Response> {
  return Promise.resolve(
    test.app.request('/api/auth/email/verify', {
      method: 'POST',
      headers: toHeaders(from),
      body: JSON.stringify({ email, code }),
    }),
  );
}

/** The cookie that a response sets, in the form in which a browser sends it. */
export const getCookie = (response: Response) => response.headers.get('set-cookie')?.split(';')[0];

/** The code in the newest email to an address. */
export const findCode = async (test: TestApp, email: string) => (await decryptSecret(test, email)).code;

export const findLink = async (test: TestApp, email: string) => new URL((await decryptSecret(test, email)).link);

async function decryptSecret(test: TestApp, email: string): Promise<{ code: string; link: string }> {
  const { rows } = await test.db.client.execute({
    sql: 'SELECT encrypted_secret FROM outbox WHERE to_email = ? ORDER BY id DESC LIMIT 1',
    args: [email],
  });
  return JSON.parse(test.deps.secrets.decrypt(String(rows[0]?.encrypted_secret)));
}

import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { hashToken } from '#api/adapters/lucia-sessions.ts';
import { blacklistUser } from '#api/features/users/blacklist/blacklist.service.ts';
import { toBearerHeader, createUser, createTestSession } from '../../support/app/users.ts';
import { findCode, findLink, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

/** The response as a client sees it, without the request id and the cookie value, which always differ. */
async function readVisibleResponse(response: Response): Promise<string> {
  const headers = [...response.headers]
    .filter(([name]) => name !== 'x-request-id')
    .map(([name, value]) => [name, value.replace(/=[^;]+/, '=')]);
  const body = (await response.text()).replace(/"request_id":"[^"]*"/, '');
  return JSON.stringify([response.status, headers, body]);
}

/** The SQL that is sent to the database while `act` runs, without the values. */
async function recordStatements(act: () => Promise<unknown>): Promise<string[]> {
  const { client } = test.db;
  const [execute, batch] = [client.execute.bind(client), client.batch.bind(client)];
  const recorded: string[] = [];
  const getSql = (statement: unknown) =>
    typeof statement === 'string' ? statement : (statement as { sql: string }).sql;
  Object.assign(client, {
    execute: (statement: never) => {
      recorded.push(getSql(statement));
      return execute(statement);
    },
    batch: (statements: never[], mode: never) => {
      recorded.push(...statements.map(getSql));
      return batch(statements, mode);
    },
  });
  try {
    await act();
  } finally {
    Object.assign(client, { execute, batch });
  }
  return recorded;
}

describe('T4 the existence of an account', () => {
  const known = 'known@example.com';
  const unknown = 'unknown@example.com';
  const banned = 'banned@example.com';

  beforeEach(async () => {
    const admin = await createUser(test, { email: 'admin@example.com', role: 'admin' });
    await createUser(test, { email: known });
    const user = await createUser(test, { email: banned });
    await blacklistUser(test.deps, admin.id, user.id, { reason: 'Spam' });
  });

  it('is not disclosed by the response to a start, neither accepted nor refused', async () => {
    for (let round = 0; round < 2; round += 1) {
      const responses: string[] = [];
      for (const email of [known, unknown, banned])
        responses.push(await readVisibleResponse(await startSignIn(test, { email })));
      expect(new Set(responses).size, responses.join('\n')).toBe(1);
    }
  });

  it('is not disclosed by timing: a start runs the same statements for every address', async () => {
    const [one, two, three] = [known, unknown, banned].map((email) => () => startSignIn(test, { email }));
    const statements = await recordStatements(one as never);
    for (const table of ['rate_limits', 'sign_in_challenges', 'outbox']) {
      expect(statements.join('\n'), 'the statement was recorded').toContain(table);
    }
    expect(statements.join('\n'), 'accounts are not looked at').not.toMatch(/\busers\b/);
    expect(await recordStatements(two as never)).toEqual(statements);
    expect(await recordStatements(three as never)).toEqual(statements);
  });

  it('is not disclosed by the response to a wrong code', async () => {
    const responses: string[] = [];
    for (const email of [known, unknown, banned]) {
      await startSignIn(test, { email });
      responses.push(await readVisibleResponse(await verifyCode(test, email, '12345'.padEnd(6, '0'))));
    }
    responses.push(await readVisibleResponse(await verifyCode(test, 'no-challenge@example.com', '123450')));
    expect(new Set(responses).size).toBe(1);
  });

  it('is not disclosed by the emails: a blacklisted address gets a code as every other does', async () => {
    for (const email of [known, unknown, banned]) await startSignIn(test, { email });
    const { rows } = await test.db.client.execute(
      "SELECT to_email, kind, status, next_attempt_at FROM outbox WHERE kind = 'sign-in-code'",
    );
    expect(rows.map(({ to_email: email, ...row }) => [email, JSON.stringify(row)])).toEqual(
      [known, unknown, banned].map((email) => [
        email,
        JSON.stringify({ kind: 'sign-in-code', status: 'queued', next_attempt_at: test.clock.now() }),
      ]),
    );
  });
});

describe('T5 contents of database and log', () => {
  const EMAIL = 'mere@example.com';

  async function dump(): Promise<string> {
    const tables = await test.db.client.execute("SELECT name FROM sqlite_master WHERE type = 'table'");
    const parts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await test.db.client.execute(`SELECT * FROM "${name}"`);
      parts.push(JSON.stringify(rows));
    }
    return parts.join('\n');
  }

  it('contain no code, link or token at any step', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const appWithLog = { ...test, app: createApp({ ...test.deps, log }) };
    await startSignIn(appWithLog, { email: EMAIL, callbackUrl: '/profile' });
    const code = await findCode(test, EMAIL);
    const link = (await findLink(test, EMAIL)).hash.slice(1);
    const before = await dump();
    const verification = (await (await verifyCode(appWithLog, EMAIL, code)).json()) as { token: string };
    await appWithLog.app.request('/api/auth/me', { headers: toBearerHeader(verification.token) });
    const handoff = await appWithLog.app.request('/api/auth/handoff', {
      method: 'POST',
      headers: { ...toBearerHeader(verification.token), 'Content-Type': 'application/json' },
      body: JSON.stringify({ callbackUrl: 'https://app.example.com/in' }),
    });
    const handoffToken = new URL(((await handoff.json()) as { url: string }).url).searchParams.get('token') ?? '';
    const written = `${before}\n${await dump()}\n${lines.join('')}`;
    expect(lines.length).toBeGreaterThan(3);
    for (const secret of [code, link, verification.token, handoffToken]) {
      expect(secret.length).toBeGreaterThan(5);
      expect(new RegExp(`(?<![0-9A-Za-z])${secret}(?![0-9A-Za-z])`).test(written)).toBe(false);
    }
    expect(lines.join('')).not.toContain(EMAIL);
    expect(written).toContain(hashToken(verification.token));
  });

  it('a stored hash is not accepted as a token', async () => {
    const token = await createTestSession(test, await createUser(test));
    const { rows } = await test.db.client.execute('SELECT id, token_hash FROM sessions');
    for (const value of [rows[0]?.id, rows[0]?.token_hash]) {
      const response = await test.app.request('/api/auth/me', { headers: toBearerHeader(String(value)) });
      expect(response.status).toBe(401);
    }
    expect((await test.app.request('/api/auth/me', { headers: toBearerHeader(token) })).status).toBe(200);
  });
});

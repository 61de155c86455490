import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createTestApp, TEST_SERVICE_KEY, type TestApp } from '../../support/app/test-app.ts';
import { accessMatrix } from '../access/access-matrix.ts';
import { createTestSession, createUser } from '../../support/app/users.ts';

const ADDRESS = '/api/v1/publish/openshelf/publications/1';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

async function call(authorization: string | null, { ip = '203.0.113.1', address = ADDRESS, app = test.app } = {}) {
  const headers = { ...(authorization !== null && { Authorization: authorization }), 'X-Forwarded-For': ip };
  const response = await app.request(address, { headers });
  return { status: response.status, body: (await response.json()) as { message: string; code: string } };
}

it('only the service key opens the service’s routes', async () => {
  const session = await createTestSession(test, await createUser(test, { role: 'admin' }));
  expect(await call(null)).toMatchObject({
    status: 401,
    body: { message: 'Send the service key as ‘Authorization: Bearer’.' },
  });
  for (const header of [session, `${TEST_SERVICE_KEY}x`, TEST_SERVICE_KEY.slice(1), TEST_SERVICE_KEY.toUpperCase()]) {
    const { status, body } = await call(`Bearer ${header}`);
    expect([status, body.message]).toEqual([401, 'This isn’t the service key of this site.']);
  }
  expect((await call(`Basic ${TEST_SERVICE_KEY}`)).status).toBe(401);
  expect((await call(`bearer  ${TEST_SERVICE_KEY}`)).status).toBe(404);
});

it('the service key opens no route of users or admins', async () => {
  const routes = Object.entries(accessMatrix).filter(
    ([, { expected }]) => !['anyone', 'service', 'api-key'].includes(expected.access),
  );
  expect(routes.length).toBeGreaterThan(100);
  for (const [route, { path, body }] of routes) {
    const [method = '', pattern = ''] = route.split(' ');
    const headers = { Authorization: `Bearer ${TEST_SERVICE_KEY}`, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    expect([route, (await test.app.request(path ?? pattern, init)).status]).toEqual([route, 401]);
  }
});

it('without a key in the settings, the service’s routes are unavailable', async () => {
  const app = createApp({ ...test.deps, openshelf: { serviceKey: null, webhookUrl: null } });
  for (const header of [null, 'Bearer null', `Bearer ${TEST_SERVICE_KEY}`]) {
    const { status, body } = await call(header, { app });
    expect([status, body.message]).toEqual([
      503,
      'This site doesn’t accept publications: it has no OPENSHELF_SERVICE_KEY.',
    ]);
  }
});

it('a network that sends wrong keys is refused for an hour, the right one included; other networks are not', async () => {
  for (let attempt = 1; attempt <= 60; attempt += 1) expect((await call('Bearer wrong')).status).toBe(401);
  expect((await call('Bearer wrong')).status).toBe(429);
  expect(await call(`Bearer ${TEST_SERVICE_KEY}`)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect((await call(`Bearer ${TEST_SERVICE_KEY}`, { ip: '203.0.113.2' })).status).toBe(404);
  test.clock.advance(60 * 60 * 1000);
  expect((await call(`Bearer ${TEST_SERVICE_KEY}`)).status).toBe(404);
});

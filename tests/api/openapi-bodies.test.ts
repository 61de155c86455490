import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser, createTestSession } from '../support/app/users.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

type Operation = { requestBody?: { content: Record<string, unknown> }; responses: Record<string, unknown> };

let test: TestApp;
let operations: [method: string, path: string, operation: Operation][];
beforeAll(async () => {
  test = await createTestApp();
  const response = await test.app.request('/api/openapi.json');
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]): [string, string, Operation] => [method.toUpperCase(), path, each]),
  );
});
afterAll(() => test.close());

/** As an administrator who just signed in: some operations end sessions. */
async function send(method: string, path: string, type: string, body: string) {
  const token = await createTestSession(test, await createUser(test, { role: 'admin' }));
  const headers = { 'Content-Type': type, Authorization: `Bearer ${token}` };
  return test.app.request(path.replaceAll(/\{\w+\}/g, '1'), { method, headers, body });
}

it('T23 413 is documented for every operation that answers it', async () => {
  const large = 'x'.repeat(2 * 1024 * 1024 + 1);
  const answering: string[] = [];
  const documented: string[] = [];
  for (const [method, path, { responses }] of operations) {
    // A GET has no body that could be read.
    if (method === 'GET') continue;
    if (responses['413']) documented.push(`${method} ${path}`);
    if (path === '/api/uploads') answering.push(`${method} ${path}`);
    else if ((await send(method, path, 'application/json', large)).status === 413) answering.push(`${method} ${path}`);
  }
  expect(documented).toEqual(answering);
  expect(answering.length).toBeGreaterThan(50);
});

it('T23 415 is documented for every operation that answers it to a body that is not JSON', async () => {
  const answering: string[] = [];
  const documented: string[] = [];
  for (const [method, path, { responses }] of operations) {
    if (method === 'GET') continue;
    if (responses['415']) documented.push(`${method} ${path}`);
    if ((await send(method, path, 'text/plain', '{}')).status === 415) answering.push(`${method} ${path}`);
  }
  expect(documented).toEqual(answering);
  expect(answering.length).toBeGreaterThan(30);
});

it('413 and 415 are documented with the shape of every failure', () => {
  for (const [, , { responses }] of operations) {
    for (const status of ['413', '415']) {
      if (responses[status]) expect(responses[status]).toMatchObject({ content: { 'application/json': {} } });
    }
  }
});

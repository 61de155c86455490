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

type Schema = { $ref?: string; type?: string; anyOf?: unknown[] };
type Answer = { content?: Record<string, { schema?: Schema }> };

/** No body: there is nothing to describe. */
const WITHOUT_BODY = ['204', '303'];

it('every operation describes its answer by a schema, or has none', () => {
  const undescribed: string[] = [];
  let described = 0;
  for (const [method, path, { responses }] of operations) {
    for (const [status, answer] of Object.entries(responses as Record<string, Answer>)) {
      const schemas = Object.values(answer.content ?? {}).map(({ schema }) => schema);
      const isDescribed = schemas.length > 0 && schemas.every((schema) => schema && Object.keys(schema).length > 0);
      if (isDescribed === WITHOUT_BODY.includes(status)) undescribed.push(`${method} ${path}: ${status}`);
      if (isDescribed) described += 1;
    }
  }
  expect(undescribed).toEqual([]);
  expect(described).toBeGreaterThan(operations.length);
});

it('every operation that takes a body describes it by a schema', () => {
  const takesBody = operations.filter(([, , { requestBody }]) => requestBody !== undefined);
  const schemas = takesBody.flatMap(([, , { requestBody }]) => Object.values(requestBody?.content ?? {}) as Answer[]);
  for (const body of schemas) expect(Object.keys((body as { schema?: Schema }).schema ?? {})).not.toEqual([]);
  expect(takesBody.length).toBeGreaterThan(30);
});

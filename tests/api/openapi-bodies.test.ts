import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser, createTestSession } from '../support/app/users.ts';
import { createTestApp, TEST_SERVICE_KEY, type TestApp } from '../support/app/test-app.ts';

type Operation = {
  summary?: string;
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
};

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

/** Their bodies are read as a stream: a large one, and one of another type, is refused while a file is received. */
const FILES = ['/api/uploads', '/api/admin/imports/{id}/files'];

/** With a new session of a new admin, because some operations end sessions; or with the service key. */
async function send(method: string, path: string, type: string | null, body: string | null) {
  const isService = path.startsWith('/api/v1/publish/');
  const token = isService ? TEST_SERVICE_KEY : await createTestSession(test, await createUser(test, { role: 'admin' }));
  const headers = {
    ...(type !== null && { 'Content-Type': type }),
    Authorization: `Bearer ${token}`,
    'Idempotency-Key': 'key',
  };
  return test.app.request(path.replace('{month}', '2026-01').replaceAll(/\{\w+\}/g, '1'), { method, headers, body });
}

it('T23 413 is documented for exactly the operations that return it', async () => {
  const oversizedBody = 'x'.repeat(2 * 1024 * 1024 + 1);
  const actual: string[] = [];
  const documented: string[] = [];
  for (const [method, path, { responses }] of operations) {
    // GET requests have no body.
    if (method === 'GET') continue;
    if (responses['413']) documented.push(`${method} ${path}`);
    if (FILES.includes(path) && method === 'POST') actual.push(`${method} ${path}`);
    else if ((await send(method, path, 'application/json', oversizedBody)).status === 413)
      actual.push(`${method} ${path}`);
  }
  expect(documented).toEqual(actual);
  expect(actual.length).toBeGreaterThan(50);
});

it('T23 415 is documented for exactly the operations that return it for a body that is not JSON', async () => {
  const actual: string[] = [];
  const documented: string[] = [];
  for (const [method, path, { responses }] of operations) {
    if (method === 'GET') continue;
    if (responses['415']) documented.push(`${method} ${path}`);
    if (FILES.includes(path) && method === 'POST') actual.push(`${method} ${path}`);
    else if ((await send(method, path, 'text/plain', '{}')).status === 415) actual.push(`${method} ${path}`);
  }
  expect(documented).toEqual(actual);
  expect(actual.length).toBeGreaterThan(30);
});

it('a call without a body is never refused for its type, only for what it must name', async () => {
  const refused: string[] = [];
  for (const [method, path] of operations) {
    // Files and the form of a page without scripts are no JSON.
    if (method === 'GET' || ['/api/uploads', '/api/waitinglist/form'].includes(path)) continue;
    if ((await send(method, path, null, null)).status === 415) refused.push(`${method} ${path}`);
  }
  expect(refused).toEqual([]);
});

it('an empty body of type JSON is never refused as JSON, only for what it must name', async () => {
  const refused: string[] = [];
  for (const [method, path] of operations) {
    if (method === 'GET' || ['/api/uploads', '/api/waitinglist/form'].includes(path)) continue;
    const response = await send(method, path, 'application/json', '');
    const isRefused = response.status === 415 || (await response.text()).includes('isn’t valid JSON');
    if (isRefused) refused.push(`${method} ${path}`);
  }
  expect(refused).toEqual([]);
});

it('413 and 415 are documented with the error schema', () => {
  for (const [, , { responses }] of operations) {
    for (const status of ['413', '415']) {
      if (responses[status]) expect(responses[status]).toMatchObject({ content: { 'application/json': {} } });
    }
  }
});

type Schema = { $ref?: string; type?: string; anyOf?: unknown[] };
type DocumentedResponse = { content?: Record<string, { schema?: Schema }> };

/** Statuses of responses without a body. */
const WITHOUT_BODY = ['204', '303'];

it('every response has a schema, or no body', () => {
  const undescribed: string[] = [];
  let described = 0;
  for (const [method, path, { responses }] of operations) {
    for (const [status, response] of Object.entries(responses as Record<string, DocumentedResponse>)) {
      const schemas = Object.values(response.content ?? {}).map(({ schema }) => schema);
      const isDescribed = schemas.length > 0 && schemas.every((schema) => schema && Object.keys(schema).length > 0);
      if (isDescribed === WITHOUT_BODY.includes(status)) undescribed.push(`${method} ${path}: ${status}`);
      if (isDescribed) described += 1;
    }
  }
  expect(undescribed).toEqual([]);
  expect(described).toBeGreaterThan(operations.length);
});

it('every request body has a schema', () => {
  const takesBody = operations.filter(([, , { requestBody }]) => requestBody !== undefined);
  const schemas = takesBody.flatMap(
    ([, , { requestBody }]) => Object.values(requestBody?.content ?? {}) as DocumentedResponse[],
  );
  for (const body of schemas) expect(Object.keys((body as { schema?: Schema }).schema ?? {})).not.toEqual([]);
  expect(takesBody.length).toBeGreaterThan(30);
});

it('every operation and response is described in a sentence, and summaries begin with an imperative', () => {
  const isSentence = (text = '') => /^\p{Lu}\p{Ll}+,? \p{Ll}/u.test(text) || text === 'Success.';
  const unclear = operations.flatMap(([method, path, { summary, responses }]) =>
    [summary, ...Object.values(responses as Record<string, { description?: string }>).map((each) => each.description)]
      .filter((text) => !isSentence(text))
      .map((text) => `${method} ${path}: ${text}`),
  );
  expect(unclear).toEqual([]);
  const verbs = new Set(operations.map(([, , { summary = '' }]) => summary.split(' ')[0]));
  expect([...verbs].filter((verb) => verb?.endsWith('s'))).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signWebhook } from '#api/adapters/webhook-signature.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { createOpenshelfApp, createPublicationIn, type OpenshelfApp } from '../../support/openshelf/openshelf-app.ts';

const SERVICE_PATH = '/api/v1/publish/openshelf';

type Schema = { example?: unknown };
type Operation = {
  security?: unknown;
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { description: string }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object };
};

let test: OpenshelfApp;
let document: Document;
let guide: string;
beforeAll(async () => {
  test = await createOpenshelfApp();
  document = (await (await test.app.request('/api/openapi.json')).json()) as Document;
  guide = await readFile(join(PROJECT_ROOT, 'docs/openshelf-service.md'), 'utf8');
});
afterAll(() => test.close());

const listOperations = () =>
  Object.entries(document.paths)
    .filter(([path]) => path.startsWith(SERVICE_PATH))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );

it('every request with a body has an example that the API accepts', async () => {
  const withBody = listOperations().filter(({ operation }) => operation.requestBody);
  expect(withBody).toHaveLength(4);
  for (const { path, method, operation } of withBody) {
    const status = path.endsWith('/ai-review') ? 'SUBMITTED' : path.endsWith('/appeal') ? 'REJECTED' : 'DRAFT';
    const id = await createPublicationIn(test, status);
    const example = operation.requestBody?.content['application/json'].schema.example;
    const address = path.slice(SERVICE_PATH.length).replace('{id}', String(id));
    const response = await test.service.call(method, address, example, `example-${id}`);
    expect(response.status, `${method} ${path}`).toBe(method === 'POST' && !path.includes('{id}') ? 201 : 200);
  }
});

it('only the categories can be read without the service key', () => {
  expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey', 'serviceKey']);
  for (const { path, operation } of listOperations()) {
    const isPublic = path === `${SERVICE_PATH}/categories`;
    expect(operation.security, path).toEqual(isPublic ? undefined : [{ serviceKey: [] }]);
    expect(operation.responses['401']?.description, path).toEqual(
      isPublic ? undefined : 'Send the service key as `Authorization: Bearer`. (`unauthenticated`)',
    );
  }
});

it('the guide names every call that changes something', () => {
  for (const { path, method } of listOperations().filter((each) => each.method !== 'GET')) {
    const address = path.slice(SERVICE_PATH.length).replace(/^\/publications(?=\/\{id\}\/)/, '...');
    expect(guide).toContain(`\`${method} ${address}\``);
  }
});

it('the guide’s code accepts the signature of a webhook, and refuses another body, key or time', async () => {
  const code = /```js\n([\s\S]+?)```/.exec(guide)?.[1] ?? '';
  const { isSigned } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const now = Date.parse('2026-03-02T21:04:11Z');
  const header = signWebhook('key', '{}', now);
  expect(isSigned('{}', header, 'key', now)).toBe(true);
  expect(isSigned('{ }', header, 'key', now)).toBe(false);
  expect(isSigned('{}', header, 'other', now)).toBe(false);
  expect(isSigned('{}', header, 'key', now + 301_000)).toBe(false);
  expect(isSigned('{}', 'v1=', 'key', now)).toBe(false);
});

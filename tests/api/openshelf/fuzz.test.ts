import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { TEST_SERVICE_KEY } from '../../support/app/test-app.ts';
import { createTestSession, createUser } from '../../support/app/users.ts';
import { createOpenshelfApp, type OpenshelfApp } from '../../support/openshelf/openshelf-app.ts';
import { createWork } from '../../support/openshelf/sample-work.ts';
import { chooseSize } from '../../support/random/size.ts';

/** Requests for each operation and caller. */
const RUNS = chooseSize(12, 500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
const CALLERS = ['anonymous', 'user', 'admin', 'service'] as const;
/** Publications to act on; every second one waits for a reviewer. */
const WORKS = 6;

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema?: Schema };
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
};

let test: OpenshelfApp;
let document: Document;
let operations: { method: string; path: string; operation: Operation }[];
const tokens = new Map<(typeof CALLERS)[number], string>();

beforeAll(async () => {
  test = await createOpenshelfApp();
  for (let count = 1; count <= WORKS; count += 1) {
    if (count % 2 === 0) await test.service.create(createWork());
    else await test.service.sendForReview(createWork(), { decision: 'approved', confidence_score: 0.9 });
  }
  document = (await (await test.app.request('/api/openapi.json')).json()) as Document;
  operations = Object.entries(document.paths)
    .filter(([path]) => path.includes('/openshelf/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  tokens.set('user', await createTestSession(test, await createUser(test)));
  tokens.set('admin', await createTestSession(test, await createUser(test, { role: 'admin' })));
  tokens.set('service', TEST_SERVICE_KEY);
});
afterAll(() => test.close());

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\u0000',
      '\ud800',
      '\u202e',
      "' OR 1=1 --",
      '%',
      '_',
      '\\',
      '../..',
      '<script>',
      '{{7*7}}',
      '=1+1',
      'null',
    ],
    ...[
      'javascript:alert(1)',
      '\tjavascript:x',
      '//evil.example',
      'https://a:b@c',
      '1'.repeat(400),
      'é'.repeat(6_000),
      'a\u0301\u0301'.repeat(300),
    ],
  ),
);
const hostile = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, 1e308, [], {}, [[[]]], { constructor: 1 }),
);

/** Fields that a type alone does not describe. */
const VALID_FIELDS: Record<string, unknown> = {
  ...createWork({ pdf_url: null, md_url: null, epub_url: null }),
  comments: 'No sources.',
  text: 'Read it again.',
};

/** Mostly what the schema asks for, sometimes anything. */
function generateValue(schema: Schema = {}, name = ''): fc.Arbitrary<unknown> {
  const any = fc.oneof(generateByType(schema), hostile);
  if (!(name in VALID_FIELDS)) return fc.oneof({ weight: 10, arbitrary: generateByType(schema) }, any);
  return fc.oneof({ weight: 20, arbitrary: fc.constant(VALID_FIELDS[name]) }, any);
}

function generateByType(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(generateByType));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return generateObject(schema.properties ?? {});
    case 'array':
      return fc.array(generateValue(schema.items), { maxLength: 4 });
    case 'integer':
      return fc.integer({ min: 1, max: WORKS });
    case 'number':
      return fc.double({ min: 0, max: 1, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return hostileText;
  }
}

/** Mostly with all keys and no others. */
function generateObject(properties: Record<string, Schema>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, generateValue(each, key)]));
  const complete: fc.Arbitrary<object> = fc.record(fields);
  const extra = fc.dictionary(hostileText, hostile, { maxKeys: 2 });
  return fc.oneof(
    { weight: 4, arbitrary: complete },
    fc.record(fields, { requiredKeys: [] }),
    fc.tuple(complete, extra).map(([known, others]) => ({ ...known, ...others })),
  );
}

const pathValue = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: WORKS }).map(String) },
  fc.constantFrom('0', '-1', '1.5', '1e3', 'x', '9'.repeat(40), '%00', '%2e%2e', '١'),
);

type Request = { path: string; query: URLSearchParams; key: string | null; body: unknown };

const generateRequest = ({ path, operation }: { path: string; operation: Operation }): fc.Arbitrary<Request> => {
  const { parameters = [], requestBody } = operation;
  const query = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, schema }) => [name, generateValue(schema)] as const);
  return fc
    .record({
      id: pathValue,
      query: fc.record(Object.fromEntries(query), { requiredKeys: [] }),
      key: fc.option(fc.oneof(fc.uuid(), fc.constantFrom('a', 'two words', 'x'.repeat(300))), { nil: null }),
      body: requestBody ? generateValue(Object.values(requestBody.content)[0]?.schema) : fc.constant(undefined),
    })
    .map(({ id, query: values, key, body }) => ({
      path: path.replaceAll(/\{\w+\}/g, id),
      query: new URLSearchParams(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
      key,
      body,
    }));
};

/** What the document says about a response, as a schema. */
function readSchema(schema: Schema | undefined) {
  const text = JSON.stringify({ ...schema, $defs: document.components?.schemas ?? {} });
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
}

it('F16 every operation of OpenShelf answers any request as its description says', async () => {
  expect(operations.length).toBeGreaterThan(25);
  const wrong: string[] = [];
  const seen = new Set<number>();
  for (const { method, path, operation } of operations) {
    const schemas = new Map<number, z.ZodType>();
    for (const caller of CALLERS) {
      const token = tokens.get(caller);
      for (const request of fc.sample(generateRequest({ path, operation }), { numRuns: RUNS, seed: SEED })) {
        const response = await test.app.request(`${request.path}?${request.query}`, {
          method,
          headers: {
            ...(token && { Authorization: `Bearer ${token}` }),
            // A network that sends wrong keys to the service’s side is refused.
            'X-Forwarded-For': `203.0.113.${CALLERS.indexOf(caller) + 1}`,
            ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
            ...(request.key !== null && { 'Idempotency-Key': request.key }),
          },
          ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        });
        const { status } = response;
        seen.add(status);
        const described = operation.responses[status];
        const text = `${method} ${path} for ${caller}: ${status} for ${JSON.stringify(request).slice(0, 300)}`;
        if (!described || status >= 500) {
          wrong.push(`${text}, ${(await response.text()).slice(0, 200)}`);
          continue;
        }
        if (!described.content) continue;
        const schema = schemas.get(status) ?? readSchema(described.content['application/json']?.schema);
        schemas.set(status, schema);
        const { error } = schema.safeParse(await response.json());
        if (error) wrong.push(`${text}: ${error.message.slice(0, 200)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 409]));
});

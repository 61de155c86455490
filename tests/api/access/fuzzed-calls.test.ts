import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemoContent } from '#api/jobs/seed-demo-content.ts';
import { createDemoPaymentApp } from '../../support/payments/demo-payment-app.ts';
import type { PaymentApp } from '../../support/payments/sandbox-app.ts';
import { FuzzCallers, fuzzCallers } from '../../support/fuzz/fuzz-callers.ts';
import { type FuzzedRequest, fuzzRequest, type Operation, type Route } from '../../support/fuzz/fuzzed-request.ts';
import { type Components, SeenValues } from '../../support/fuzz/valid-inputs.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { chooseSize } from '../../support/random/size.ts';
import { accessMatrix } from './access-matrix.ts';

const CALLS = chooseSize(2_500, 38_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_129);
/** Time between two calls by the clock of the site: limits by the minute are met, and leave most calls alone. */
const STEP_MS = 700;
/** How long a busy machine may take. */
const TIMEOUT_MS = chooseSize(120_000, 1_800_000);

let test: PaymentApp;
let callers: FuzzCallers;
let routes: Route[];
let components: Components;
const seen = new SeenValues();

type Document = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Components } };

beforeAll(async () => {
  test = await createDemoPaymentApp();
  await seedDemoContent(test.db, test.clock);
  test.deps.publisher.dryRun.previewPage = async ({ title }) => ({
    status: 200,
    body: Buffer.from(title),
    contentType: 'text/html',
    policy: null,
  });
  callers = new FuzzCallers(test);
  const document = (await (await test.app.request('/api/openapi.json')).json()) as Document;
  components = document.components?.schemas ?? {};
  routes = Object.entries(accessMatrix).map(([route, { body }]) => {
    const [method = '', pattern = ''] = route.split(' ');
    const operations = document.paths[pattern.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')];
    return { method, pattern, body, operation: operations?.[method.toLowerCase()] };
  });
  await readAnswers();
});
afterAll(() => test.close());

/** Fills `seen` with the answers of all reading routes about the first rows of each kind. */
async function readAnswers(): Promise<void> {
  for (const { method, pattern } of routes) {
    if (method !== 'GET' || pattern.endsWith('/events') || pattern.endsWith('openapi.json')) continue;
    for (const id of pattern.includes(':') ? ['1', '2', '4'] : ['']) {
      const { response } = await send('admin', {
        path: pattern.replaceAll(/:\w+(\{[^}]*\})?/g, id),
        init: { headers: {} },
      });
      if (response.headers.get('Content-Type')?.startsWith('application/json')) seen.add(await response.json());
    }
  }
}

async function send(caller: string, { path, init }: FuzzedRequest) {
  const token = await callers.getToken(caller);
  const headers = {
    'X-Forwarded-For': '203.0.113.9',
    ...init.headers,
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  return { response: await test.app.request(path, { ...init, headers }) };
}

it(
  'no call of anybody is answered with a fault of the server, whatever is sent (F16)',
  { timeout: TIMEOUT_MS },
  async () => {
    const random = createSeededRandom(SEED);
    const inputs = { random, seen, components };
    const wrong: string[] = [];
    const statuses = new Map<number, number>();
    for (let count = 0; count < CALLS; count += 1) {
      const caller = random.pick(fuzzCallers);
      const route = random.pick(routes);
      const request = fuzzRequest(inputs, route);
      test.clock.advance(STEP_MS);
      const { response } = await send(caller, request);
      const { status } = response;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
      const text = isStream ? await response.body?.cancel() : await response.text();
      if (status === 401 || (status === 403 && caller === 'admin')) callers.renew(caller);
      const name = `${route.method} ${route.pattern}`;
      if (status < 500) continue;
      const sent = `${request.init.method ?? 'GET'} ${request.path.slice(0, 200)} ${String(request.init.body ?? '').slice(0, 300)}`;
      wrong.push(`call ${count} of seed ${SEED}, ${caller}, ${name}: ${status} ${text} for ${sent}`);
    }
    expect(wrong).toEqual([]);
    for (const status of [200, 204, 400, 401, 403, 404, 409])
      expect(statuses.get(status), `${status}`).toBeGreaterThan(0);
  },
);

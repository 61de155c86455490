import { afterEach, describe, expect, it } from 'vitest';
import { QueueFullError } from '#api/bounded-queue.ts';
import { createHtmlProcessor, WORKER_MIN_LENGTH } from '#api/adapters/html/html-processor.ts';
import { createIdleWorker, WorkerTimeoutError } from '#api/adapters/idle-worker.ts';

/** Answers with how many requests it has begun; one with a gate waits until the gate is opened. */
const SCRIPT = `
  import { parentPort } from 'node:worker_threads';
  let begun = 0;
  parentPort.on('message', ({ id, payload }) => {
    begun += 1;
    if (payload?.gate) Atomics.wait(payload.gate, 0, 0);
    parentPort.postMessage({ id, result: begun });
  });`;
/** Rewrites addresses for ever, and does all else at once. */
const STUCK_READS = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, payload }) => {
    if (payload.task === 'rewriteUrls') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    parentPort.postMessage({ id, result: payload.task });
  });`;
const toUrl = (script: string) => new URL(`data:text/javascript,${encodeURIComponent(script)}`);

const createGate = () => new Int32Array(new SharedArrayBuffer(4));
function openGate(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function createWorker(options: { timeoutMs?: number; maxQueued?: number } = {}) {
  const worker = createIdleWorker({ url: toUrl(SCRIPT), timeoutMs: 20_000, idleMs: 20_000, ...options });
  stops.push(() => worker.stop(new Error('The test has ended.')));
  return worker;
}

describe('a worker', () => {
  it('begins nothing for a client that has left while it waited (T42)', async () => {
    const worker = createWorker();
    const gate = createGate();
    const gone = new AbortController();
    const first = worker.request<number>({ gate });
    const dropped = Array.from({ length: 12 }, () => worker.request<number>({}, gone.signal));
    const last = worker.request<number>({});
    gone.abort(new Error('The client has left.'));
    for (const request of dropped) await expect(request).rejects.toThrow('The client has left.');
    openGate(gate);
    expect([await first, await last]).toEqual([1, 2]);
  });

  it('refuses what exceeds its queue, and takes requests again when there is room (T42)', async () => {
    const worker = createWorker({ maxQueued: 2 });
    const gate = createGate();
    const taken = [worker.request({ gate }), worker.request({}), worker.request({})];
    await expect(worker.request({})).rejects.toBeInstanceOf(QueueFullError);
    openGate(gate);
    expect(await Promise.all(taken)).toEqual([1, 2, 3]);
    expect(await worker.request({})).toBe(4);
  });

  it('rejects what runs and what waits when it is stopped, and begins anew with the next request', async () => {
    const worker = createWorker();
    const requests = [worker.request({ gate: createGate() }), worker.request({}), worker.request({})];
    const refused = requests.map((request) => expect(request).rejects.toThrow('stopped'));
    await worker.stop(new Error('stopped'));
    await Promise.all(refused);
    expect(await worker.request({}), 'in a new thread').toBe(1);
  });

  it('counts the time that a request runs: those behind one that takes too long are still answered (T42)', async () => {
    const worker = createWorker({ timeoutMs: 8_000 });
    const stuck = worker.request({ gate: createGate() });
    const next = worker.request({});
    await expect(stuck).rejects.toBeInstanceOf(WorkerTimeoutError);
    expect(await next).toBe(1);
  });
});

describe('the HTML processor', () => {
  it('prepares what an editor saves while a reader’s page blocks its worker (T42)', async () => {
    const html = createHtmlProcessor({ workerUrl: toUrl(STUCK_READS) });
    stops.push(() => html.close());
    const long = 'x'.repeat(WORKER_MIN_LENGTH);
    const page = html.run('rewriteUrls', long, { base: '/release/token', siteUrl: 'http://localhost' });
    expect(await html.run('prepareContent', long, 1)).toBe('prepareContent');
    const refused = expect(page).rejects.toThrow('the server is stopping');
    await html.close();
    await refused;
  });

  it('does nothing for a client that has left, not even with short HTML (T42)', async () => {
    const html = createHtmlProcessor();
    const gone = AbortSignal.abort(new Error('The client has left.'));
    await expect(html.forClient(gone).run('prepareContent', '<p>x</p>', 100)).rejects.toThrow('The client has left.');
  });
});

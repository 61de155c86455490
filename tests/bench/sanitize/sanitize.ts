import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '#api/app.ts';
import { readEnv } from '#api/env.ts';
import { type RunningServer, startServer } from '#api/server.ts';
import type { BenchOptions } from '../../../scripts/bench.ts';
import { createDraftCaller, createDraftFields } from '../../support/drafts/draft-caller.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { ensureBuild } from '../built-server.ts';
import { round } from '../figures.ts';
import { worstTexts } from './worst-texts.ts';

type Step = { status: number; cpu_ms: number; longest_stall_ms: number };

/**
 * Saves, changes and publishes the most expensive texts through the routes. `cpu_ms` is processor time of the server's
 * main thread, and `longest_stall_ms` the longest delay of its event loop.
 */
export async function benchSanitize(options: BenchOptions): Promise<object> {
  ensureBuild();
  const directory = await mkdtemp(join(tmpdir(), 'bench-sanitize-'));
  const env = readEnv({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'error', DEMO_CONTENT: 'pages' });
  const server = await startServer(env);
  try {
    const texts: Record<string, Record<string, Step>> = {};
    await measureText(server, worstTexts.prose as string);
    for (const [name, text] of Object.entries(worstTexts)) {
      options.log(name);
      texts[name] = await measureText(server, text);
    }
    const steps = Object.values(texts).flatMap((each) => Object.values(each));
    return {
      worst_cpu_ms: Math.max(...steps.map((step) => step.cpu_ms)),
      worst_stall_ms: Math.max(...steps.map((step) => step.longest_stall_ms)),
      texts,
    };
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function measureText(server: RunningServer, text: string): Promise<Record<string, Step>> {
  const test = { db: server.db, clock: server.clock, deps: server, app: createApp(server) };
  const { call } = await createDraftCaller(test as unknown as TestApp);
  const client_id = crypto.randomUUID();
  const draft = (content: string, version: number) =>
    JSON.stringify({
      fields: createDraftFields({ status: 'published' }),
      content,
      client_id,
      version,
      base_revision: 1,
    });
  const steps: Record<string, Step> = {};
  const step = async (name: string, run: () => Promise<{ status: number; body: { id?: number } }>) => {
    const { response, ...figures } = await measure(run);
    steps[name] = { status: response.status, ...figures };
    return response;
  };
  const created = await call('POST', '/api/blogs/drafts', {
    fields: createDraftFields(),
    content: '<p>x</p>',
    client_id,
  });
  const path = `/api/blogs/${created.body.id}`;
  const saved = await step('save', () => call('PUT', `${path}/draft`, JSON.parse(draft(text, 1))));
  if (saved.status === 200) {
    await step('save_again', () => call('PUT', `${path}/draft`, JSON.parse(draft(`${text}<p>more</p>`, 2))));
    await step('check', () => call('POST', `${path}/check`, { title: 'x', description: null, content: text }));
    await step('publish', () => call('POST', `${path}/publish`, { version: 3 }));
    await step('render', async () => {
      await server.publisher.whenIdle();
      return { status: 200, body: {} };
    });
    await call('DELETE', path);
    await server.publisher.whenIdle();
  }
  const input = { title: 'Another', content: text, status: 'draft' };
  await step('create', () => call('POST', '/api/blogs', input));
  return steps;
}

async function measure<Answer>(run: () => Promise<Answer>): Promise<Omit<Step, 'status'> & { response: Answer }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(20);
  delay.reset();
  const before = process.threadCpuUsage();
  const response = await run();
  const { user, system } = process.threadCpuUsage(before);
  await sleep(5);
  delay.disable();
  return { response, cpu_ms: round((user + system) / 1000), longest_stall_ms: round(delay.max / 1e6) };
}

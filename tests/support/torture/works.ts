import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { PublishingService, type ServiceResponse } from '../openshelf/publishing-service.ts';
import { countWrite, type Stage } from './actor.ts';
import { isAcknowledged } from './balanced-client.ts';

const PAUSE_MS = 3_000;
const ATTEMPTS = 8;

/** The publishing service sends works, and a reviewer decides. Webhooks of the decisions go to its receiver. */
export async function playPublishingService(stage: Stage, serviceKey: string, token: string): Promise<void> {
  const service = new PublishingService({ serviceKey, send: (path, init) => sendRequest(stage, path, init) });
  for (let n = 1; stage.isOn(); n += 1) {
    const id = await sendWork(stage, service, n);
    if (id !== null) await decide(stage, id, token);
    await sleep(PAUSE_MS / 2 + stage.random.below(PAUSE_MS));
  }
}

/** A response that was lost is one of 503: the service asks again with the same key. */
async function sendRequest(stage: Stage, path: string, init: RequestInit): Promise<Response> {
  const headers = Object.fromEntries(new Headers(init.headers));
  const options = { headers, ...(typeof init.body === 'string' && { body: init.body }) };
  const reply = await stage.client.send(init.method ?? 'GET', path, options);
  countWrite(stage, reply);
  if (!reply) return Response.json({ message: 'No response' }, { status: 503 });
  return new Response(new Uint8Array(reply.bytes), { status: reply.status, headers: reply.headers });
}

/** Null when it did not get through before the run ended. */
async function sendWork(stage: Stage, service: PublishingService, n: number): Promise<number | null> {
  const keys = Array.from({ length: 3 }, () => randomUUID());
  const work = {
    title: `Torture work ${n}`,
    author_name: 'Hana Reweti',
    description: 'Written under torture.',
    category: 'Fiction',
    subcategory: 'Mystery',
    html_url: `https://texts.example.com/${n}.html`,
  };
  const created = await repeat(stage, () => service.create(work, keys[0]));
  const id = created?.body.data.id;
  if (id === undefined) return null;
  if (!(await repeat(stage, () => service.submit(id, keys[1])))) return null;
  const review = { decision: 'needs_review', confidence_score: 0.6, comments: 'Unsure.' } as const;
  return (await repeat(stage, () => service.recordAiReview(id, review, keys[2]))) ? id : null;
}

/** As its contract says: again with the same key after 5xx. @returns null when it never got through. */
async function repeat(stage: Stage, send: () => Promise<ServiceResponse>): Promise<ServiceResponse | null> {
  for (let attempt = 0; attempt < ATTEMPTS && stage.isOn(); attempt += 1) {
    const startedAt = Date.now();
    const response = await send().catch(() => null);
    if (response && response.status < 300) return response;
    if (response && response.status < 500 && response.status !== 429) {
      stage.findings.add(`a repeated call of the publishing service got ${response.status}: ${response.body.message}`);
      return null;
    }
    await sleep(Math.max(0, PAUSE_MS - (Date.now() - startedAt)));
  }
  return null;
}

async function decide(stage: Stage, id: number, token: string): Promise<void> {
  const [action, status] = stage.random.oneIn(3)
    ? (['reject', 'REJECTED'] as const)
    : (['approve', 'APPROVED'] as const);
  const path = `/api/admin/openshelf/reviews/${id}/${action}`;
  const reply = await stage.client.send('POST', path, { token, body: { comments: 'Decided under torture.' } });
  countWrite(stage, reply);
  if (isAcknowledged(reply)) stage.ledger.decisions.set(id, status);
}

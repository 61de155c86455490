import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, round } from './figures.ts';

export type Call = { path: string; body: object; headers: Record<string, string> };
export type LoadFigures = { requests_per_second: number; p50_ms: number; p99_ms: number; errors: number };

type Target = { port: number; agent: http.Agent; callOf: () => Call };

/** Unmeasured calls first: code gets warm, and connections open. A busy server accepts one in a turn of its loop. */
const WARM_UP_SECONDS = 2;

/** JSON calls over connections that stay open, by visitors of our own: nothing but Node on this side. */
export function createLoad(port: number, connections: number, callOf: () => Call) {
  const target = {
    port,
    callOf,
    agent: new http.Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' }),
  };
  return {
    warmUp: () => saturate(target, connections, WARM_UP_SECONDS),
    /** Calls at an even rate, answered or not, as visitors come. Each is timed from when it was due. */
    offer: (perSecond: number, seconds: number) => offer(target, perSecond, seconds),
    /** As many as go through: each connection sends the next call when it has its answer. */
    saturate: (seconds: number) => saturate(target, connections, seconds),
    close: () => target.agent.destroy(),
  };
}

async function offer(target: Target, perSecond: number, seconds: number): Promise<LoadFigures> {
  const calls: Promise<{ ms: number; isFine: boolean }>[] = [];
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = began + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    calls.push(send(target, due));
  }
  return figuresOf(await Promise.all(calls), began);
}

async function saturate(target: Target, connections: number, seconds: number): Promise<LoadFigures> {
  const answers: { ms: number; isFine: boolean }[] = [];
  const began = performance.now();
  const visitor = async () => {
    while (performance.now() - began < seconds * 1000) answers.push(await send(target, performance.now()));
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  return figuresOf(answers, began);
}

function figuresOf(answers: { ms: number; isFine: boolean }[], began: number): LoadFigures {
  const times = answers.map((answer) => answer.ms);
  return {
    requests_per_second: Math.round((answers.length * 1000) / (performance.now() - began)),
    p50_ms: round(quantile(times, 0.5)),
    p99_ms: round(quantile(times, 0.99)),
    errors: answers.filter((answer) => !answer.isFine).length,
  };
}

function send({ port, agent, callOf }: Target, due: number): Promise<{ ms: number; isFine: boolean }> {
  const { path, body, headers } = callOf();
  const text = JSON.stringify(body);
  const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve) => {
    const end = (isFine: boolean) => resolve({ ms: performance.now() - due, isFine });
    const options = { host: '127.0.0.1', port, path, agent, method: 'POST', headers: { ...headers, ...length } };
    const request = http.request(options, (response) => {
      response.resume();
      response.once('end', () => end((response.statusCode ?? 500) < 300));
    });
    request.once('error', () => end(false));
    request.end(text);
  });
}

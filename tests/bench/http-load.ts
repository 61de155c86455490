import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, round } from './figures.ts';

export type Call = { path: string; body: object; headers: Record<string, string> };
export type LoadFigures = { requests_per_second: number; p50_ms: number; p99_ms: number; errors: number };

type Target = { port: number; agent: http.Agent; createCall: () => Call };

/** Calls that are not measured: they compile hot code and open the connections. */
const WARM_UP_SECONDS = 2;

/** JSON calls over keep-alive connections, by node:http alone. */
export function createLoad(port: number, connections: number, createCall: () => Call) {
  const target = {
    port,
    createCall,
    agent: new http.Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' }),
  };
  return {
    warmUp: () => saturate(target, connections, WARM_UP_SECONDS),
    /** Calls at a constant rate, whether answered or not (open loop). Each is timed from when it was due. */
    offer: (perSecond: number, seconds: number) => offer(target, perSecond, seconds),
    /** As many as possible: each connection sends the next call when it has its response (closed loop). */
    saturate: (seconds: number) => saturate(target, connections, seconds),
    close: () => target.agent.destroy(),
  };
}

async function offer(target: Target, perSecond: number, seconds: number): Promise<LoadFigures> {
  const calls: Promise<{ ms: number; isOk: boolean }>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = startedAt + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    calls.push(send(target, due));
  }
  return computeFigures(await Promise.all(calls), startedAt);
}

async function saturate(target: Target, connections: number, seconds: number): Promise<LoadFigures> {
  const responses: { ms: number; isOk: boolean }[] = [];
  const startedAt = performance.now();
  const sendCalls = async () => {
    while (performance.now() - startedAt < seconds * 1000) responses.push(await send(target, performance.now()));
  };
  await Promise.all(Array.from({ length: connections }, sendCalls));
  return computeFigures(responses, startedAt);
}

function computeFigures(responses: { ms: number; isOk: boolean }[], startedAt: number): LoadFigures {
  const times = responses.map((answer) => answer.ms);
  return {
    requests_per_second: Math.round((responses.length * 1000) / (performance.now() - startedAt)),
    p50_ms: round(quantile(times, 0.5)),
    p99_ms: round(quantile(times, 0.99)),
    errors: responses.filter((answer) => !answer.isOk).length,
  };
}

function send({ port, agent, createCall }: Target, due: number): Promise<{ ms: number; isOk: boolean }> {
  const { path, body, headers } = createCall();
  const text = JSON.stringify(body);
  const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve) => {
    const end = (isOk: boolean) => resolve({ ms: performance.now() - due, isOk });
    const options = { host: '127.0.0.1', port, path, agent, method: 'POST', headers: { ...headers, ...length } };
    const request = http.request(options, (response) => {
      response.resume();
      response.once('end', () => end((response.statusCode ?? 500) < 300));
    });
    request.once('error', () => end(false));
    request.end(text);
  });
}

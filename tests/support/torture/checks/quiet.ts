import { setTimeout as sleep } from 'node:timers/promises';
import { readJson } from '../balanced-client.ts';
import type { Stage } from '../actor.ts';
import type { ProductServer } from '../product-server.ts';

/** Webhooks and mails are tried again after pauses that double; undo holds some for 30 s. */
const QUIET_MAX_MS = 300_000;
const POLL_MS = 1_000;
/** The site has stopped changing when no release came for so long. */
const STILL_MS = 8_000;

type Options = { stage: Stage; servers: ProductServer[]; metricsToken: string; probePath: string };

/** Waits, after the last fault, until every server is ready, every queue is empty and the site has stopped changing. */
export async function waitUntilQuiet({ stage, servers, metricsToken, probePath }: Options): Promise<void> {
  const { client, findings } = stage;
  const startedAt = Date.now();
  let reason = '';
  let release = '';
  let stillSince = Date.now();
  for (; Date.now() - startedAt < QUIET_MAX_MS; await sleep(POLL_MS)) {
    const states = await Promise.all(servers.map(readState));
    const releases = states.map((state) => state.release).join(' ');
    if (releases !== release) stillSince = Date.now();
    release = releases;
    reason = states.map(({ busy }) => busy).find((busy) => busy !== '') ?? '';
    if (new Set(states.map((state) => state.release)).size > 1) reason = `releases differ: ${releases}`;
    // Lengths of queues are answered from memory: one must have been read after the last change.
    const ageMs = Math.max(...states.map((state) => state.ageMs));
    if (reason === '' && Date.now() - stillSince > STILL_MS + ageMs) {
      findings.note(`quiet after ${Math.round((Date.now() - startedAt) / 1000)} s, release ${release}`);
      return;
    }
  }
  findings.add(`not quiet ${QUIET_MAX_MS / 1000} s after the last fault: ${reason || `releases ${release}`}`);

  async function readState(server: ProductServer): Promise<{ busy: string; release: string; ageMs: number }> {
    const probe = await client.readFrom(server, probePath);
    if (probe?.status !== 200) return { busy: `${server.name} is not ready (${probe?.status})`, release: '', ageMs: 0 };
    const health = await client.readFrom(server, '/api/health');
    const metrics = await client.readFrom(server, '/metrics', { token: metricsToken });
    if (health?.status !== 200 || metrics?.status !== 200)
      return { busy: `${server.name} has no health`, release: '', ageMs: 0 };
    const { status, release: current, parts } = readJson<{ status: string; release: number; parts: object }>(health);
    const queues = [...metrics.bytes.toString().matchAll(/^queue_length\{queue="([^"]+)"\} (\d+)/gm)];
    const age = /^reading_age_seconds\{reading="queues"\} (\S+)/m.exec(metrics.bytes.toString())?.[1];
    const waiting = queues
      .filter(([, , length]) => Number(length) > 0)
      .map(([, queue, length]) => `${queue} ${length}`);
    const failing = status === 'ok' ? [] : [`health ${JSON.stringify(parts)}`];
    return { busy: [...waiting, ...failing].join(', '), release: String(current), ageMs: Number(age) * 1_000 };
  }
}

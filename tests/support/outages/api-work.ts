import { setTimeout as sleep } from 'node:timers/promises';
import { createBlogRequest } from '../app/blog-request.ts';
import type { ApiResponse, LoggedServer } from '../faults/logged-server.ts';
import { createJpeg, toFormData } from '../uploads/sample-files.ts';
import { describeError } from './page-reader.ts';

/** A sentence for a person. */
const SENTENCE = /^\p{Lu}.*[.!?]$/u;
const UNAVAILABLE = 503;

/** Everything that servers accepted, and must still have at the end. */
export type Accepted = { posts: string[]; uploads: string[] };

export type ApiWork = ReturnType<typeof createApiWork>;

/** Calls of an admin, of which each either succeeds or is refused with 503 and a sentence. */
export function createApiWork(token: string) {
  const accepted: Accepted = { posts: [], uploads: [] };
  const findings: string[] = [];
  const counts = { calls: 0, refused: 0 };

  async function send(server: LoggedServer, method: string, path: string, body?: unknown): Promise<ApiResponse | null> {
    counts.calls += 1;
    const at = new Date().toISOString();
    const name = `${at} ${server.port} ${method} ${path}`;
    const reply = await server.call(method, path, body, token).catch((error: unknown) => describeError(error));
    if (typeof reply === 'string') {
      findings.push(`${name}: ${reply}`);
      return null;
    }
    const { status, body: answer } = reply;
    if (status < 300) return reply;
    counts.refused += 1;
    if (status !== UNAVAILABLE || !SENTENCE.test(answer.message ?? ''))
      findings.push(`${name}: ${status} ${answer.message ?? 'without a sentence'}`);
    return reply;
  }

  /** Answers with its slug when it was accepted. */
  async function publish(server: LoggedServer): Promise<string | null> {
    const title = `Post ${counts.calls} by ${server.port}`;
    const reply = await send(server, 'POST', '/api/blogs', createBlogRequest({ title }));
    const slug = reply?.status === 201 ? reply.body.slug : undefined;
    if (slug === undefined) return null;
    accepted.posts.push(slug);
    return slug;
  }

  async function upload(server: LoggedServer): Promise<void> {
    // Another size is another file.
    const size = 40 + counts.calls;
    const reply = await send(server, 'POST', '/api/uploads', toFormData(await createJpeg(size, 40)));
    if (reply?.status === 201 && reply.body.url) accepted.uploads.push(new URL(reply.body.url, server.origin).pathname);
  }

  return {
    accepted,
    findings,
    counts,
    publish,
    upload,
    /** Pages are served, this release whole, and health says so and names what is away. */
    async checkProbes(server: LoggedServer, isDatabaseAway: boolean): Promise<void> {
      for (const probe of ['live', 'ready', 'health']) {
        const reply = await send(server, 'GET', `/api/${probe}`);
        const reason = probe === 'health' && isDatabaseAway ? 'database_unreachable' : undefined;
        if (reply?.status !== 200 || (reason && reply.body.reason !== reason))
          findings.push(`/api/${probe} of ${server.port}: ${reply?.status} ${reply?.body.reason ?? ''}`);
      }
    },
    profile: async (server: LoggedServer) => (await send(server, 'GET', '/api/profile'))?.status === 200,
    /** Publishes by each of the servers in turn, at this pace, until told to stop or `limit` were sent. */
    async publishInTurn(
      servers: () => readonly LoggedServer[],
      { pauseMs, limit = Number.POSITIVE_INFINITY, isOver = () => false }: PublishOptions,
    ): Promise<void> {
      for (let n = 0; n < limit && !isOver(); n += 1) {
        const running = servers();
        const server = running[n % running.length];
        if (server) await publish(server);
        await sleep(pauseMs);
      }
    },
  };
}

type PublishOptions = { pauseMs: number; limit?: number; isOver?: () => boolean };

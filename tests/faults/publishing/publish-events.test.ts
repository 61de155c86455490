import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSessionStore } from '#api/adapters/lucia-sessions.ts';
import { readEnv } from '#api/env.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { startServer } from '#api/server.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { findFreePort } from '../../support/app/free-port.ts';

const TITLE = 'Just before the end';

it('F13: a stop ends every event stream after a whole event, also during a publish', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'site-events-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const settings = {
    PORT: String(await findFreePort()),
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    OG_IMAGES: 'false',
  };
  const env = readEnv(settings);
  const server = await startServer(env);
  const admin = await server.db.orm.query.users.findFirst({ where: (users, { eq }) => eq(users.role, 'admin') });
  const browser = { userAgent: 'Test', ip: '127.0.0.1', audience: null };
  const { token } = await createSessionStore(server).create(admin?.id ?? 0, browser);
  const openStream = async () => {
    const response = await fetch(`${env.SITE_URL}/api/publishes/events`, {
      headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br, gzip' },
    });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
    return response;
  };
  const streams = (await Promise.all(Array.from({ length: 20 }, openStream))).map(readStream);
  await createBlog(server, createBlogRequest({ title: TITLE }));
  await Promise.all(streams.map(({ firstEvent }) => firstEvent));
  const stopped = server.stop();
  const texts = await Promise.all(streams.map(({ fullText }) => fullText));
  await stopped;
  for (const text of texts) {
    expect(text).toContain('event: site\n');
    expect(text).toContain(TITLE);
    expect(text.endsWith('\n\n')).toBe(true);
  }
});

/** `fullText` is the whole stream, and rejects when it is aborted; `firstEvent` resolves with the first event of the publish. */
function readStream(response: Response): { firstEvent: Promise<void>; fullText: Promise<string> } {
  const { promise: firstEvent, resolve } = Promise.withResolvers<void>();
  const fullText = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of response.body as ReadableStream<Uint8Array>) {
      text += decoder.decode(part, { stream: true });
      if (text.includes(TITLE)) resolve();
    }
    return text;
  })();
  return { firstEvent, fullText };
}

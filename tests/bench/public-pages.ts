import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { RunningServer } from '#api/server.ts';
import { publishJobs } from '#db/schema/index.ts';

const TIMEOUT_MS = 30_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

type Page = { status: number; body: string };

/** Requests a page until it contains the text. @throws after 30 s. */
export const waitForMarker = (server: RunningServer, path: string, marker: string): Promise<void> =>
  waitForPage(server, path, ({ body }) => body.includes(marker));

/** Requests a page until it is as expected. @throws after 30 s. */
export async function waitForPage(
  { port }: RunningServer,
  path: string,
  isExpected: (page: Page) => boolean,
): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!isExpected(await read(port, path))) {
    if (performance.now() > deadline) throw new Error(`${path} never returned the new content.`);
    await sleep(2);
  }
}

/** Waits until no publish is being rendered or verified. */
export async function waitForVerification(server: RunningServer): Promise<void> {
  for (;;) {
    const open = await server.db.orm
      .select({ id: publishJobs.id })
      .from(publishJobs)
      .where(eq(publishJobs.status, 'rendering'));
    if (open.length === 0) return;
    await sleep(2);
  }
}

function read(port: number, path: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    request.on('error', reject);
  });
}

import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FloodSite } from './flood-site.ts';

const DRAFT_BYTES = 60_000;
const SENTENCE = 'She wrote the names of the crews into the ledger, one line for each, and closed it at noon. ';

type Answer = { status: number; text: string; ms: number };

/** One keep-alive connection; answers one request after the other. */
export function openKeepAlive(port: number, token?: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const headers = {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      };
      const request = http.request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - startedAt }),
        );
      });
      request.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { call, close: () => agent.destroy() };
}

/** An editor who saves a draft of 60 KB, each time another one. */
export async function openEditor(port: number, { token, draftId }: Pick<FloodSite, 'token' | 'draftId'>) {
  const { call, close } = openKeepAlive(port, token);
  const path = `/api/blogs/${draftId}/draft`;
  const { text } = await call('GET', path);
  const { fields, base_revision, version } = (
    JSON.parse(text) as { draft: { fields: object; base_revision: number; version: number } }
  ).draft;
  let current = version;
  return {
    close,
    /** Returns how long the save took, milliseconds. @throws when it is not answered with 200 */
    async save(): Promise<number> {
      const paragraph = `<p>${current}: ${SENTENCE.repeat(10)}</p>`;
      const content = paragraph.repeat(Math.ceil(DRAFT_BYTES / paragraph.length));
      const request = { fields, content, client_id: 'editor-in-the-flood', version: current, base_revision };
      const { status, text: answer, ms } = await call('PUT', path, request);
      if (status !== 200) throw new Error(`A save was answered with ${status}: ${answer.slice(0, 200)}`);
      current = (JSON.parse(answer) as { version: number }).version;
      return ms;
    },
  };
}

/** Repeats a measurement so many milliseconds apart until `isOn` is false. Returns all times, and how many failed. */
export async function repeat(measure: () => Promise<number>, everyMs: number, isOn: () => boolean) {
  const times: number[] = [];
  let failures = 0;
  while (isOn()) {
    const startedAt = performance.now();
    try {
      times.push(await measure());
    } catch {
      failures += 1;
    }
    await sleep(Math.max(0, everyMs - (performance.now() - startedAt)));
  }
  return { times, failures };
}

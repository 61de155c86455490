import { createEntryToken } from '#api/adapters/entry-link.ts';
import { listWaitingListProducts } from '#api/domain/catalogue.ts';
import type { TestApp } from './test-app.ts';

/** Calls the waiting-list API with a JSON body from a client address. */
export function sendJson(test: TestApp, method: string, path: string, body: unknown, ip = '203.0.113.7') {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': ip };
  return test.app.request(`/api/waitinglist${path}`, { method, headers, body: JSON.stringify(body) });
}

/** Status and body of a response. */
export async function readJson(response: Response | Promise<Response>): Promise<{ status: number; body: never }> {
  const { status } = await response;
  return { status, body: (await (await response).json()) as never };
}

export const createJoinRequest = (changes: Record<string, unknown> = {}) => ({
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  intent: 'A book about engines.',
  productId: listWaitingListProducts()[0]?.id,
  ...changes,
});

/** Adds an entry to a list; every call uses another network, because rate limits count by network. */
export async function joinWaitingList(test: TestApp, changes: Record<string, unknown> = {}): Promise<Response> {
  networkCount += 1;
  return sendJson(test, 'POST', '', createJoinRequest(changes), `10.0.${networkCount >> 8}.${networkCount & 255}`);
}
let networkCount = 0;

export type Row = Record<string, string | number | null>;

export async function selectRows(test: TestApp, sql: string): Promise<Row[]> {
  return (await test.db.client.execute(sql)).rows.map((row) => ({ ...row }) as Row);
}

export const listEntries = (test: TestApp) => selectRows(test, 'SELECT * FROM waiting_list_entries ORDER BY id');
export const listEmails = (test: TestApp) =>
  selectRows(test, 'SELECT kind, to_email, to_name, data, dedupe_key FROM outbox ORDER BY id');

/** The token in the emailed link of an entry. */
export async function findEntryToken(test: TestApp, email = 'ada@example.com'): Promise<string> {
  const entry = (await listEntries(test)).find((row) => row.email === email);
  return createEntryToken(test.deps.secrets, String(entry?.public_id));
}

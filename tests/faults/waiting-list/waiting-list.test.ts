import { rm } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { copyCrashData, type CrashProcess, kill, startCrashProcess } from '../../support/faults/crash-process.ts';
import { findFreePort } from '../../support/app/free-port.ts';
import { chooseSize } from '../../support/random/size.ts';

const DISTINCT_COUNT = chooseSize(200, 500);
const COPY_COUNT = DISTINCT_COUNT;
/** The server is killed after this number of successful responses. */
const RESPONSES_BEFORE_KILL = chooseSize(160, 400);
/** Fewer than all, so that on a slow machine the kill still comes before the last response. */
const CONCURRENCY_WHEN_KILLED = DISTINCT_COUNT;
const COPIED_EMAIL = 'copy@example.com';

let directory: string;
let port: number;
let server: CrashProcess;
beforeEach(async () => {
  directory = await copyCrashData();
  port = await findFreePort();
  server = await startCrashProcess(directory, port);
});
afterEach(async () => {
  server.child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

/** Distinct addresses, and between them as many times the same one. */
const addresses = Array.from({ length: DISTINCT_COUNT + COPY_COUNT }, (_, index) =>
  index % 2 === 0 ? `person${index}@example.com` : COPIED_EMAIL,
);

type Answer = { email: string; status: number };

type JoinOptions = { network: number; concurrency: number; onAnswer?: (count: number) => unknown };

/** Joins with all addresses, `concurrency` at a time, each from another network. Requests without a response are left out. */
async function joinAll({ network, concurrency, onAnswer }: JoinOptions): Promise<Answer[]> {
  const responses: Answer[] = [];
  const entries = addresses.entries();
  const sendNext = async () => {
    for (const [index, email] of entries) {
      const ip = `10.${network}.${index >> 8}.${index & 255}`;
      let status = await postJoin(email, ip);
      // On a busy machine this process may send the headers too late. A client may repeat such a request (RFC 9110 §15.5.9).
      while (status === 408) status = await postJoin(email, ip);
      if (status === null) continue;
      responses.push({ email, status });
      onAnswer?.(responses.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendNext));
  return responses;
}

/** The status of the response, or null without one. Over a separate connection without a timeout on this side. */
function postJoin(email: string, from: string): Promise<number | null> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
  const options = { host: '127.0.0.1', port, path: '/api/waitinglist', method: 'POST', headers, agent: false };
  return new Promise((resolve) => {
    const request = http.request(options, (response) => {
      resolve(response.statusCode ?? 0);
      response.on('error', () => undefined).resume();
    });
    request.on('error', () => resolve(null));
    request.end(JSON.stringify({ email, productId: 4 }));
  });
}

async function readRows(sql: string): Promise<unknown[][]> {
  const db = await openDatabase(`file:${join(directory, 'app.db')}`);
  const { rows } = await db.client.execute(sql);
  db.client.close();
  return rows.map((row) => Array.from(row));
}

const listEmails = async (table: string, column: string) =>
  (await readRows(`SELECT ${column} FROM ${table} ORDER BY ${column}`)).map(([email]) => String(email));

it(`F3 ${DISTINCT_COUNT + COPY_COUNT} joins, killed in between, then all again: no acknowledged join is lost, no address is stored twice`, async () => {
  const onAnswer = (count: number) => count === RESPONSES_BEFORE_KILL && server.child.kill('SIGKILL');
  const before = await joinAll({ network: 1, concurrency: CONCURRENCY_WHEN_KILLED, onAnswer });
  await server.ended;
  expect(before.length).toBeGreaterThanOrEqual(RESPONSES_BEFORE_KILL);
  expect(before.length, 'the kill interrupted some requests').toBeLessThan(addresses.length);
  expect(before.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(before.filter(({ email, status }) => email === COPIED_EMAIL && status === 201).length).toBeLessThanOrEqual(1);

  expect(await readRows('PRAGMA integrity_check')).toEqual([['ok']]);
  const storedEmails = await listEmails('waiting_list_entries', 'email');
  expect(new Set(storedEmails).size, 'one row for each address').toBe(storedEmails.length);
  expect(before.filter(({ email }) => !storedEmails.includes(email))).toEqual([]);
  expect(await listEmails('outbox', 'to_email'), 'each entry has its email').toEqual(storedEmails);

  server = await startCrashProcess(directory, port);
  const after = await joinAll({ network: 2, concurrency: addresses.length });
  expect(after).toHaveLength(addresses.length);
  expect(after.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(after.filter(({ status }) => status === 201)).toHaveLength(DISTINCT_COUNT + 1 - storedEmails.length);
  expect(await kill(server, 'SIGTERM')).toBe(0);
  const all = [...new Set(addresses)].sort();
  expect(await listEmails('waiting_list_entries', 'email')).toEqual(all);
  expect(await listEmails('outbox', 'to_email')).toEqual(all);
});

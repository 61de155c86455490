import { rm } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { copyCrashData, type CrashProcess, kill, startCrashProcess } from '../../support/faults/crash-process.ts';
import { findFreePort } from '../../support/app/free-port.ts';

const DISTINCT = 500;
const COPIES = 500;
/** The server is killed after so many good answers. */
const KILLED_AFTER = 400;
/** So many ask at the same time when it is killed: of all at once, a slow test could see the first answer after the last was given. */
const ABREAST_KILLED = 500;
const COPIED = 'copy@example.com';

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

/** 500 addresses, and between them 500 times the same one. */
const addresses = Array.from({ length: DISTINCT + COPIES }, (_, at) =>
  at % 2 === 0 ? `person${at}@example.com` : COPIED,
);

type Answer = { email: string; status: number };

type Round = { network: number; abreast: number; onAnswer?: (count: number) => unknown };

/** Everybody, `abreast` at a time, each from a network of their own. Answers that a kill cut off are not among the result. */
async function joinAll({ network, abreast, onAnswer }: Round): Promise<Answer[]> {
  const answers: Answer[] = [];
  const line = addresses.entries();
  const ask = async () => {
    for (const [at, email] of line) {
      const ip = `10.${network}.${at >> 8}.${at & 255}`;
      let status = await askToJoin(email, ip);
      // Not handled: on a busy machine this process sent the headers too late. A client may send such a request again (RFC 9110 §15.5.9).
      while (status === 408) status = await askToJoin(email, ip);
      if (status === null) continue;
      answers.push({ email, status });
      onAnswer?.(answers.length);
    }
  };
  await Promise.all(Array.from({ length: abreast }, ask));
  return answers;
}

/** The status of the answer, or null without one. Over a connection of its own that nobody but the server ends, however slow it is. */
function askToJoin(email: string, from: string): Promise<number | null> {
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

async function read(sql: string): Promise<unknown[][]> {
  const db = await openDatabase(`file:${join(directory, 'app.db')}`);
  const { rows } = await db.client.execute(sql);
  db.client.close();
  return rows.map((row) => Array.from(row));
}

const emailsIn = async (table: string, column: string) =>
  (await read(`SELECT ${column} FROM ${table} ORDER BY ${column}`)).map(([email]) => String(email));

it(`F3 ${DISTINCT + COPIES} joins, killed in the middle, then all at once: nothing acknowledged is lost, nobody is there twice`, async () => {
  const onAnswer = (count: number) => count === KILLED_AFTER && server.child.kill('SIGKILL');
  const before = await joinAll({ network: 1, abreast: ABREAST_KILLED, onAnswer });
  await server.ended;
  expect(before.length).toBeGreaterThanOrEqual(KILLED_AFTER);
  expect(before.length, 'the kill cut some off').toBeLessThan(addresses.length);
  expect(before.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(before.filter(({ email, status }) => email === COPIED && status === 201).length).toBeLessThanOrEqual(1);

  expect(await read('PRAGMA integrity_check')).toEqual([['ok']]);
  const kept = await emailsIn('waiting_list_entries', 'email');
  expect(new Set(kept).size, 'one row for each address').toBe(kept.length);
  expect(before.filter(({ email }) => !kept.includes(email))).toEqual([]);
  expect(await emailsIn('outbox', 'to_email'), 'each entry with its mail').toEqual(kept);

  server = await startCrashProcess(directory, port);
  const after = await joinAll({ network: 2, abreast: addresses.length });
  expect(after).toHaveLength(addresses.length);
  expect(after.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(after.filter(({ status }) => status === 201)).toHaveLength(DISTINCT + 1 - kept.length);
  expect(await kill(server, 'SIGTERM')).toBe(0);
  const all = [...new Set(addresses)].sort();
  expect(await emailsIn('waiting_list_entries', 'email')).toEqual(all);
  expect(await emailsIn('outbox', 'to_email')).toEqual(all);
});

import { rm } from 'node:fs/promises';
import http from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyCrashData } from '../support/faults/crash-process.ts';
import { startSocketKeeper } from '../support/faults/socket-keeper.ts';
import { chooseSize } from '../support/random/size.ts';

const RESTARTS = 3;
const CLIENTS = 6;
/** Of one client before each restart; the others go on meanwhile. */
const REQUESTS = chooseSize(50, 700);

let directory: string;
beforeEach(async () => {
  directory = await copyCrashData();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** The status of a page over a connection of its own; the code of the error when there was no response. */
function request(port: number): Promise<number | string> {
  return new Promise((resolve) => {
    http
      .get({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

it(`no request is refused or cut off over ${RESTARTS} restarts behind a socket of systemd`, async () => {
  const keeper = await startSocketKeeper(directory);
  const results = new Map<number | string, number>();
  let isOver = false;
  const load = async (isEnough: (count: number) => boolean) => {
    for (let count = 0; !isEnough(count); count += 1) {
      const result = await request(keeper.port);
      results.set(result, (results.get(result) ?? 0) + 1);
    }
  };
  try {
    const clients = Array.from({ length: CLIENTS }, () => load(() => isOver));
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await load((count) => count === REQUESTS);
      await keeper.restart();
    }
    isOver = true;
    await Promise.all(clients);
    expect([...results.keys()]).toEqual([200]);
  } finally {
    isOver = true;
    await keeper.stop();
  }
});

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { chooseSize } from '../support/random/size.ts';
import type { RaceCommand, RaceResult } from '../support/faults/lock-racer.ts';

const SCRIPT = join(PROJECT_ROOT, 'tests/support/faults/lock-racer.ts');
const RACERS = 4;
const ROUNDS = chooseSize(50, 200);
/** Rounds in which the owner of the round before has released the lock. */
const RELEASED_ROUNDS = chooseSize(20, 50);
/** Rounds in which every racer is a new process, and the owner of the round before was killed. */
const KILLED_ROUNDS = chooseSize(4, 10);
/** Delay until the common start time of a round, milliseconds. */
const START_DELAY_MS = 10;

let directory: string;
const racers: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-race-'));
});
afterEach(async () => {
  await Promise.all(racers.splice(0).map(killRacer));
  rmSync(directory, { recursive: true, force: true });
});

async function killRacer(racer: ChildProcess): Promise<void> {
  if (racer.exitCode !== null || racer.signalCode !== null) return;
  racer.kill('SIGKILL');
  await once(racer, 'exit');
}

async function startRacers(): Promise<ChildProcess[]> {
  const started = Array.from({ length: RACERS }, () => fork(SCRIPT, { execArgv: [] }));
  racers.push(...started);
  await Promise.all(started.map((racer) => once(racer, 'message')));
  return started;
}

async function sendOrder(racer: ChildProcess, order: RaceCommand): Promise<RaceResult> {
  const listening = new AbortController();
  const { signal } = listening;
  const response = once(racer, 'message', { signal });
  // A racer that has failed sends no message.
  const ended = once(racer, 'exit', { signal }).then(() => {
    throw new Error('A racer exited without a result.');
  });
  response.catch(() => undefined);
  ended.catch(() => undefined);
  racer.send(order);
  try {
    return ((await Promise.race([response, ended])) as [RaceResult])[0];
  } finally {
    listening.abort();
  }
}

/** All try to lock at the same time; returns the owners, and whether they report a clean shutdown. */
async function race(contestants: readonly ChildProcess[], data: string) {
  const at = Date.now() + START_DELAY_MS;
  const results = await Promise.all(contestants.map((racer) => sendOrder(racer, { lock: data, at })));
  return contestants.flatMap((racer, index) => {
    const result = results[index];
    return result && 'isOwner' in result && result.isOwner ? [{ racer, wasClean: result.wasClean }] : [];
  });
}

async function createDeadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('T36: a data directory has one owner', () => {
  it(`T36: ${ROUNDS} rounds of ${RACERS} processes on a stale lock have exactly one owner each, which reports an unclean shutdown`, async () => {
    const contestants = await startRacers();
    const stale = `${await createDeadPid()} 12345`;
    const owners: number[] = [];
    const unclean: boolean[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const data = join(directory, String(round));
      mkdirSync(data);
      writeFileSync(join(data, 'server.lock'), stale);
      const winners = await race(contestants, data);
      owners.push(winners.length);
      unclean.push(...winners.map(({ wasClean }) => !wasClean));
      await Promise.all(contestants.map((racer) => sendOrder(racer, { release: true })));
    }
    expect(owners).toEqual(Array.from({ length: ROUNDS }, () => 1));
    expect(unclean).toEqual(Array.from({ length: ROUNDS }, () => true));
  });

  it('T36: after a release exactly one of several processes gets the lock, and reports a clean shutdown', async () => {
    const contestants = await startRacers();
    const cleanShutdowns: unknown[] = [];
    for (let round = 0; round < RELEASED_ROUNDS; round += 1) {
      const winners = await race(contestants, directory);
      cleanShutdowns.push(winners.map(({ wasClean }) => wasClean));
      await Promise.all(contestants.map((racer) => sendOrder(racer, { release: true })));
    }
    expect(cleanShutdowns).toEqual(Array.from({ length: RELEASED_ROUNDS }, () => [true]));
  });

  it('T36: exactly one of several new processes gets the lock of a killed owner', async () => {
    const cleanShutdowns: unknown[] = [];
    for (let round = 0; round < KILLED_ROUNDS; round += 1) {
      const contestants = await startRacers();
      const winners = await race(contestants, directory);
      cleanShutdowns.push(winners.map(({ wasClean }) => wasClean));
      await Promise.all(contestants.map(killRacer));
    }
    expect(cleanShutdowns).toEqual(Array.from({ length: KILLED_ROUNDS }, (_, round) => [round === 0]));
  });
});

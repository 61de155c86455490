import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { RaceCommand, RaceResult } from '../support/faults/lock-racer.ts';

const SCRIPT = join(PROJECT_ROOT, 'tests/support/faults/lock-racer.ts');
const RACERS = 4;
const ROUNDS = 200;
/** Rounds in which every racer is a new process, and the owner of the round before was killed. */
const KILLED_ROUNDS = 10;
/** How far ahead the common instant of a round lies, milliseconds. */
const LEAD_MS = 10;

let directory: string;
const racers: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-race-'));
});
afterEach(async () => {
  await Promise.all(racers.splice(0).map(end));
  rmSync(directory, { recursive: true, force: true });
});

async function end(racer: ChildProcess): Promise<void> {
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

async function ask(racer: ChildProcess, order: RaceCommand): Promise<RaceResult> {
  const listening = new AbortController();
  const { signal } = listening;
  const answer = once(racer, 'message', { signal });
  // A racer that ended by an error of its own gives no answer.
  const ended = once(racer, 'exit', { signal }).then(() => {
    throw new Error('A racer ended before it answered.');
  });
  answer.catch(() => undefined);
  ended.catch(() => undefined);
  racer.send(order);
  try {
    return ((await Promise.race([answer, ended])) as [RaceResult])[0];
  } finally {
    listening.abort();
  }
}

/** All of them try at the same instant; returns those that own the directory, and what they say of the last stop. */
async function race(among: readonly ChildProcess[], data: string) {
  const at = Date.now() + LEAD_MS;
  const results = await Promise.all(among.map((racer) => ask(racer, { lock: data, at })));
  return among.flatMap((racer, index) => {
    const result = results[index];
    return result && 'isOwner' in result && result.isOwner ? [{ racer, wasClean: result.wasClean }] : [];
  });
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('T36: a data directory has one owner', () => {
  it(`T36: ${ROUNDS} rounds of ${RACERS} processes on a stale lock have exactly one owner each, which knows that the stop was not clean`, async () => {
    const among = await startRacers();
    const stale = `${await deadPid()} 12345`;
    const owners: number[] = [];
    const unclean: boolean[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const data = join(directory, String(round));
      mkdirSync(data);
      writeFileSync(join(data, 'server.lock'), stale);
      const winners = await race(among, data);
      owners.push(winners.length);
      unclean.push(...winners.map(({ wasClean }) => !wasClean));
      await Promise.all(among.map((racer) => ask(racer, { release: true })));
    }
    expect(owners).toEqual(Array.from({ length: ROUNDS }, () => 1));
    expect(unclean).toEqual(Array.from({ length: ROUNDS }, () => true));
  });

  it('T36: after a release exactly one of several starts gets the lock, and the stop counts as clean', async () => {
    const among = await startRacers();
    const seen: unknown[] = [];
    for (let round = 0; round < 50; round += 1) {
      const winners = await race(among, directory);
      seen.push(winners.map(({ wasClean }) => wasClean));
      await Promise.all(among.map((racer) => ask(racer, { release: true })));
    }
    expect(seen).toEqual(Array.from({ length: 50 }, () => [true]));
  });

  it('T36: the lock of an owner that was killed goes to exactly one of several new processes', async () => {
    const seen: unknown[] = [];
    for (let round = 0; round < KILLED_ROUNDS; round += 1) {
      const among = await startRacers();
      const winners = await race(among, directory);
      seen.push(winners.map(({ wasClean }) => wasClean));
      await Promise.all(among.map(end));
    }
    expect(seen).toEqual(Array.from({ length: KILLED_ROUNDS }, (_, round) => [round === 0]));
  });
});

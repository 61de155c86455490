import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMediaProcessor } from '#api/adapters/media/media-processor.ts';

/** What README, SECURITY.md and the adapter say. */
const CAUGHT_MS = 15_000;
const WHOLE_MS = 60_000;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'media-'));
  writeFileSync(join(directory, 'sent'), 'not looked at here');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

/** Gives a file to a process that does this once it was told of it; answers when it is at that. */
async function giveTo(deed: string) {
  const script = join(directory, 'process.mjs');
  writeFileSync(
    script,
    `import { readFileSync, writeFileSync, writeSync } from 'node:fs';
    const { directory } = JSON.parse(readFileSync(0, 'utf8'));
    ${deed}`,
  );
  const job = { path: join(directory, 'sent'), hash: 'a'.repeat(64), declaredType: 'image/png', directory };
  const answer = createMediaProcessor({ script }).processFile(job);
  const read = () => {
    try {
      return Number(readFileSync(join(directory, 'pid'), 'utf8'));
    } catch {
      return 0;
    }
  };
  while (read() === 0) await sleep(5);
  // What it said before it noted its number is heard with the next turn.
  for (let turns = 0; turns < 3; turns += 1) await turn();
  return { answer, isAlive: () => isAlive(read()) };
}

const NOTE = 'writeFileSync(directory + "/pid", String(process.pid));';
const STUCK = 'for (;;);';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('T22 a process that reads media', () => {
  it('is killed when it is caught in a loop, with what somebody sent in its hands', async () => {
    const { answer, isAlive: isStuck } = await giveTo(NOTE + STUCK);
    const waiting = vi.getTimerCount();
    vi.advanceTimersByTime(CAUGHT_MS - 1);
    expect(vi.getTimerCount(), 'no time is up').toBe(waiting);
    expect(isStuck()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await answer).toEqual({ rejected: 'too_slow' });
    expect(isStuck()).toBe(false);
  });

  it('has longer for what it makes of it, and is killed in the end', async () => {
    const { answer, isAlive: isStuck } = await giveTo(`writeSync(1, '\\n'); ${NOTE} ${STUCK}`);
    const waiting = vi.getTimerCount();
    vi.advanceTimersByTime(CAUGHT_MS);
    expect(vi.getTimerCount(), 'no time is up').toBe(waiting);
    vi.advanceTimersByTime(WHOLE_MS - CAUGHT_MS - 1);
    expect(isStuck()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await answer).toEqual({ rejected: 'too_slow' });
    expect(isStuck()).toBe(false);
  });

  it('that dies without a word has met a damaged file', async () => {
    const { answer } = await giveTo(`${NOTE} process.abort();`);
    expect(await answer).toEqual({ rejected: 'damaged' });
  });
});

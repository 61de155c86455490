import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMediaProcessor } from '#api/adapters/media/media-processor.ts';

/** The limits of the adapter, by the clock. */
const DECODE_TIMEOUT_MS = 25_000;
const TOTAL_TIMEOUT_MS = 120_000;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'media-'));
  writeFileSync(join(directory, 'sent'), 'not looked at here');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  // A test that failed leaves a process in its loop.
  if (readPid() > 0 && isAlive(readPid())) process.kill(readPid(), 'SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

/** The process id of what the test has started; 0 before it has begun. */
function readPid(): number {
  try {
    return Number(readFileSync(join(directory, 'pid'), 'utf8'));
  } catch {
    return 0;
  }
}

/** Processes a file with a script that runs this body; resolves once it has written its pid. */
async function runProcess(body: string) {
  const script = join(directory, 'process.mjs');
  writeFileSync(
    script,
    `import { readFileSync, writeFileSync, writeSync } from 'node:fs';
    const { directory } = JSON.parse(readFileSync(0, 'utf8'));
    ${body}`,
  );
  const job = { path: join(directory, 'sent'), hash: 'a'.repeat(64), declaredType: 'image/png', directory };
  const response = createMediaProcessor({ script }).processFile(job);
  while (readPid() === 0) await sleep(5);
  // Output from before the pid was written arrives with the next turns of the event loop.
  for (let turns = 0; turns < 3; turns += 1) await nextTurn();
  return { response, isAlive: () => isAlive(readPid()) };
}

const WRITE_PID = 'writeFileSync(directory + "/pid", String(process.pid));';
const LOOP_FOREVER = 'for (;;);';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('T22 the media process', () => {
  it('is killed when decoding the upload exceeds its timeout', async () => {
    const { response, isAlive: isStuck } = await runProcess(WRITE_PID + LOOP_FOREVER);
    const waiting = vi.getTimerCount();
    vi.advanceTimersByTime(DECODE_TIMEOUT_MS - 1);
    expect(vi.getTimerCount(), 'no timer has fired').toBe(waiting);
    expect(isStuck()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await response).toEqual({ rejected: 'too_slow' });
    expect(isStuck()).toBe(false);
  });

  it('has a longer timeout for the variants, and is killed at its end', async () => {
    const { response, isAlive: isStuck } = await runProcess(`writeSync(1, '\\n'); ${WRITE_PID} ${LOOP_FOREVER}`);
    const waiting = vi.getTimerCount();
    vi.advanceTimersByTime(DECODE_TIMEOUT_MS);
    expect(vi.getTimerCount(), 'no timer has fired').toBe(waiting);
    vi.advanceTimersByTime(TOTAL_TIMEOUT_MS - DECODE_TIMEOUT_MS - 1);
    expect(isStuck()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await response).toEqual({ rejected: 'too_slow' });
    expect(isStuck()).toBe(false);
  });

  it('that crashes without output means a damaged file', async () => {
    const { response } = await runProcess(`${WRITE_PID} process.abort();`);
    expect(await response).toEqual({ rejected: 'damaged' });
  });
});

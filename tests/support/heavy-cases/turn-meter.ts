import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Preloaded by the server of a heavy case: the most processor time that its main thread uses between two turns of the event loop (ms), which is
// the same on a busy machine. SIGUSR2 begins anew; at the exit the figure is written to TURN_FILE.
const BEAT_MS = 5;
const file = process.env.TURN_FILE;

if (isMainThread && file !== undefined) {
  // Child processes of the server are none.
  delete process.env.TURN_FILE;
  let longest = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
  }, BEAT_MS).unref();
  process
    .on('SIGUSR2', () => {
      longest = 0;
    })
    .on('exit', () => writeFileSync(file, String(longest)));
}

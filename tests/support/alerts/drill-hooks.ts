import { existsSync, readFileSync } from 'node:fs';

// Preloaded by a built server of a drill: a file beside it shifts its clock and holds its event loop.
const POLL_MS = 100;
const file = process.env.DRILL_FILE ?? '';
const readClock = Date.now;
let offsetMs = 0;
let heldAt = 0;

Date.now = () => readClock() + offsetMs;

setInterval(() => {
  if (!existsSync(file)) return;
  const { offset, hold } = JSON.parse(readFileSync(file, 'utf8')) as {
    offset: number;
    hold: { id: number; ms: number };
  };
  offsetMs = offset;
  if (hold.id <= heldAt) return;
  heldAt = hold.id;
  const end = performance.now() + hold.ms;
  while (performance.now() < end);
}, POLL_MS).unref();

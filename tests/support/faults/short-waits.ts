import { Socket } from 'node:net';

// Preloaded by the built server in tests that wait for its limits: what would last ten seconds or longer ends three times as early.
const LONG_MS = 10_000;
const shorten = (ms: number) => (ms >= LONG_MS ? ms / 3 : ms);

const start = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (run: () => void, ms = 0, ...args: []) => start(run, shorten(ms), ...args),
  start,
) as typeof start;

const limit = Socket.prototype.setTimeout;
Socket.prototype.setTimeout = function setTimeout(ms, callback) {
  return limit.call(this, shorten(ms), callback);
};

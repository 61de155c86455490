import { builtinEnvironments, type Environment } from 'vitest/runtime';

/**
 * The API runs in the process of the test, on the classes of Node: Node's Request takes only a signal of Node's own, and
 * a Response of happy-dom has no stream that Hono could read.
 */
const NODE_CLASSES = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoderStream',
  'TransformStream',
  'WritableStream',
] as const;

const happyDom = builtinEnvironments['happy-dom'];

/**
 * Returns a function that clears all timers set since: one left by a page, as of a toast, would fire without its document. React renders
 * what was scheduled by `setImmediate`.
 */
function trackTimers(global: typeof globalThis): () => void {
  const { setTimeout, setInterval, setImmediate } = global;
  const originals = { setTimeout, setInterval, setImmediate };
  const timers = new Set<NodeJS.Timeout>();
  const immediates = new Set<NodeJS.Immediate>();
  const track = <Timer, Start extends (...args: never[]) => Timer>(start: Start, started: Set<Timer>) =>
    new Proxy(start, {
      apply(target, self, args) {
        const timer: Timer = Reflect.apply(target, self, args);
        started.add(timer);
        return timer;
      },
    });
  Object.assign(global, {
    setTimeout: track(setTimeout, timers),
    setInterval: track(setInterval, timers),
    setImmediate: track(setImmediate, immediates),
  });
  return () => {
    for (const timer of timers) clearTimeout(timer);
    for (const immediate of immediates) clearImmediate(immediate);
    Object.assign(global, originals);
  };
}

/** happy-dom for the islands, Node for the API below them. Packages are resolved as on the server (`ssr`). */
export default {
  name: 'islands',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const classes = NODE_CLASSES.map((name) => [name, global[name]] as const);
    const { teardown } = await happyDom.setup(global, options);
    for (const [name, value] of classes) {
      Object.defineProperty(global, name, { value, configurable: true, writable: true });
    }
    const clearTimers = trackTimers(global);
    return {
      async teardown(testGlobal) {
        clearTimers();
        await teardown(testGlobal);
      },
    };
  },
} satisfies Environment;

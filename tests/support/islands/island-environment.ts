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
    return { teardown };
  },
} satisfies Environment;

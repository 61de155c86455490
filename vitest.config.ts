import { defineConfig } from 'vitest/config';
import { FlakyReporter } from './tests/support/vitest/flaky-reporter.ts';
import { HANG_MS } from './tests/support/vitest/hang.ts';
import { SlowFirstSequencer } from './tests/support/vitest/slow-first-sequencer.ts';

type Options = {
  /** How long a busy machine may take, milliseconds: only what hangs meets it. */
  timeout: number;
  /** Groups run one after the other, by number. */
  group: number;
  files?: string[];
  not?: string[];
  /** How many of the tests of a file that say that they may run concurrently; Vitest's own default is 5. */
  concurrent?: number;
  /** How many files at a time; as many as the machine has processors unless said otherwise. */
  abreast?: number;
  /** One more try in CI: these run in real time or depend on other processes. What needs it is printed at the end of the run. */
  canRetry?: boolean;
  setupFiles?: string[];
  globalSetup?: string[];
  environment?: string;
  environmentOptions?: { happyDOM: { url: string } };
  env?: Record<string, string>;
};

const project = (
  name: string,
  { timeout, group, files, not = [], abreast, concurrent = 5, canRetry, ...rest }: Options,
) => ({
  test: {
    name,
    include: files ?? [`tests/${name}/**/*.test.ts`],
    exclude: not,
    testTimeout: timeout,
    hookTimeout: timeout,
    pool: 'forks' as const,
    isolate: false,
    retry: canRetry && process.env.CI === 'true' ? 1 : 0,
    expect: { poll: { timeout: HANG_MS } },
    sequence: { groupOrder: group },
    // Vitest's own default is one less than the processors, and that is one worker on two of them.
    maxWorkers: abreast ?? '100%',
    maxConcurrency: concurrent,
    ...rest,
  },
});

/** Builds into the dist/ that all others read. */
const BUILDING = 'tests/site/build.test.ts';
/** One more than a small machine has processors: debounces, retries and timers of a page leave a third of the time idle. */
const BROWSERS_ABREAST = 3;
const SITE_FACTS = ['tests/support/vitest/site-facts.ts'];
const E2E_SETUP = [...SITE_FACTS, 'tests/e2e/setup.ts'];
const CRASH_SERVER = ['tests/support/faults/bundle-crash-server.ts'];

export default defineConfig({
  test: {
    globalSetup: 'tests/support/vitest/run-directory.ts',
    reporters: ['default', new FlakyReporter()],
    sequence: { sequencer: SlowFirstSequencer },
    projects: [
      project('unit', { timeout: 120_000, group: 0, setupFiles: SITE_FACTS }),
      project('api', { timeout: 120_000, group: 0, setupFiles: SITE_FACTS }),
      project('islands', {
        timeout: 120_000,
        group: 0,
        // Far from the company's zone, so that a time by the reader's clock is seen.
        env: { TZ: 'UTC' },
        canRetry: true,
        files: ['tests/islands/**/*.test.tsx'],
        environment: './tests/support/islands/island-environment.ts',
        environmentOptions: { happyDOM: { url: 'http://localhost:4321/' } },
        setupFiles: [...SITE_FACTS, './tests/support/islands/setup-islands.ts'],
      }),
      // Beside those above, which don't read what it makes.
      project('build', { timeout: 300_000, group: 0, files: [BUILDING] }),
      // These work on the built site, with whole servers and browsers.
      project('site', {
        timeout: 300_000,
        group: 1,
        not: [BUILDING],
        abreast: BROWSERS_ABREAST,
        setupFiles: SITE_FACTS,
      }),
      project('faults', {
        timeout: 600_000,
        group: 1,
        abreast: BROWSERS_ABREAST,
        // Each has servers of its own.
        concurrent: 2,
        globalSetup: CRASH_SERVER,
        setupFiles: SITE_FACTS,
        canRetry: true,
      }),
      project('e2e', { timeout: 300_000, group: 1, abreast: BROWSERS_ABREAST, setupFiles: E2E_SETUP, canRetry: true }),
    ],
  },
});

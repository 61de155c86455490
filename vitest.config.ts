import { defineConfig } from 'vitest/config';

type Options = {
  /** How long a busy machine may take, milliseconds: only what hangs meets it. */
  timeout: number;
  /** Groups run one after the other, by number. */
  group: number;
  files?: string[];
  not?: string[];
  /** How many files at a time; as many as the machine has processors unless said otherwise. */
  abreast?: number;
  environment?: string;
  environmentOptions?: { happyDOM: { url: string } };
  setupFiles?: string[];
};

const project = (name: string, { timeout, group, files, not = [], abreast, ...rest }: Options) => ({
  test: {
    name,
    include: files ?? [`tests/${name}/**/*.test.ts`],
    exclude: not,
    testTimeout: timeout,
    hookTimeout: timeout,
    pool: 'forks' as const,
    // On a busy machine a browser needs more than the second that is the default.
    expect: { poll: { timeout: 30_000 } },
    sequence: { groupOrder: group },
    ...(abreast && { maxWorkers: abreast }),
    ...rest,
  },
});

/** Builds into the dist/ that all others read. */
const BUILDING = 'tests/site/build.test.ts';

export default defineConfig({
  test: {
    projects: [
      project('unit', { timeout: 120_000, group: 0 }),
      project('api', { timeout: 120_000, group: 0 }),
      project('islands', {
        timeout: 60_000,
        group: 0,
        files: ['tests/islands/**/*.test.tsx'],
        environment: './tests/support/islands/island-environment.ts',
        environmentOptions: { happyDOM: { url: 'http://localhost:4321/' } },
        setupFiles: ['./tests/support/islands/setup-islands.ts'],
      }),
      project('build', { timeout: 300_000, group: 1, files: [BUILDING], abreast: 1 }),
      // These work on the built site, with whole servers and browsers: on a small machine two of them are enough.
      project('site', { timeout: 300_000, group: 2, not: [BUILDING], abreast: 2 }),
      project('faults', { timeout: 600_000, group: 2, abreast: 2 }),
      project('e2e', { timeout: 300_000, group: 2, abreast: 2 }),
    ],
  },
});

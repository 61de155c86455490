import { defineConfig } from 'vitest/config';

const project = (name: string, options: { timeout: number; oneByOne?: boolean }) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: options.timeout,
    hookTimeout: options.timeout,
    pool: 'forks' as const,
    fileParallelism: !options.oneByOne,
  },
});

export default defineConfig({
  test: {
    projects: [
      project('unit', { timeout: 20_000 }),
      project('api', { timeout: 20_000 }),
      // These work on the built site, and with whole servers: one file after the other on a small machine.
      project('site', { timeout: 120_000, oneByOne: true }),
      project('faults', { timeout: 300_000, oneByOne: true }),
      project('e2e', { timeout: 120_000, oneByOne: true }),
    ],
  },
});

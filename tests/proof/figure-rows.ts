import { FLOOD_KINDS } from '../support/faults/flood/flood.ts';
import type { BenchRow, Figure } from './proof-row.ts';

const atMost = (name: string, at: string, limit: number, unit = 'ms'): Figure => ({
  name,
  unit,
  at,
  target: { atMost: limit },
});
const atLeast = (name: string, at: string, limit: number, unit = 'a second'): Figure => ({
  name,
  unit,
  at,
  target: { atLeast: limit },
});

/** Speed and memory: benches of `npm run bench`, with client and server on one machine. */
export const figureRows: BenchRow[] = [
  {
    kind: 'bench',
    id: 'F15-pages',
    shows: 'A page, and a post of the API, under load',
    options: ['serve', '--posts', '1000', '--seconds', '30'],
    figures: [
      atLeast('page, brotli', 'site.br.requests_per_second', 2_000),
      atMost('page, brotli, p99', 'site.br.p99_ms', 50),
      atMost('page, brotli, errors', 'site.br.errors', 0, ''),
      atLeast('page, uncompressed', 'site.identity.requests_per_second', 2_000),
      atLeast('GET of the API', 'api.requests_per_second', 800),
      atMost('GET of the API, p99', 'api.p99_ms', 80),
      atMost('GET of the API, errors', 'api.errors', 0, ''),
    ],
  },
  {
    kind: 'bench',
    id: 'F15-accounts',
    shows: 'Sign-in and joining under load, and while the mail server is down (F10, T4)',
    options: ['auth', '--seconds', '30'],
    figures: [
      atLeast('verify', 'verify.most.requests_per_second', 200),
      atMost('verify at 220 a second, p99', 'verify.offered.p99_ms', 150),
      atMost('verify, errors', 'verify.offered.errors', 0, ''),
      atLeast('join', 'join.most.requests_per_second', 200),
      atMost('join at 220 a second, p99', 'join.offered.p99_ms', 150),
      atMost('join, errors', 'join.offered.errors', 0, ''),
      atMost('medians of known, unknown and blacklisted apart', 'start.medians_apart_ms', 5),
      atMost('start, mail server down, p99', 'start_without_mail.down.p99_ms', 150),
      atMost('start, mail server stalls, p99', 'start_without_mail.stall.p99_ms', 150),
    ],
  },
  {
    kind: 'bench',
    id: 'F19-publish',
    shows: 'From a change to the live page with 10,000 posts',
    options: ['publish', '--posts', '10000', '--publishes', '200'],
    figures: [atMost('publish to live, p95', 'p95_ms', 250)],
  },
  {
    kind: 'bench',
    id: 'F19-posts',
    shows: 'The blog manager with 10,000 posts',
    options: ['manager', '--posts', '10000'],
    figures: [atMost('slowest list, p95', 'worst_p95_ms', 150)],
  },
  {
    kind: 'bench',
    id: 'F19-people',
    shows: 'The lists about people with 100,000 users and 100,000 entries of waiting lists',
    options: ['admin'],
    figures: [atMost('slowest list, p95', 'worst_p95_ms', 150)],
  },
  {
    kind: 'bench',
    id: 'F19-reviewers',
    shows: 'The screens of reviewers with 50,000 publications',
    options: ['openshelf'],
    figures: [atMost('slowest screen, p95', 'worst_p95_ms', 150)],
  },
  {
    kind: 'bench',
    id: 'F19-shelf',
    shows: 'The public shelf with 50,000 works',
    options: ['shelf'],
    figures: [
      atMost('publish a work, p95', 'published.p95_ms', 250),
      atMost('withdraw a work, p95', 'withdrawn.p95_ms', 250),
    ],
  },
  {
    kind: 'bench',
    id: 'T33',
    shows: 'Resets and clients that never read leave no memory and no descriptors behind',
    options: ['connections', '--only', 'resets', '--seconds', '60'],
    figures: [
      atMost('memory after resets', 'resets.rss_growth_mb', 50, 'MB more'),
      atMost('first page after resets', 'resets.first_page_ms', 50),
      atMost('memory after clients that never read', 'non_readers.rss_growth_mb', 50, 'MB more'),
    ],
  },
  {
    kind: 'bench',
    id: 'T42',
    shows: 'Floods of expensive requests leave an editor fast and memory as it was',
    options: ['connections', '--only', [...FLOOD_KINDS, 'all'].join(','), '--seconds', '60'],
    figures: [...FLOOD_KINDS, 'all'].flatMap((flood) => [
      atMost(`an editor’s save, flood of ${flood}, p99`, `floods.${flood}.save.p99_ms`, 500),
      atMost(`memory, flood of ${flood}`, `floods.${flood}.rss_mb.growth`, 50, 'MB more'),
    ]),
  },
  {
    kind: 'bench',
    id: 'weight',
    shows: 'Bytes of the public pages and of the scripts of the back office',
    options: ['weight'],
    figures: [atMost('limits exceeded', 'over', 0, '')],
  },
];

/** What has a target and is not run, with the reason. */
export const leftOut: { id: string; shows: string; reason: string }[] = [
  {
    id: 'F2',
    shows: '100,000 switches of releases under load',
    reason: 'No test of its own: F1 switches under a crawler, and checks every response for its release.',
  },
  {
    id: 'F8',
    shows: 'Another process holds the database',
    reason: 'The server holds the lock of its database file (T48), so no other process can open it.',
  },
  {
    id: 'F14',
    shows: 'Eight hours of load with flat memory',
    reason: 'Takes a machine for a night.',
  },
  {
    id: 'Lighthouse',
    shows: '100 in all four categories on home, list, post and pricing',
    reason: 'Lighthouse isn’t a dependency; weight, axe and layout shifts, which it scores, have rows of their own.',
  },
];

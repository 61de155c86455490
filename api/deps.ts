import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import type { Clock } from './clock.ts';

/** What services work with; everything comes in as an argument, so a test brings its own. */
export type Deps = {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Told after a write that put a publish job into the queue. */
  publishing: { wake(): void };
  site: { name: string; url: string; isReady(): boolean; release(): number };
};

/** What a change of content needs. */
export type ContentDeps = Pick<Deps, 'db' | 'clock' | 'publishing'>;

import type { Clock } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import type { PublisherPort } from '#api/publishing/ports.ts';
import type { Publisher } from '#api/publishing/publisher.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import type { Workers } from '#api/workers.ts';
import type { Database } from '#db/client.ts';
import type { Logger } from 'pino';
import type { WorkerPorts } from './shared-workers.ts';

/** What both ways of working are made of. */
export type WorkParts = {
  db: Database;
  clock: Clock;
  log: Logger;
  manifest: Manifest;
  /** A publisher over this database, or one that only plans. */
  createPublisher: (parts: { db: Database; store: ObjectStore; publishes: boolean }) => Promise<Publisher>;
  /** Of the code of this server. */
  readBuildId: () => Promise<string>;
};

/** What is done without a request: by a server that is alone, or by one of several in turn. */
export type SiteWork = {
  publisher: PublisherPort & Pick<Publisher, 'rerenderPath'>;
  /** Plans and renders. That of a server that is alone also publishes. */
  planner: Publisher;
  /** After SIGTERM new requests are taken for this long (ms). */
  drainMs: number;
  /** False while this server knows of a release that it can't send. */
  isCurrent(): boolean;
  /** Makes the workers: those of this server, and what the API calls. */
  employ(createWorkers: (db: Database) => Workers): { workers: Workers; ports: WorkerPorts };
  /** Begins, once the server listens. */
  start(deps: Deps, listening: { port: number }): Promise<void>;
  stop(): Promise<void>;
};

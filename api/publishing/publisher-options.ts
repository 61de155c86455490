import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import type { DiskSpace } from '../adapters/disk-space.ts';
import type { Clock } from '../clock.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import type { BuildInfo } from '#api/publishing/render/build-info.ts';
import type { CardMaker } from '#api/publishing/render/og-image-entries.ts';
import type { FetchPublic } from '#api/publishing/verify/verify-live.ts';
import type { Renderer } from '#api/publishing/render/astro-renderer.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';
import type { Announcement } from '#api/adapters/publish-webhook.ts';

/** Named moments of a publish: a fault test stops the process at each of them. */
export type Step = 'taken' | 'rendered' | 'committed' | 'switched' | 'proven' | 'refreshed' | 'swept';

export type PublisherOptions = {
  db: Database;
  clock: Clock;
  log: Logger;
  manifest: Manifest;
  store: ObjectStore;
  renderer: Renderer;
  /** Null draws no cards for shared links. */
  cards: CardMaker | null;
  build: BuildInfo;
  clientDir: string;
  siteUrl: string;
  timeZone: string;
  releasesKept: number;
  /** Null proves nothing: for a build without a server. */
  fetchPublic: FetchPublic | null;
  /** Learns of writes that found no space. */
  space?: DiskSpace | undefined;
  announce?: ((announcement: Announcement) => Promise<void>) | undefined;
  onStep?: ((step: Step) => void) | undefined;
  /** How long the background lane waits for quiet, milliseconds. */
  quietMs?: number;
};

/** Names the state of code and settings that every page is rendered with. */
export const saltOf = (options: Pick<PublisherOptions, 'build' | 'siteUrl'>) =>
  `${options.build.id} ${options.siteUrl}`;

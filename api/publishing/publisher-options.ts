import type { Logger } from 'pino';
import type { Database } from '#db/client.ts';
import type { DiskSpace } from '#api/adapters/disk-space.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import type { Clock } from '#api/clock.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import type { BuildInfo } from '#api/publishing/render/build-info.ts';
import type { OgImagePort } from '#api/publishing/render/og-image-entries.ts';
import type { PublicFetch } from '#api/publishing/verify/verify-live.ts';
import type { Renderer } from '#api/publishing/render/astro-renderer.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

/** Debounce of the background lane (ms): one run for a burst of publishes. */
export const DEBOUNCE_MS = 1_000;
/** Maximum debounce (ms); after it, batches run between publishes. */
export const MAX_DEBOUNCE_MS = 30_000;

/** Named moments of a publish: a fault test stops the process at each of them. */
export type PublishPhase = 'claimed' | 'rendered' | 'committed' | 'switched' | 'verified' | 'refreshed' | 'pruned';

export type PublisherOptions = {
  db: Database;
  clock: Clock;
  log: Logger;
  manifest: Manifest;
  store: ObjectStore;
  renderer: Renderer;
  /** Null: posts have no OG images of their own. */
  ogImages: OgImagePort | null;
  build: BuildInfo;
  clientDir: string;
  siteUrl: string;
  releasesKept: number;
  /** Null skips the verification: for a render without a server. */
  fetchPublic: PublicFetch | null;
  /** False: it plans, renders and restores; another publisher publishes. */
  publishes?: boolean | undefined;
  /** Learns of writes that found no space. */
  space?: DiskSpace | undefined;
  /** False: the buttons of plans lead to the contact page. */
  canBuy?: boolean | undefined;
  /** Queues a purge of the CDN with each release. */
  purgesCdn?: boolean | undefined;
  onPhase?: ((step: PublishPhase) => void) | undefined;
  /** How long the background lane waits for quiet, milliseconds. */
  debounceMs?: number;
};

/** Names the state of code and settings that every page is rendered with. */
export const getRenderSalt = (options: Pick<PublisherOptions, 'build' | 'siteUrl'>, site: SiteContent) =>
  `${getBuildSalt(options)} ${site.hash}`;

/** Names the state of code that files are built from. */
export const getBuildSalt = ({ build, siteUrl }: Pick<PublisherOptions, 'build' | 'siteUrl'>) =>
  `${build.id} ${siteUrl}`;

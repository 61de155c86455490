import { AppError } from '#api/http/errors.ts';
import { write } from '#db/write.ts';
import type { ReleaseInitiator } from '#api/releases/release-rows.ts';
import type { Database } from '#db/client.ts';
import type { PublishDryRun } from './dry-run.ts';
import { PublishEventEmitter, type PublishListener } from '#api/publishing/queue/publish-events.ts';

export const SYSTEM_INITIATOR: ReleaseInitiator = { userId: null, statements: [] };

export type RestoreResult = {
  /** The new release with the old content; null when nothing differed. */
  release: number | null;
  changed: number;
  removed: number;
};

/** What the API needs of the publisher. */
export type PublisherPort = {
  /** Starts processing the queue. Called after every write that enqueues a job. */
  wake(): void;
  /** Calls the listener on every publish event; returns the function that unsubscribes. */
  subscribe(listener: PublishListener): () => void;
  /** The restored release that publishes may not replace, or null. */
  readonly pinnedRelease: number | null;
  /** True while nothing can be published because the disk is full. */
  readonly isWaitingForSpace: boolean;
  /** Restores an earlier release, pins it and pauses publishing. @throws when there is no such release. */
  restore(release: number, initiator?: ReleaseInitiator): Promise<RestoreResult>;
  /** Unpins the restored release and resumes publishing. */
  resume(initiator?: ReleaseInitiator): Promise<void>;
  readonly dryRun: PublishDryRun;
};

const refusePreview = () =>
  Promise.reject(
    new AppError('conflict', 'Previews need the built site. Run npm run build and npm start to see them.'),
  );

/** Publisher of `npm run dev`, where nothing is published: jobs stay queued, and a dry run changes nothing. */
export function createNoopPublisher(db: Database, onWake: () => void = () => undefined): PublisherPort {
  const events = new PublishEventEmitter();
  let pinnedRelease: number | null = null;
  const setPinnedRelease = async (release: number | null, initiator?: ReleaseInitiator) => {
    const statement = { sql: 'UPDATE site_state SET pinned_release = ?', args: [release] };
    await write(db, [statement, ...(initiator?.statements ?? [])]);
    pinnedRelease = release;
    events.emit({ kind: 'released' });
  };
  return {
    wake() {
      onWake();
      events.emit({ kind: 'queued' });
    },
    subscribe: (listener) => events.subscribe(listener),
    get pinnedRelease() {
      return pinnedRelease;
    },
    isWaitingForSpace: false,
    async restore(release, initiator) {
      await setPinnedRelease(release, initiator);
      return { release: null, changed: 0, removed: 0 };
    },
    resume: (initiator) => setPinnedRelease(null, initiator),
    dryRun: {
      planPublish: async () => ({ paths: [], backgroundCount: 0 }),
      planRestore: async () => ({ changed: 0, removed: 0 }),
      previewPost: refusePreview,
      previewPage: refusePreview,
      previewSite: refusePreview,
    },
  };
}

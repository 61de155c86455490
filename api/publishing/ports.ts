import { write } from '#db/write.ts';
import type { ReleaseInitiator } from '#api/releases/release-rows.ts';
import type { Database } from '#db/client.ts';
import type { PublishDryRun } from './dry-run.ts';
import { PublishEventEmitter, type PublishListener } from '#api/publishing/queue/publish-events.ts';

export const SYSTEM_INITIATOR: ReleaseInitiator = { userId: null, statements: [] };

export type RestoreResult = {
  /** The release that brought it back; null when nothing differed. */
  release: number | null;
  changed: number;
  removed: number;
};

/** What the API needs of the publisher. */
export type PublisherPort = {
  /** Looks at the queue soon. Called after every write that put a job into it. */
  wake(): void;
  /** Tells from now on what happens; returns what ends it. */
  subscribe(listener: PublishListener): () => void;
  /** The earlier release that is being held, or null. */
  readonly pinnedRelease: number | null;
  /** True while nothing can be published because the disk is full. */
  readonly isWaitingForSpace: boolean;
  /** Brings an earlier release back and holds publishing. @throws when there is no such release. */
  restore(release: number, initiator?: ReleaseInitiator): Promise<RestoreResult>;
  /** Lets publishing go on. */
  resume(initiator?: ReleaseInitiator): Promise<void>;
  readonly dryRun: PublishDryRun;
};

/** Stands in where nothing is published (`npm run dev`): jobs wait for ever, and a publish would change nothing. */
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
      previewPost: () => Promise.reject(new Error('Nothing is rendered here.')),
    },
  };
}

import { type Statement, write } from '#db/write.ts';
import type { Database } from '#db/client.ts';
import type { Outlook } from './dry-run.ts';
import { PublishEvents, type PublishListener } from '#api/publishing/queue/publish-events.ts';

/** Who asked, and what is written in the same batch: the record of it. */
export type Asked = { userId: number | null; statements: readonly Statement[] };

export type Restored = {
  /** The release that brought it back; null when nothing differed. */
  release: number | null;
  changed: number;
  removed: number;
};

/** What the API needs of the publisher. */
export type Publishing = {
  /** Looks at the queue soon. Called after every write that put a job into it. */
  wake(): void;
  /** Tells from now on what happens; returns what ends it. */
  subscribe(listener: PublishListener): () => void;
  /** The earlier release that is being held, or null. */
  readonly held: number | null;
  /** True while nothing can be published because the disk is full. */
  readonly isWaitingForSpace: boolean;
  /** Brings an earlier release back and holds publishing. @throws when there is no such release. */
  restore(release: number, asked?: Asked): Promise<Restored>;
  /** Lets publishing go on. */
  resume(asked?: Asked): Promise<void>;
  readonly outlook: Outlook;
};

/** Stands in where nothing is published (`npm run dev`): jobs wait for ever, and a publish would change nothing. */
export function createIdlePublishing(db: Database, onWake: () => void = () => undefined): Publishing {
  const events = new PublishEvents();
  let held: number | null = null;
  const hold = async (release: number | null, asked?: Asked) => {
    const statement = { sql: 'UPDATE site_state SET held_release = ?', args: [release] };
    await write(db, [statement, ...(asked?.statements ?? [])]);
    held = release;
    events.tell({ kind: 'released' });
  };
  return {
    wake() {
      onWake();
      events.tell({ kind: 'queued' });
    },
    subscribe: (listener) => events.subscribe(listener),
    get held() {
      return held;
    },
    isWaitingForSpace: false,
    async restore(release, asked) {
      await hold(release, asked);
      return { release: null, changed: 0, removed: 0 };
    },
    resume: (asked) => hold(null, asked),
    outlook: {
      planOf: async () => ({ paths: [], afterwards: 0 }),
      planRestore: async () => ({ changed: 0, removed: 0 }),
      preview: () => Promise.reject(new Error('Nothing is rendered here.')),
    },
  };
}

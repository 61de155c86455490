import type { DraftSubject } from '#api/domain/enums.ts';
import type { DraftCalls, DraftOrigin, DraftText, Mirror } from '#src/features/drafts/draft-content.ts';
import type { KeeperClock, KeeperState } from './save-state.ts';

/** What a keeper needs to know, and whom it tells. */
export type KeeperOptions<Fields> = {
  kind: DraftSubject;
  userId: number;
  session: string;
  newSession: () => string;
  origin: DraftOrigin;
  /** What the server has, if it has anything. */
  saved: (DraftText<Fields> & { at: string | null }) | null;
  /** The text as it stands in the screen, now. */
  read: () => DraftText<Fields>;
  calls: DraftCalls<Fields>;
  mirror: Mirror<Fields>;
  clock: KeeperClock;
  isOnline: () => boolean;
  onState: (state: KeeperState<Fields>) => void;
  onCreated: (id: number) => void;
};

import type { DraftSubject } from '#api/domain/enums.ts';
import type {
  DraftSaveApi,
  DraftBase,
  DraftContent,
  DraftVersions,
  LocalDraftWriter,
  MergedDraft,
} from '#src/features/drafts/draft-content.ts';
import type { AutosaveClock, AutosaveState } from './save-state.ts';

/** What an autosaver needs, and its callbacks. */
export type AutosaverOptions<Fields> = {
  kind: DraftSubject;
  userId: number;
  clientId: string;
  newClientId: () => string;
  draftBase: DraftBase;
  /** What the server has, if it has anything. */
  saved: (DraftContent<Fields> & { at: string | null }) | null;
  /** What readers have, with its revision, where that is known. */
  published: (DraftContent<Fields> & { base_revision: number }) | null;
  /** The current text on the screen. */
  read: () => DraftContent<Fields>;
  /** Puts what the server has into the text on the screen, unless both changed the same place. */
  merge: (versions: Omit<DraftVersions<Fields>, 'mine'>) => Promise<MergedDraft<Fields>>;
  draftApi: DraftSaveApi<Fields>;
  localStore: LocalDraftWriter<Fields>;
  clock: AutosaveClock;
  isOnline: () => boolean;
  onState: (state: AutosaveState<Fields>) => void;
  onCreated: (id: number) => void;
};

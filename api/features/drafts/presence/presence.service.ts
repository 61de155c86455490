import { LRUCache } from 'lru-cache';
import type { UserRefJson } from '#db/queries/user-refs.ts';
import type { Clock } from '#api/clock.ts';

/** An editor that has not reported for this long is closed (ms); each reports every 20 s. */
const EDITOR_TTL_MS = 45_000;
const MAX_EDITORS = 500;

type OpenEditor = { subjectId: number; clientId: string; user: UserRefJson; seenAt: number };

export type EditorPresence = ReturnType<typeof createEditorPresence>;

/** Who has a post or document open. In memory only: after a restart every open editor reports again. */
export function createEditorPresence(clock: Clock) {
  const editors = new LRUCache<string, OpenEditor>({ max: MAX_EDITORS });
  return {
    /** Records an editor, and returns the others of the same post or document. */
    report(subjectId: number, clientId: string, user: UserRefJson): OpenEditor[] {
      const now = clock.now();
      editors.set(`${subjectId} ${clientId}`, { subjectId, clientId, user, seenAt: now });
      return [...editors.values()].filter(
        (editor) =>
          editor.subjectId === subjectId && editor.clientId !== clientId && editor.seenAt > now - EDITOR_TTL_MS,
      );
    },
    remove(subjectId: number, clientId: string): void {
      editors.delete(`${subjectId} ${clientId}`);
    },
  };
}

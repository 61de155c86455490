import { useEffect, useState } from 'react';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { LocalDraftStore } from './local-draft-store.ts';
import { type DraftContent, isSameContent, type LocalDraft } from '#src/features/drafts/draft-content.ts';
import { listOpenEditors } from './open-editor-locks.ts';

type LocalDraftQuery<Fields> = {
  kind: DraftSubject;
  /** Null for what was never saved as a post or document. */
  subjectId: number | null;
  userId: number;
  localStore: LocalDraftStore<Fields>;
  /** What the server has: a copy of it is no news. */
  saved: () => DraftContent<Fields>;
};

/** What this browser holds of a post or document and no open editor has in hand: newest first. */
export function useLocalDrafts<Fields>({ kind, subjectId, userId, localStore, saved }: LocalDraftQuery<Fields>) {
  const [records, setRecords] = useState<LocalDraft<Fields>[]>([]);
  // What was loaded stays what is compared with, however often the screen is drawn.
  const [start] = useState(() => ({ subjectId, saved: saved() }));
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      const [stored, open] = await Promise.all([localStore.list(kind, start.subjectId, userId), listOpenEditors()]);
      const left = stored.filter(({ clientId }) => !open.has(clientId));
      const savedRecords = left.filter((record) => isSameContent(record, start.saved));
      for (const { clientId } of savedRecords) await localStore.remove(clientId);
      if (isCurrent) setRecords(left.filter((record) => !savedRecords.includes(record)));
    };
    // A browser that keeps nothing says so as soon as something is typed.
    find().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [localStore, kind, userId, start]);

  const forget = (forgotten: LocalDraft<Fields>) => {
    setRecords((before) => before.filter((record) => record !== forgotten));
  };
  return {
    records,
    forget,
    discard(record: LocalDraft<Fields>) {
      forget(record);
      void localStore.remove(record.clientId);
    },
  };
}

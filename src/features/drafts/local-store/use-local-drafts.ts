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
  mirror: LocalDraftStore<Fields>;
  /** What the server has: a copy of it is no news. */
  saved: () => DraftContent<Fields>;
};

/** What this browser holds of a post or document and no open editor has in hand: newest first. */
export function useLocalDrafts<Fields>({ kind, subjectId, userId, mirror, saved }: LocalDraftQuery<Fields>) {
  const [records, setRecords] = useState<LocalDraft<Fields>[]>([]);
  // What was loaded stays what is compared with, however often the screen is drawn.
  const [start] = useState(() => ({ subjectId, saved: saved() }));
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      const [found, open] = await Promise.all([mirror.list(kind, start.subjectId, userId), listOpenEditors()]);
      const left = found.filter(({ clientId }) => !open.has(clientId));
      const savedRecords = left.filter((record) => isSameContent(record, start.saved));
      for (const { clientId } of savedRecords) await mirror.remove(clientId);
      if (isCurrent) setRecords(left.filter((record) => !savedRecords.includes(record)));
    };
    // A browser that keeps nothing says so as soon as something is typed.
    find().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [mirror, kind, userId, start]);

  const forget = (gone: LocalDraft<Fields>) => {
    setRecords((before) => before.filter((record) => record !== gone));
  };
  return {
    records,
    forget,
    discard(record: LocalDraft<Fields>) {
      forget(record);
      void mirror.remove(record.clientId);
    },
  };
}

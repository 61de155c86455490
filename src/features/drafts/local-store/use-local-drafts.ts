import { useEffect, useState } from 'react';
import type { DraftSubject } from '#api/domain/enums.ts';
import type { BrowserMirror } from './local-draft-store.ts';
import { type DraftText, isSameText, type MirrorRecord } from '#src/features/drafts/draft-content.ts';
import { openSessions } from './open-editor-locks.ts';

type Place<Fields> = {
  kind: DraftSubject;
  /** Null for what was never saved as a post or document. */
  subjectId: number | null;
  userId: number;
  mirror: BrowserMirror<Fields>;
  /** What the server has: a copy of it is no news. */
  saved: () => DraftText<Fields>;
};

/** What this browser holds of a post or document and no open editor has in hand: newest first. */
export function useUnsavedTexts<Fields>({ kind, subjectId, userId, mirror, saved }: Place<Fields>) {
  const [records, setRecords] = useState<MirrorRecord<Fields>[]>([]);
  // What was loaded stays what is compared with, however often the screen is drawn.
  const [start] = useState(() => ({ subjectId, saved: saved() }));
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      const [found, open] = await Promise.all([mirror.list(kind, start.subjectId, userId), openSessions()]);
      const left = found.filter(({ session }) => !open.has(session));
      const known = left.filter((record) => isSameText(record, start.saved));
      for (const { session } of known) await mirror.remove(session);
      if (isCurrent) setRecords(left.filter((record) => !known.includes(record)));
    };
    // A browser that keeps nothing says so as soon as something is typed.
    find().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [mirror, kind, userId, start]);

  const forget = (gone: MirrorRecord<Fields>) => {
    setRecords((before) => before.filter((record) => record !== gone));
  };
  return {
    records,
    forget,
    discard(record: MirrorRecord<Fields>) {
      forget(record);
      void mirror.remove(record.session);
    },
  };
}

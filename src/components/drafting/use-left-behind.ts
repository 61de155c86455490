import { useCallback, useEffect, useState } from 'react';
import type { DraftSubject } from '#db/enums.ts';
import type { BrowserMirror } from './browser-mirror.ts';
import { type DraftText, isSameText, type MirrorRecord } from './draft-text.ts';
import { openSessions } from './open-editors.ts';

type Options<Fields> = {
  mirror: BrowserMirror<Fields>;
  kind: DraftSubject;
  /** Null for what was never saved as a post or document. */
  subjectId: number | null;
  userId: number;
  /** What the server has: a copy of that is no news. */
  saved: DraftText<Fields>;
};

/** Texts that editors left in this browser when they ended without saving: newest first, each offered once. */
export function useLeftBehind<Fields>({ mirror, kind, subjectId, userId, saved }: Options<Fields>) {
  const [records, setRecords] = useState<MirrorRecord<Fields>[]>([]);
  // What was loaded stays what is compared with, however often the screen is drawn.
  const [start] = useState({ subjectId, saved });
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
  const forget = useCallback((gone: MirrorRecord<Fields>) => {
    setRecords((before) => before.filter((record) => record !== gone));
  }, []);
  return { records, forget };
}

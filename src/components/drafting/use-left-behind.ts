import { useEffect, useState } from 'react';
import { showToast } from '#src/lib/toast.ts';
import { isSameText, type MirrorRecord } from './draft-text.ts';
import { openSessions } from './open-editors.ts';
import type { LiveText, Writing } from './use-writing.ts';

type Options<Fields extends object, Live extends LiveText> = Pick<
  Writing<Fields, Live>,
  'kind' | 'userId' | 'mirror' | 'draft'
>;

/** Texts that editors left in this browser when they ended without saving: newest first, each offered once. */
export function useLeftBehind<Fields extends object, Live extends LiveText>(options: Options<Fields, Live>) {
  const { kind, userId, mirror, draft } = options;
  const [records, setRecords] = useState<MirrorRecord<Fields>[]>([]);
  // What was loaded stays what is compared with, however often the screen is drawn. A copy of it is no news.
  const [start] = useState(() => ({ subjectId: draft.keeper.origin().id, saved: draft.read() }));
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
    restore(record: MirrorRecord<Fields>) {
      forget(record);
      draft.goOn(record);
      showToast('Your text is back. It is being saved as the draft.', 'success');
    },
    discard(record: MirrorRecord<Fields>) {
      forget(record);
      void mirror.remove(record.session);
    },
  };
}

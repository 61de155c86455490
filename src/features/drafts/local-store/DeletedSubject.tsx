import { type ReactNode, useState } from 'react';
import type { DraftSubject } from '#api/domain/enums.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { showToast } from '#src/lib/toast.ts';
import { createBrowserMirror } from './local-draft-store.ts';
import { type DraftText, type MirrorRecord, newSession } from '#src/features/drafts/draft-content.ts';
import type { FieldWords } from '#src/features/drafts/conflicts/field-diff.ts';
import { LeftBehind } from './RecoverableDrafts.tsx';
import { useUnsavedTexts } from './use-local-drafts.ts';

type Props<Fields> = {
  kind: DraftSubject;
  /** Of what is not there any more. */
  id: number;
  userId: number;
  empty: DraftText<Fields>;
  wordsOf: FieldWords<Fields>;
  /** Where something new is written. */
  addAddress: string;
  /** What became of it, and where to look. */
  children: ReactNode;
};

/** In the place of a text that is deleted: says so, and offers what this browser still holds of it as something new. */
export function NotThere<Fields extends object>(props: Props<Fields>) {
  const { kind, id, userId, empty, wordsOf, addAddress, children } = props;
  const [mirror] = useState(() => createBrowserMirror<Fields>());
  const { records, discard } = useUnsavedTexts({ mirror, kind, subjectId: id, userId, saved: () => empty });
  const takeAlong = async (record: MirrorRecord<Fields>) => {
    try {
      // Under a new name: the server may know the old one as that of the deleted text.
      await mirror.put({ ...record, session: newSession(), subjectId: null, version: 0, baseRevision: 0 });
      await mirror.remove(record.session);
      window.location.assign(addAddress);
    } catch (cause) {
      showToast((cause as Error).message, 'error');
    }
  };
  return (
    <div className="drafting">
      <Notice tone="error">{children}</Notice>
      <LeftBehind
        records={records}
        read={() => empty}
        wordsOf={wordsOf}
        onRestore={(record) => void takeAlong(record)}
        onDiscard={discard}
      />
    </div>
  );
}

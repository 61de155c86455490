import { type ReactNode, useState } from 'react';
import type { DraftSubject } from '#api/domain/enums.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { showToast } from '#src/lib/toast.ts';
import { createLocalDraftStore } from './local-draft-store.ts';
import { type DraftContent, type LocalDraft, createClientId } from '#src/features/drafts/draft-content.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { EditorErrorScreen } from '#src/features/drafts/editor-layout/EditorErrorScreen.tsx';
import type { Manager } from '#src/features/drafts/editor-layout/RoomBar.tsx';
import { RecoverableDrafts } from './RecoverableDrafts.tsx';
import { useLocalDrafts } from './use-local-drafts.ts';

type Props<Fields> = {
  kind: DraftSubject;
  manager: Manager;
  /** Of what is not there any more. */
  id: number;
  userId: number;
  empty: DraftContent<Fields>;
  formatFields: FieldFormatter<Fields>;
  /** Where something new is written. */
  newUrl: string;
  /** What happened to it, and where to look. */
  children: ReactNode;
};

/** Replaces a deleted text: offers what this browser still has of it as a new one. */
export function DeletedSubject<Fields extends object>(props: Props<Fields>) {
  const { kind, id, userId, empty, formatFields, newUrl, children } = props;
  const [localStore] = useState(() => createLocalDraftStore<Fields>());
  const { records, discard } = useLocalDrafts({ localStore, kind, subjectId: id, userId, saved: () => empty });
  const copyToNewDraft = async (record: LocalDraft<Fields>) => {
    try {
      // Under a new name: the server may know the old one as that of the deleted text.
      await localStore.put({ ...record, clientId: createClientId(), subjectId: null, version: 0, baseRevision: 0 });
      await localStore.remove(record.clientId);
      window.location.assign(newUrl);
    } catch (cause) {
      showToast((cause as Error).message, 'error');
    }
  };
  return (
    <EditorErrorScreen manager={props.manager}>
      <Notice tone="error">{children}</Notice>
      <RecoverableDrafts
        records={records}
        read={() => empty}
        formatFields={formatFields}
        onRestore={(record) => void copyToNewDraft(record)}
        onDiscard={discard}
      />
    </EditorErrorScreen>
  );
}

import { showToast } from '#src/lib/toast.ts';
import type { LocalDraft } from '#src/features/drafts/draft-content.ts';
import { useLocalDrafts } from './use-local-drafts.ts';
import type { LiveSubject, DraftEditor } from '#src/features/drafts/use-draft-editor.ts';

type Options<Fields extends object, Live extends LiveSubject> = Pick<
  DraftEditor<Fields, Live>,
  'kind' | 'userId' | 'localStore' | 'draft'
>;

/** Texts that editors left in this browser when they ended without saving: newest first, each offered once. */
export function useRecoverableDrafts<Fields extends object, Live extends LiveSubject>(options: Options<Fields, Live>) {
  const { kind, userId, localStore, draft } = options;
  const subjectId = draft.autosaver.draftBase().id;
  const { records, forget, discard } = useLocalDrafts({ kind, subjectId, userId, localStore, saved: draft.read });
  return {
    records,
    restore(record: LocalDraft<Fields>) {
      forget(record);
      draft.resume(record);
      showToast('Your text is back. It is being saved as the draft.', 'success');
    },
    discard,
  };
}

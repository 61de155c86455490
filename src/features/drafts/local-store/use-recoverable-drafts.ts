import { showToast } from '#src/lib/toast.ts';
import type { MirrorRecord } from '#src/features/drafts/draft-content.ts';
import { useUnsavedTexts } from './use-local-drafts.ts';
import type { LiveText, Writing } from '#src/features/drafts/use-draft-editor.ts';

type Options<Fields extends object, Live extends LiveText> = Pick<
  Writing<Fields, Live>,
  'kind' | 'userId' | 'mirror' | 'draft'
>;

/** Texts that editors left in this browser when they ended without saving: newest first, each offered once. */
export function useLeftBehind<Fields extends object, Live extends LiveText>(options: Options<Fields, Live>) {
  const { kind, userId, mirror, draft } = options;
  const subjectId = draft.keeper.origin().id;
  const { records, forget, discard } = useUnsavedTexts({ kind, subjectId, userId, mirror, saved: draft.read });
  return {
    records,
    restore(record: MirrorRecord<Fields>) {
      forget(record);
      draft.goOn(record);
      showToast('Your text is back. It is being saved as the draft.', 'success');
    },
    discard,
  };
}

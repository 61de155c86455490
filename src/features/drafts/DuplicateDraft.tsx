import { showToastAfterNavigation } from '#src/lib/toast.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { duplicateDraft } from './duplicate-draft.ts';
import type { DraftEditor, LiveSubject } from './use-draft-editor.ts';

/** The fields in which a copy differs, and where it is written. */
export type Copying<Fields> = { changes: Partial<Fields>; toEditUrl: (id: number) => string };

type Props<Fields extends { title: string }, Live extends LiveSubject> = {
  draftEditor: DraftEditor<Fields, Live>;
  copying: Copying<Fields>;
};

/** Opens a copy of what is written here, which is unpublished. */
export function DuplicateDraft<Fields extends { title: string }, Live extends LiveSubject>({
  draftEditor: { draft, draftApi },
  copying,
}: Props<Fields, Live>) {
  const { autosaver } = draft;
  const duplicate = useToastAction(
    async (id: number) => {
      await autosaver.saveNow();
      const copyId = await duplicateDraft(draftApi, id, copying.changes);
      showToastAfterNavigation('This is the copy. It’s a draft until you publish it.');
      window.location.assign(copying.toEditUrl(copyId));
    },
    { failure: 'Couldn’t make a copy. Try again.' },
  );
  const { id } = autosaver.draftBase();
  if (id === null) return null;
  return (
    <Button variant="quiet" isBusy={duplicate.isBusy} busyLabel="Duplicating..." onClick={() => void duplicate.run(id)}>
      Duplicate
    </Button>
  );
}

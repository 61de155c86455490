import { OnDemand } from '#src/ui/feedback/LazyBoundary.tsx';
import { showToast } from '#src/lib/toast.ts';
import { type DraftText, newSession } from './draft-content.ts';
import type { FieldWords } from '#src/features/drafts/conflicts/field-diff.ts';
import type { LiveText, Writing } from './use-draft-editor.ts';

const loadConflictDialog = () => import('#src/features/drafts/conflicts/ConflictDialog.tsx');
const loadRevisionsDialog = () => import('#src/features/drafts/revisions/RevisionsDialog.tsx');

/** The dialog was closed before the server answered. */
const WENT_ON = 'You went on writing, so your text stays. What you restored is in the revisions.';

export type OpenDialog = 'conflict' | 'revisions' | null;

type Props<Fields extends object, Live extends LiveText> = {
  open: OpenDialog;
  writing: Writing<Fields, Live>;
  wordsOf: FieldWords<Fields>;
  onClose: () => void;
};

/** What puts another text into the screen: the end of a conflict, and an earlier revision. */
export function DraftingDialogs<Fields extends object, Live extends LiveText>(props: Props<Fields, Live>) {
  const { open, writing, wordsOf, onClose } = props;
  const { draft, calls } = writing;
  const { keeper } = draft;
  const { save } = draft.state;
  const { id } = keeper.origin();

  const choose = async (mine: DraftText<Fields>, chosen: DraftText<Fields>) => {
    await keeper.resolve(mine, chosen);
    draft.replace(chosen);
    onClose();
    await keeper.saveNow();
  };
  const restore = async (number: number) => {
    await keeper.saveNow();
    const { version } = keeper.origin();
    const changes = keeper.changes();
    // Under another name, so that the revision of what stands here now stays as it is.
    const restored = await calls.restore(id ?? 0, number, { version, session: newSession() });
    const isShown = draft.take(restored, changes);
    onClose();
    showToast(isShown ? 'The revision is the draft now. Readers see it when you publish.' : WENT_ON, 'success');
  };

  return (
    <>
      {save.kind === 'conflict' && (
        <OnDemand load={loadConflictDialog} isOpen={open === 'conflict'} onClose={onClose}>
          {({ ConflictDialog }) => (
            <ConflictDialog
              isOpen={open === 'conflict'}
              mine={draft.read}
              theirs={save.theirs}
              base={save.base}
              wordsOf={wordsOf}
              onChoose={choose}
              onClose={onClose}
            />
          )}
        </OnDemand>
      )}
      {id !== null && open === 'revisions' && (
        <OnDemand load={loadRevisionsDialog} onClose={onClose}>
          {({ RevisionsDialog }) => (
            <RevisionsDialog
              isOpen
              id={id}
              calls={calls}
              read={draft.read}
              wordsOf={wordsOf}
              onRestore={restore}
              onClose={onClose}
            />
          )}
        </OnDemand>
      )}
    </>
  );
}

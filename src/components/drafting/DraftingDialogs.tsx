import { lazy, Suspense } from 'react';
import { showToast } from '#src/lib/toast.ts';
import type { ConflictDialog as Conflict } from './ConflictDialog.tsx';
import { type DraftText, newSession } from './draft-text.ts';
import type { FieldWords } from './field-words.ts';
import type { RevisionsDialog as Revisions } from './RevisionsDialog.tsx';
import type { LiveText, Writing } from './use-writing.ts';

// The type of a lazy component forgets that these are generic.
const ConflictDialog = lazy(async () => {
  const { ConflictDialog: loaded } = await import('./ConflictDialog.tsx');
  return { default: loaded };
}) as unknown as typeof Conflict;
const RevisionsDialog = lazy(async () => {
  const { RevisionsDialog: loaded } = await import('./RevisionsDialog.tsx');
  return { default: loaded };
}) as unknown as typeof Revisions;

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
    // Under another name, so that the revision of what stands here now stays as it is.
    draft.take(await calls.restore(id ?? 0, number, { version, session: newSession() }));
    onClose();
    showToast('The revision is the draft now. Readers see it when you publish.', 'success');
  };

  return (
    <Suspense>
      {save.kind === 'conflict' && (
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
      {id !== null && open === 'revisions' && (
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
    </Suspense>
  );
}

import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { showToast } from '#src/lib/toast.ts';
import { type DraftContent, createClientId } from './draft-content.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

const loadConflictDialog = () => import('#src/features/drafts/conflicts/ConflictDialog.tsx');
const loadRevisionsDialog = () => import('#src/features/drafts/revisions/RevisionsDialog.tsx');

/** The dialog was closed before the server answered. */
const RESTORED_ELSEWHERE = 'You kept writing, so your text stays. The restored version is in the revisions.';

export type OpenDialog = 'conflict' | 'revisions' | null;

type Props<Fields extends object, Live extends LiveSubject> = {
  open: OpenDialog;
  draftEditor: DraftEditor<Fields, Live>;
  formatFields: FieldFormatter<Fields>;
  /** It is more than its fields. */
  hasText?: boolean;
  onClose: () => void;
};

/** What puts another text into the screen: the end of a conflict, and an earlier revision. */
export function DraftDialogs<Fields extends object, Live extends LiveSubject>(props: Props<Fields, Live>) {
  const { open, draftEditor, formatFields, hasText = true, onClose } = props;
  const { draft, draftApi, live, userId } = draftEditor;
  const { autosaver } = draft;
  const { save } = draft.state;
  const { id } = autosaver.draftBase();

  const choose = async (mine: DraftContent<Fields>, chosen: DraftContent<Fields>) => {
    await autosaver.resolve(mine, chosen);
    draft.replace(chosen);
    onClose();
    await autosaver.saveNow();
  };
  const restore = async (number: number) => {
    await autosaver.saveNow();
    const { version } = autosaver.draftBase();
    const changes = autosaver.changes();
    // As another tab, so that the revision of the current text is not extended.
    const restored = await draftApi.restore(id ?? 0, number, { version, client_id: createClientId() });
    const isShown = draft.applyServerDraft(restored, changes);
    onClose();
    showToast(
      isShown ? 'Revision restored as the draft. It goes live when you publish.' : RESTORED_ELSEWHERE,
      'success',
    );
  };

  return (
    <>
      {save.kind === 'conflict' && (
        <LazyBoundary load={loadConflictDialog} isOpen={open === 'conflict'} onClose={onClose}>
          {({ ConflictDialog }) => (
            <ConflictDialog
              isOpen={open === 'conflict'}
              mine={draft.read}
              theirs={save.theirs}
              isOwn={save.theirs.user?.id === userId}
              base={save.base}
              formatFields={formatFields}
              onChoose={choose}
              onClose={onClose}
            />
          )}
        </LazyBoundary>
      )}
      {id !== null && open === 'revisions' && (
        <LazyBoundary load={loadRevisionsDialog} onClose={onClose}>
          {({ RevisionsDialog }) => (
            <RevisionsDialog
              id={id}
              draftApi={draftApi}
              isPublished={live?.status === 'published'}
              hasText={hasText}
              read={draft.read}
              formatFields={formatFields}
              onRestore={restore}
              onReplaceContent={draft.replaceContent}
              onClose={onClose}
            />
          )}
        </LazyBoundary>
      )}
    </>
  );
}

import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx';
import { counted } from '#src/lib/counted.ts';
import { showToast } from '#src/lib/toast.ts';

type Props = {
  section: SectionJson | null;
  onConfirm: (section: SectionJson) => Promise<void>;
  onClose: () => void;
};

/** Asks before a section goes, and says what it holds; one that holds documents stays. */
export function DeleteSection({ section, onConfirm, onClose }: Props) {
  const held = section?.document_count ?? 0;
  const remove = async () => {
    if (!section) return;
    try {
      await onConfirm(section);
    } catch (error) {
      showToast('Failed to delete section', 'error');
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen={section !== null}
      title="Delete section"
      confirmLabel="Delete section"
      busyLabel="Deleting..."
      isDestructive
      canConfirm={held === 0}
      onConfirm={remove}
      onClose={onClose}
    >
      {held === 0 ? (
        <>
          <p>Are you sure you want to delete this section?</p>
          <p>
            <strong>{section?.name}</strong> holds no documents. It is deleted for good.
          </p>
        </>
      ) : (
        <p>
          <strong>{section?.name}</strong> still holds {counted(held, 'document')}. Move or delete{' '}
          {held === 1 ? 'it' : 'them'} first.
        </p>
      )}
    </ConfirmDialog>
  );
}

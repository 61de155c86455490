import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx';
import { showToast } from '#src/lib/toast.ts';

type Props = {
  document: DocumentSummaryJson | null;
  onConfirm: (document: DocumentSummaryJson) => Promise<void>;
  onClose: () => void;
};

/** Asks before a document goes with all that was kept of it. */
export function DeleteDocument({ document, onConfirm, onClose }: Props) {
  const remove = async () => {
    if (!document) return;
    try {
      await onConfirm(document);
    } catch (error) {
      showToast('Failed to delete document', 'error');
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen={document !== null}
      title="Delete document"
      confirmLabel="Delete document"
      busyLabel="Deleting..."
      isDestructive
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this document?</p>
      <p>
        <strong>{document?.title}</strong> is deleted for good, with its earlier versions
        {document?.has_draft ? ' and the changes that are not published' : ''}.
        {document?.status === 'published' && ' Readers cannot open it any more.'}
      </p>
    </ConfirmDialog>
  );
}

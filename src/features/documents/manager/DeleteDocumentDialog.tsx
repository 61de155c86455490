import type { ComponentProps } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';

type Props = Omit<ComponentProps<typeof DeleteDialog<DocumentSummaryJson>>, 'children' | 'isBlocked'>;

/** Asks before a document is deleted with its revisions. */
export function DeleteDocumentDialog(props: Props) {
  return (
    <DeleteDialog {...props}>
      {({ title, status, has_draft: hasDraft }) => (
        <>
          <strong>{title}</strong> and its revisions will be deleted
          {hasDraft ? ', including unpublished changes' : ''}.
          {status === 'published' && ' Readers will no longer be able to open it.'} You can undo this for 30 seconds.
        </>
      )}
    </DeleteDialog>
  );
}

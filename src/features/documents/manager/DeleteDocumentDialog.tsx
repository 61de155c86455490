import type { ComponentProps } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';

type Props = Omit<ComponentProps<typeof DeleteDialog<DocumentSummaryJson>>, 'children' | 'isBlocked'>;

/** Asks before a document goes with all that was kept of it. */
export function DeleteDocumentDialog(props: Props) {
  return (
    <DeleteDialog {...props}>
      {({ title, status, has_draft: hasDraft }) => (
        <>
          <strong>{title}</strong> is deleted for good, with its earlier versions
          {hasDraft ? ' and the changes that are not published' : ''}.
          {status === 'published' && ' Readers cannot open it any more.'}
        </>
      )}
    </DeleteDialog>
  );
}

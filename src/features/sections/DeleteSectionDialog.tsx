import type { ComponentProps } from 'react';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { formatCount, pluralize } from '#api/domain/plurals.ts';

type Props = Omit<ComponentProps<typeof DeleteDialog<SectionJson>>, 'children' | 'isBlocked'>;

/** Confirms the deletion of a section; a section with documents cannot be deleted. */
export function DeleteSectionDialog(props: Props) {
  return (
    <DeleteDialog {...props} isBlocked={(props.item?.document_count ?? 0) > 0}>
      {({ name, document_count: documentCount }) =>
        documentCount === 0 ? (
          <>
            <strong>{name}</strong> has no documents and will be permanently deleted.
          </>
        ) : (
          <>
            <strong>{name}</strong> still has {formatCount(documentCount, 'document')}. Move or delete{' '}
            {pluralize(documentCount, 'it', 'them')} first.
          </>
        )
      }
    </DeleteDialog>
  );
}

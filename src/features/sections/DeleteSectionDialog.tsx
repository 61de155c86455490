import type { ComponentProps } from 'react';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { counted } from '#src/lib/format/count.ts';

type Props = Omit<ComponentProps<typeof DeleteDialog<SectionJson>>, 'children' | 'isKept'>;

/** Asks before a section goes, and says what it holds; one that holds documents stays. */
export function DeleteSection(props: Props) {
  return (
    <DeleteDialog {...props} isKept={(props.item?.document_count ?? 0) > 0}>
      {({ name, document_count: held }) =>
        held === 0 ? (
          <>
            <strong>{name}</strong> holds no documents. It is deleted for good.
          </>
        ) : (
          <>
            <strong>{name}</strong> still holds {counted(held, 'document')}. Move or delete {held === 1 ? 'it' : 'them'}{' '}
            first.
          </>
        )
      }
    </DeleteDialog>
  );
}

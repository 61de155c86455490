import type { ComponentProps } from 'react';
import type { ProductJson } from '#api/features/products/products.contract.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';

type Props = Omit<ComponentProps<typeof DeleteDialog<ProductJson>>, 'children' | 'isBlocked'>;

/** Asks before a product is deleted; one with sections stays. Waiting list entries are known to the server only, which refuses then. */
export function DeleteProductDialog(props: Props) {
  return (
    <DeleteDialog {...props} isBlocked={(props.item?.section_count ?? 0) > 0}>
      {({ name, section_count: sectionCount }) =>
        sectionCount === 0 ? (
          <>
            <strong>{name}</strong> will be permanently deleted, unless it still has waiting list entries.
          </>
        ) : (
          <>
            <strong>{name}</strong> still has {formatCount(sectionCount, 'section')}. Move or delete{' '}
            {pluralize(sectionCount, 'it', 'them')} first.
          </>
        )
      }
    </DeleteDialog>
  );
}

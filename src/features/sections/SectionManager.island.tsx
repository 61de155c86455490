import type { ComponentProps } from 'react';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { CrudScreen } from '#src/ui/crud/CrudScreen.tsx';
import { api } from '#src/lib/api-client.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { DeleteDialog } from '#src/ui/crud/DeleteDialog.tsx';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { SectionForm } from './SectionForm.tsx';
import { SECTION_COLUMNS, SectionTable } from './SectionTable.tsx';

/** The sentence of the list that failed; why is its cause. */
const failWith = (message: string) => (cause: unknown) => {
  throw new Error(message, { cause });
};

async function load(signal?: AbortSignal) {
  const [sections, products] = await Promise.all([
    api.get('/api/sections', { signal }).catch(failWith('Failed to fetch sections')),
    api.get('/api/products', { signal }).catch(failWith('Failed to fetch products')),
  ]);
  return { sections, products };
}

/** The sections of each product's documentation, in the order readers see them. */
export function SectionManagerIsland() {
  return <RequireAuth access="sections.manage">{() => <SectionManager />}</RequireAuth>;
}

function SectionManager() {
  const manager = useCrud<SectionJson, Awaited<ReturnType<typeof load>>>('section', load);
  const { state } = manager;
  useNavigationCount('sections', state.status === 'loaded' ? state.value.sections.length : null);
  return (
    <CrudScreen
      noun="section"
      nouns="sections"
      manager={manager}
      columns={SECTION_COLUMNS}
      rows={6}
      getCount={({ sections }) => sections.length}
      table={({ products, sections }) => (
        <SectionTable
          items={sections}
          onChange={(changed) => manager.replace({ products, sections: changed })}
          {...manager.tableHandlers}
        />
      )}
    >
      {({ products }) => (
        <>
          <SectionForm {...manager.form} products={products} />
          <DeleteSectionDialog {...manager.deletion} />
        </>
      )}
    </CrudScreen>
  );
}

type DeleteSectionDialogProps = Omit<ComponentProps<typeof DeleteDialog<SectionJson>>, 'children' | 'isBlocked'>;

/** Confirms the deletion of a section; a section with documents cannot be deleted. */
function DeleteSectionDialog(props: DeleteSectionDialogProps) {
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

import type { ComponentProps } from 'react';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { PageAction, ScreenCount } from '#src/ui/crud/PageAction.tsx';
import { api, formatError } from '#src/lib/api-client.ts';
import { useNavigationCount } from '#src/lib/navigation-counts.ts';
import { useCrud } from '#src/ui/crud/use-crud.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { KeyboardShortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { TableSkeleton } from '#src/ui/tables/TableSkeleton.tsx';
import { createSearchShortcut } from '#src/ui/tables/TextFilterLine.tsx';
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

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const cause = error instanceof Error ? error.cause : undefined;
  return <ErrorPanel title={formatError(error)} message={formatError(cause)} onRetry={onRetry} />;
}

function SectionManager() {
  const manager = useCrud<SectionJson, Awaited<ReturnType<typeof load>>>('section', load);
  const { state, replace } = manager;
  useNavigationCount('sections', state.status === 'loaded' ? state.value.sections.length : null);
  if (state.status === 'loading') return <TableSkeleton columns={SECTION_COLUMNS} rows={6} />;
  if (state.status === 'failed') return <LoadFailure error={state.error} onRetry={manager.retry} />;
  const { sections, products } = state.value;
  return (
    <>
      <ScreenCount>{sections.length}</ScreenCount>
      <PageAction>
        <Button onClick={manager.add}>New section</Button>
      </PageAction>
      <div className="screen-parts">
        <SectionTable
          items={sections}
          onChange={(changed) => replace({ products, sections: changed })}
          {...manager.tableHandlers}
        />
        <KeyboardShortcuts
          items={[createSearchShortcut('sections'), { keys: ['n'], label: 'New section', run: manager.add }]}
        />
      </div>
      <SectionForm {...manager.form} products={products} />
      <DeleteSectionDialog {...manager.deletion} />
    </>
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

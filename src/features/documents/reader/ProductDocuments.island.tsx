import { hasPermission } from '#api/domain/permissions.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useQuery } from '#src/lib/use-query.ts';
import { LibraryBrowser } from './LibraryBrowser.tsx';
import { LibraryLoading } from './LibraryPlaceholders.tsx';
import { loadLibrary } from './library.ts';

/** The documents of our products, for signed-in users. */
export function ProductDocumentsIsland() {
  return (
    <RequireAuth>{(user) => <ProductDocuments canEdit={hasPermission(user.role, 'documents.write')} />}</RequireAuth>
  );
}

function ProductDocuments({ canEdit }: { canEdit: boolean }) {
  const { state, reload } = useQuery('library', loadLibrary);
  if (state.status === 'loading') return <LibraryLoading />;
  if (state.status === 'failed') return <ErrorPanel message="Failed to load documents" onRetry={reload} />;
  return <LibraryBrowser library={state.value} canEdit={canEdit} />;
}

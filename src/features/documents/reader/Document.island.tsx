import { useEffect, useState } from 'react';
import { hasPermission } from '#api/domain/permissions.ts';
import type { DocumentPageJson } from '#api/features/documents/documents.contract.ts';
import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { paths } from '#src/lib/paths.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { DocumentArticle } from './DocumentArticle.tsx';
import { AdjacentDocuments } from './AdjacentDocuments.tsx';
import { DocumentPlaceholder } from './DocumentPlaceholder.tsx';
import { loadLibrary, findAdjacentDocuments } from './library.ts';
import { toReaderUrl } from './reader-location.ts';
import { useDocument } from './use-document.ts';
import { usePageTitle } from './use-page-title.ts';

/** One document as a page of its own. */
export function DocumentIsland() {
  return <RequireAuth>{(user) => <DocumentPage canEdit={hasPermission(user.role, 'documents.write')} />}</RequireAuth>;
}

function DocumentPage({ canEdit }: { canEdit: boolean }) {
  const [address] = useState(() => /^\/documents\/([^/]+)$/.exec(window.location.pathname)?.[1] ?? '');
  const { state, reload } = useDocument(address);
  // Only for the documents before and after: this one is shown without it.
  const library = useQuery('library', loadLibrary).state;
  usePageTitle(state.status === 'loaded' ? state.document.title : null);
  usePresentAddress(state.status === 'loaded' ? state.document.slug : null);
  if (state.status !== 'loaded') {
    return (
      <>
        <h1 className="visually-hidden">Document</h1>
        <DocumentPlaceholder status={state.status} onRetry={reload} />
      </>
    );
  }
  const { document } = state;
  return (
    <>
      <DocumentBreadcrumb document={document} />
      <DocumentArticle document={document} level={1} canEdit={canEdit}>
        {library.status === 'loaded' && (
          <AdjacentDocuments
            neighbours={findAdjacentDocuments(library.value, document.id)}
            toHref={(each) => paths.document(each.slug)}
          />
        )}
        <p className="document-back no-print">
          <a href={toReaderUrl({ product: document.product_name, document: document.slug })}>
            {document.product_name ? `All ${document.product_name} documents` : 'All product documents'}
          </a>
        </p>
      </DocumentArticle>
    </>
  );
}

/**
 * Replaces an id or an earlier slug in the address bar. No redirect of the server: it would name documents to people
 * who aren't signed in.
 */
function usePresentAddress(slug: string | null): void {
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    if (slug === null || pathname === paths.document(slug)) return;
    window.history.replaceState(window.history.state, '', paths.document(slug) + search + hash);
  }, [slug]);
}

function DocumentBreadcrumb({
  document: { product_name: product, section_name: section },
}: {
  document: DocumentPageJson;
}) {
  return (
    <nav aria-label="Breadcrumb" className="document-trail no-print">
      <ol>
        <li>
          <a href={paths.productDocuments()}>Product documents</a>
        </li>
        {product && (
          <li>
            <a href={toReaderUrl({ product })}>{product}</a>
          </li>
        )}
        {section && <li>{section}</li>}
      </ol>
    </nav>
  );
}

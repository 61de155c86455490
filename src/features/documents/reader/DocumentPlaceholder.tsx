import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { paths } from '#src/lib/paths.ts';
import type { UnloadedStatus } from './use-document.ts';

const LINES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Replaces the document while there is none. */
export function DocumentPlaceholder({ status, onRetry }: { status: UnloadedStatus; onRetry: () => void }) {
  if (status === 'loading') return <DocumentLoading />;
  if (status === 'missing') return <DocumentMissing />;
  return <ErrorPanel message="Failed to load document" onRetry={onRetry} />;
}

/** A placeholder while a document loads. */
function DocumentLoading() {
  return (
    <div className="document-loading">
      <p role="status">Loading document...</p>
      <span className="skeleton skeleton-title" aria-hidden="true" />
      {LINES.map((line) => (
        <span key={line} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}

function DocumentMissing() {
  return (
    <EmptyState
      title="Document not found"
      action={
        <a className="button button-secondary" href={paths.productDocuments()}>
          All product documents
        </a>
      }
    >
      <p>It may have been moved or unpublished.</p>
    </EmptyState>
  );
}

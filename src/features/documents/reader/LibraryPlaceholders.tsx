import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { paths } from '#src/lib/paths.ts';
import type { ProductGroup } from './library.ts';

export function NoDocumentSelected() {
  return (
    <div className="library-prompt">
      <p>Select a document to view its content</p>
    </div>
  );
}

export function EmptyProduct({ product }: { product: ProductGroup }) {
  return (
    <>
      <EmptyState title={`No ${product.name} documents yet`} action={<AskUs />}>
        <p>Choose another product, or ask us a question.</p>
      </EmptyState>
      <NoDocumentSelected />
    </>
  );
}

export function UnknownProduct({ name }: { name: string }) {
  return (
    <EmptyState title={`No product called ‘${name}’`}>
      <p>Choose a product to see its documents.</p>
    </EmptyState>
  );
}

export function EmptyLibrary() {
  return (
    <>
      <EmptyState title="No documents yet" action={<AskUs />}>
        <p>If you have a question, ask us.</p>
      </EmptyState>
      <NoDocumentSelected />
    </>
  );
}

const LINES = ['a', 'b', 'c', 'd', 'e'];

export function LibraryLoading() {
  return (
    <div className="library" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <div className="library-side" aria-hidden="true">
        <span className="skeleton skeleton-field" />
        <span className="skeleton skeleton-field" />
        {LINES.map((line) => (
          <span key={line} className="skeleton" />
        ))}
      </div>
      <div className="library-pane document-loading" aria-hidden="true">
        <span className="skeleton skeleton-title" />
        {LINES.map((line) => (
          <span key={line} className="skeleton" />
        ))}
      </div>
    </div>
  );
}

function AskUs() {
  return (
    <a className="button button-secondary" href={paths.contact}>
      Ask us
    </a>
  );
}

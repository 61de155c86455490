import { Guarded } from '#src/components/ui/Guarded.tsx';
import { paths } from '#src/lib/paths.ts';

/** The documents of the products are being written; until then, where answers are to be had. */
export function ProductDocumentsIsland() {
  return (
    <Guarded>
      {() => (
        <div className="empty">
          <h2>The documents are being written</h2>
          <p>
            Guides for our products will stand here, sorted by product and section. Until they do, our stories explain a
            good deal, and we answer questions ourselves.
          </p>
          <div className="form-actions">
            <a className="button button-primary" href={paths.blogs}>
              Read our stories
            </a>
            <a className="button button-secondary" href={paths.company.contact}>
              Ask us
            </a>
          </div>
        </div>
      )}
    </Guarded>
  );
}

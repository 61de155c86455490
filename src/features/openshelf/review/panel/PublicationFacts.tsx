import type { ReactNode } from 'react';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import { History } from '#src/features/openshelf/reader/History.tsx';
import { Time } from '#src/ui/content/Time.tsx';

type Props = { publication: PublicationDetailJson; areAllOpen: boolean };

/** What is known about the publication, its author and its past; the key D opens and closes all of it. */
export function PublicationFacts({ publication, areAllOpen }: Props) {
  const { submitted_at: submittedAt, history } = publication;
  return (
    <section className="panel-block" aria-label="Details">
      <Fold isOpen={areAllOpen} title="Publication Info">
        <dl className="panel-facts">
          <Fact label="Category">{publication.category}</Fact>
          {publication.subcategory && <Fact label="Subcategory">{publication.subcategory}</Fact>}
          <Fact label="Submitted">{submittedAt ? <Time iso={submittedAt} isDate /> : 'Not submitted'}</Fact>
          <Fact label="Version">v{publication.version_number}</Fact>
        </dl>
      </Fold>
      <Fold isOpen={areAllOpen} title="Author Info">
        <dl className="panel-facts">
          <Fact label="Author">{publication.author_name}</Fact>
          {publication.author_bio && <Fact label="Bio">{publication.author_bio}</Fact>}
          {publication.author_contact && <Fact label="Contact">{publication.author_contact}</Fact>}
        </dl>
      </Fold>
      <Fold
        isOpen={areAllOpen}
        title={
          <>
            History <span className="count">{history.length}</span>
          </>
        }
      >
        <History entries={history} />
      </Fold>
    </section>
  );
}

type FoldProps = { title: ReactNode; isOpen: boolean; children: ReactNode };

/** Its title opens it alone: React sets the attribute only when `isOpen` changes. */
const Fold = ({ title, isOpen, children }: FoldProps) => (
  <details className="fold" open={isOpen}>
    <summary>{title}</summary>
    {children}
  </details>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

import type { RefObject } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { TableHead } from '#src/ui/tables/TableHead.tsx';
import type { DecisionAction } from '#src/features/openshelf/decisions/use-decidable-list.ts';
import { PublicationRow } from './PublicationRow.tsx';

export const PUBLICATION_COLUMNS = ['Publication', 'Author', 'Category', 'Status', 'Submitted', 'Actions'];

type Props = {
  tableRef: RefObject<HTMLTableElement | null>;
  publications: readonly PublicationJson[];
  isBusy: boolean;
  onDecide: (publication: PublicationJson, action: DecisionAction) => void;
};

export const PublicationTable = ({ tableRef, publications, isBusy, onDecide }: Props) => (
  <table ref={tableRef} className="admin-table publication-table" aria-busy={isBusy}>
    <caption className="visually-hidden">Publications</caption>
    <TableHead columns={PUBLICATION_COLUMNS} mid={['Category']} narrow={['Submitted']} />
    <tbody>
      {publications.map((publication) => (
        <PublicationRow
          key={publication.id}
          publication={publication}
          onDecide={(action) => onDecide(publication, action)}
        />
      ))}
    </tbody>
  </table>
);

import { useRef } from 'react';
import { canMove } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { ListColumn } from '#src/ui/lists/ListTable.tsx';
import type { DecisionAction } from '#src/features/openshelf/decisions/use-decidable-list.ts';
import { StatusBadge } from '#src/features/openshelf/StatusBadge.tsx';

const MAX_LENGTH = 100;

/** The first 100 characters of a description; an ellipsis where it goes on. */
function shortenDescription(description: string): string {
  const characters = Array.from(description);
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('').trimEnd()}...` : description;
}

type OnDecide = (publication: PublicationJson, action: DecisionAction) => void;

export const createPublicationColumns = (onDecide: OnDecide): readonly ListColumn<PublicationJson>[] => [
  {
    label: 'Publication',
    className: 'title-cell',
    cell: ({ id, title, author_name: author, description }) => (
      <>
        <a className="row-title" href={openshelfPaths.reviewDetail(id)}>
          {title}
        </a>
        <span className="row-note author-note">{author}</span>
        <span className="row-note">{shortenDescription(description)}</span>
      </>
    ),
  },
  { label: 'Author', className: 'text-cell', cell: ({ author_name: author }) => author },
  {
    label: 'Category',
    width: 'mid',
    className: 'category-cell',
    cell: ({ category, subcategory }) => (
      <>
        {category}
        {subcategory && <span className="row-note">{subcategory}</span>}
      </>
    ),
  },
  {
    label: 'Status',
    className: 'status-cell',
    cell: ({ status, changes_requested: areChangesRequested, is_appeal: isAppeal }) => (
      <>
        <StatusBadge status={status} />
        {areChangesRequested && <Badge tone="grey">Changes requested</Badge>}
        {isAppeal && <Badge tone="yellow">Appeal</Badge>}
      </>
    ),
  },
  {
    label: 'Submitted',
    width: 'narrow',
    isLabelledOnCard: true,
    cell: ({ submitted_at: at }) => (at ? <Time iso={at} isDate /> : <span className="none">–</span>),
  },
  {
    label: 'Actions',
    width: 'narrow',
    className: 'row-actions',
    isHeadHidden: true,
    cell: (publication) => <RowActions publication={publication} onDecide={onDecide} />,
  },
];

function RowActions({ publication, onDecide }: { publication: PublicationJson; onDecide: OnDecide }) {
  const { id, title, status } = publication;
  const details = useRef<HTMLAnchorElement>(null);
  const decide = (action: DecisionAction) => {
    onDecide(publication, action);
    // The button with the focus leaves.
    details.current?.focus();
  };
  return (
    <>
      {canMove('approve', status) && (
        <button type="button" aria-label={`Approve ${title}`} onClick={() => decide('approve')}>
          Approve
        </button>
      )}
      {canMove('reject', status) && (
        <button type="button" className="reject" aria-label={`Reject ${title}`} onClick={() => decide('reject')}>
          Reject
        </button>
      )}
      <a ref={details} href={openshelfPaths.reviewDetail(id)} aria-label={`View Details of ${title}`}>
        View Details
      </a>
    </>
  );
}

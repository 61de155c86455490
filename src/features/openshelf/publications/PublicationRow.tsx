import { useRef } from 'react';
import { canMove } from '#api/domain/publication-states.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import type { DecisionAction } from '#src/features/openshelf/decisions/use-decidable-list.ts';
import { StatusBadge } from '#src/features/openshelf/StatusBadge.tsx';
import { shortenDescription } from './shorten-description.ts';

type Props = { publication: PublicationJson; onDecide: (action: DecisionAction) => void };

export function PublicationRow({ publication, onDecide }: Props) {
  const { id, title, author_name: author, status, submitted_at: submittedAt } = publication;
  const details = useRef<HTMLAnchorElement>(null);
  const decide = (action: DecisionAction) => {
    onDecide(action);
    // The button with the focus leaves.
    details.current?.focus();
  };
  return (
    <tr data-publication={id}>
      <td className="title-cell">
        <a className="row-title" href={openshelfPaths.reviewDetail(id)}>
          {title}
        </a>
        <span className="row-note author-note">{author}</span>
        <span className="row-note">{shortenDescription(publication.description)}</span>
      </td>
      <td className="text-cell">{author}</td>
      <td className="mid category-cell">
        {publication.category}
        {publication.subcategory && <span className="row-note">{publication.subcategory}</span>}
      </td>
      <td className="status-cell">
        <StatusBadge status={status} />
        {publication.changes_requested && <Badge tone="grey">Changes requested</Badge>}
        {publication.is_appeal && <Badge tone="yellow">Appeal</Badge>}
      </td>
      <td className="narrow" data-label="Submitted">
        {submittedAt ? <Time iso={submittedAt} isDate /> : <span className="none">–</span>}
      </td>
      <td className="row-actions narrow">
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
      </td>
    </tr>
  );
}

import { formatNumber } from '#api/domain/numbers.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { AiBadge } from '#src/features/openshelf/AiBadge.tsx';
import { WaitingTime } from '#src/features/openshelf/WaitingTime.tsx';
import { formatCategory } from '#src/features/openshelf/publication-labels.ts';

type Props = { publications: readonly PublicationJson[]; total: number };

/** The publications that have waited longest. */
export function PendingRows({ publications, total }: Props) {
  return (
    <section aria-labelledby="shelf_pending">
      <h2 id="shelf_pending">
        Pending reviews
        {total > 0 && <a href={openshelfPaths.reviewQueue}>{`Review all ${formatNumber(total)}`}</a>}
      </h2>
      {publications.length === 0 ? (
        <p className="quiet-line">No publications await review.</p>
      ) : (
        <ul className="shelf-pending">
          {publications.map((publication) => (
            <li key={publication.id}>
              <div>
                <a className="row-title" href={openshelfPaths.reviewDetail(publication.id)}>
                  {publication.title}
                </a>
                <p className="row-note">
                  {publication.author_name}. {formatCategory(publication)}
                </p>
              </div>
              {publication.ai_decision && (
                <AiBadge decision={publication.ai_decision} confidence={publication.ai_confidence_score} />
              )}
              <p className="row-note shelf-date">
                {publication.queued_at && <WaitingTime queuedAt={publication.queued_at} />}
                {publication.submitted_at && (
                  <span>
                    Submitted <Time iso={publication.submitted_at} isDate />
                  </span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

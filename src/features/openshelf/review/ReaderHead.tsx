import type { Ref } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { formatCategory } from '#src/features/openshelf/publication-labels.ts';
import { WaitingTime } from '#src/features/openshelf/WaitingTime.tsx';
import { StatusBadge } from '#src/features/openshelf/StatusBadge.tsx';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';

type Props = {
  publication: PublicationJson;
  /** In the queue, from 1; null outside it. */
  place: { position: number; total: number } | null;
  headingRef: Ref<HTMLHeadingElement>;
  canMove: (step: 1 | -1) => boolean;
  onMove: (step: 1 | -1) => void;
};

/** Which publication is read, whose it is, and the way to the next. */
export function ReaderHead({ publication, place, headingRef, canMove, onMove }: Props) {
  const { submitted_at: submittedAt, queued_at: queuedAt, status } = publication;
  return (
    <header className="reader-head">
      <nav className="reader-crumb" aria-label="Breadcrumb">
        <a href={openshelfPaths.reviewQueue}>Pending reviews</a>
        {place && (
          <>
            <span aria-hidden="true">/</span>
            <span>
              {formatNumber(place.position)} of {formatNumber(place.total)}
            </span>
          </>
        )}
      </nav>
      <div className="reader-title">
        <h1 ref={headingRef} tabIndex={-1}>
          {publication.title}
        </h1>
        <div className="reader-moves">
          <MoveButton label="Previous" icon="arrow-up" isOff={!canMove(-1)} onPress={() => onMove(-1)} />
          <MoveButton label="Next" icon="arrow-down" isOff={!canMove(1)} onPress={() => onMove(1)} />
        </div>
      </div>
      <p className="reader-meta">
        <bdi>{publication.author_name}</bdi>
        <span>{formatCategory(publication)}</span>
        <StatusBadge status={status} />
        <span>
          v{publication.version_number},{' '}
          {submittedAt ? (
            <>
              submitted <Time iso={submittedAt} isDate />
            </>
          ) : (
            'not submitted'
          )}
        </span>
        {status === 'ADMIN_REVIEWING' && queuedAt && <WaitingTime queuedAt={queuedAt} />}
      </p>
    </header>
  );
}

type MoveProps = { label: string; icon: 'arrow-up' | 'arrow-down'; isOff: boolean; onPress: () => void };

/** Stays focusable at the end of the queue, so that the focus is not lost there. */
const MoveButton = ({ label, icon, isOff, onPress }: MoveProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    title={label}
    aria-disabled={isOff || undefined}
    onClick={onPress}
  >
    <Icon name={icon} size={20} />
  </button>
);

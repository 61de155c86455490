import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { AiBadge } from '#src/features/openshelf/AiBadge.tsx';
import { SameTextMark } from '#src/features/openshelf/SameTextMark.tsx';
import { WaitingTime } from '#src/features/openshelf/WaitingTime.tsx';
import { Badge } from '#src/ui/feedback/Badge.tsx';
import { Initials } from '#src/ui/tables/Person.tsx';
import { DECIDED_LABELS, getFirstName } from '#src/features/openshelf/decisions/decision-words.ts';
import type { QueueOrder } from './review-queue.ts';
import { toReviewUrl } from './review-address.ts';
import type { LocalDecision } from '#src/features/openshelf/decisions/use-decisions.ts';

type Props = {
  publication: PublicationJson;
  order: QueueOrder;
  viewerId: number;
  isCurrent: boolean;
  isSelected: boolean;
  local: LocalDecision | null;
  hasFailed: boolean;
  onOpen: () => void;
  onSelect: (isOn: boolean) => void;
};

/** Of the row above the open one, px. */
const ROOM_ABOVE = 40;

/** A publication in the queue; one that was decided a moment ago is struck through until its undo ends. */
export function QueueRow({ publication, order, isCurrent, isSelected, local, onOpen, onSelect, ...state }: Props) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = row.current?.parentElement;
    // Near the top, with the end of the row above it: what comes next is in sight.
    if (isCurrent && row.current && list) list.scrollTop = row.current.offsetTop - ROOM_ABOVE;
  }, [isCurrent]);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  const className = ['queue-row', isCurrent && 'is-current', local && 'is-decided'].filter(Boolean).join(' ');
  return (
    <li ref={row} className={className}>
      <input
        type="checkbox"
        aria-label={`Select ${publication.title}`}
        checked={isSelected}
        disabled={local !== null}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <a
        href={toReviewUrl(publication.id, order)}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={open}
        draggable={false}
      >
        {local ? <s>{publication.title}</s> : <b>{publication.title}</b>}
        <span className="row-note">{publication.author_name}</span>
        <span className="queue-line">
          {local ? <UndoBadge local={local} /> : <RowState publication={publication} {...state} />}
        </span>
        {!local && publication.same_text_as && <SameTextMark other={publication.same_text_as} />}
      </a>
    </li>
  );
}

function UndoBadge({ local: { decision, until, isSent } }: { local: LocalDecision }) {
  const seconds = useCountdown(until);
  const undo = seconds > 0 ? `, undo in ${seconds} s` : '';
  return <Badge tone="grey">{isSent ? `${DECIDED_LABELS[decision]}${undo}` : 'Sending...'}</Badge>;
}

function RowState({ publication, viewerId, hasFailed }: Pick<Props, 'publication' | 'viewerId' | 'hasFailed'>) {
  const { claim, queued_at: queuedAt } = publication;
  const isOthers = claim !== null && claim.user_id !== viewerId;
  return (
    <>
      {hasFailed && <Badge tone="red">Not sent</Badge>}
      {publication.is_appeal && <Badge tone="yellow">Appeal</Badge>}
      {publication.ai_decision && (
        <AiBadge decision={publication.ai_decision} confidence={publication.ai_confidence_score} />
      )}
      {publication.version_number > 1 && <Badge tone="grey">v{publication.version_number}</Badge>}
      {isOthers && (
        <span className="queue-claim">
          <Initials name={claim.name} />
          {getFirstName(claim.name)} is reviewing
        </span>
      )}
      {queuedAt && <WaitingTime queuedAt={queuedAt} isShort />}
    </>
  );
}

/** The whole seconds until a moment (ms, this browser's clock), down to 0; null counts nothing. */
function useCountdown(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until === null || left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), (until - Date.now()) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [until, left]);
  return left;
}

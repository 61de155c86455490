import { useEffect, useRef } from 'react';
import { formatMoment } from '#src/lib/format/dates.ts';
import { useRenderAt } from '#src/lib/use-render-at.ts';
import type { SiteSchedule } from './site-changes-api.ts';

type Props = {
  /** One at least. */
  schedules: readonly SiteSchedule[];
  onOpen: () => void;
  /** The time of one has come. */
  onDue: () => void;
};

/** When the next changes go live by themselves, or that some couldn’t; a press shows them. */
export function ScheduleState({ schedules, onOpen, onDue }: Props) {
  const failed = schedules.find(({ state }) => state === 'failed');
  const next = schedules.find(({ state }) => state === 'waiting');
  const dueAt = next ? Date.parse(next.publish_at) + SERVER_MS : null;
  useRenderAt(dueAt);
  const isDue = dueAt !== null && dueAt <= Date.now();
  const notify = useRef(onDue);
  notify.current = onDue;
  useEffect(() => {
    if (isDue) notify.current();
  }, [isDue]);
  const shown = failed ?? next;
  if (!shown) return null;
  return (
    <span className="changes-state" data-state={failed && 'failed'}>
      <button type="button" className="link-button" onClick={onOpen}>
        {failed ? 'Not published as scheduled' : `Scheduled for ${formatMoment(shown.publish_at)}`}
      </button>
    </span>
  );
}

/** What a server may need until it has published what is due (ms). */
const SERVER_MS = 2_000;

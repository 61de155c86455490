import { formatMoment } from '#src/lib/format/dates.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { useAction } from '#src/lib/use-action.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { SiteSchedule } from './site-changes-api.ts';

type Props = {
  schedules: readonly SiteSchedule[];
  /** @throws why it can’t be cancelled */
  onCancel: (id: number) => Promise<void>;
};

/** What goes live by itself, and what couldn’t; each can be taken back. */
export const ScheduleList = ({ schedules, onCancel }: Props) => (
  <>
    {schedules.map((schedule) => (
      <Schedule key={schedule.id} schedule={schedule} onCancel={onCancel} />
    ))}
  </>
);

function Schedule({ schedule, onCancel }: { schedule: SiteSchedule; onCancel: Props['onCancel'] }) {
  const { id, state, publish_at: at, parts, error, user } = schedule;
  const cancel = useAction(() => onCancel(id));
  const count = parts.reduce((sum, { fields }) => sum + fields.length, 0);
  const isFailed = state === 'failed';
  return (
    <section className="changes-schedule">
      <div>
        <h3>{isFailed ? `Not published on ${formatMoment(at)}` : `Scheduled for ${formatMoment(at)}`}</h3>
        <p className="field-hint">
          {formatCount(count, 'change')} by {user?.name ?? 'a deleted user'}:{' '}
          {parts.map(({ title }) => title).join(', ')}
        </p>
        {error !== null && <Notice tone="error">{error}</Notice>}
        {cancel.error && <Notice tone="error">{cancel.error}</Notice>}
      </div>
      <Button
        variant="secondary"
        className="button-small"
        isBusy={cancel.isBusy}
        busyLabel={isFailed ? 'Dismissing...' : 'Cancelling...'}
        onClick={() => void cancel.run()}
      >
        {isFailed ? 'Dismiss' : 'Cancel schedule'}
      </Button>
    </section>
  );
}

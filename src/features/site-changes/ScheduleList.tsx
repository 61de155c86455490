import { formatMoment } from '#src/lib/format/dates.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { useAction } from '#src/lib/use-action.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { SiteSchedule } from './site-changes-api.ts';

type Props = {
  schedules: readonly SiteSchedule[];
  /** @throws why it can’t be published */
  onPublish: (id: number) => Promise<void>;
  /** @throws why it can’t be cancelled */
  onCancel: (id: number) => Promise<void>;
};

/** What goes live by itself, and what couldn’t; each can be published now, or taken back. */
export const ScheduleList = ({ schedules, ...acts }: Props) => (
  <>
    {schedules.map((schedule) => (
      <Schedule key={schedule.id} schedule={schedule} {...acts} />
    ))}
  </>
);

function Schedule({ schedule, onPublish, onCancel }: { schedule: SiteSchedule } & Omit<Props, 'schedules'>) {
  const { id, state, publish_at: at, parts, error, user } = schedule;
  const publish = useAction(() => onPublish(id));
  const cancel = useAction(() => onCancel(id));
  const failure = publish.error ?? cancel.error;
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
        {error !== null && failure === null && <Notice tone="error">{error}</Notice>}
        {failure && <Notice tone="error">{failure}</Notice>}
      </div>
      <div className="changes-schedule-acts">
        <Button
          variant="secondary"
          className="button-small"
          disabled={cancel.isBusy}
          isBusy={publish.isBusy}
          busyLabel="Publishing..."
          onClick={() => void publish.run()}
        >
          Publish now
        </Button>
        <Button
          variant="quiet"
          className="button-small"
          disabled={publish.isBusy}
          isBusy={cancel.isBusy}
          busyLabel={isFailed ? 'Dismissing...' : 'Cancelling...'}
          onClick={() => void cancel.run()}
        >
          {isFailed ? 'Dismiss' : 'Cancel schedule'}
        </Button>
      </div>
    </section>
  );
}

import { Button } from '#src/ui/forms/Button.tsx';
import { formatTime } from '#src/lib/format/dates.ts';
import { PublishDateField } from './PublishDateField.tsx';
import { hasPassed, type SuggestedTime } from './suggest-times.ts';

type Props = {
  /** ISO 8601. */
  at: string | null;
  /** Times to choose with one press; the first is suggested when a time has passed. */
  picks: readonly SuggestedTime[];
  /** UTC ms. */
  now: number;
  hint?: string;
  onChange: (at: string | null) => void;
};

/** A time to come: quick picks and a field. One that has passed is named, with another in its place. */
export function ScheduleTime({ at, picks, now, hint, onChange }: Props) {
  const next = picks[0];
  const isPast = at !== null && hasPassed(at, now);
  return (
    <>
      <div className="publish-picks">
        {picks.map(({ label, at: pick }) => (
          <Button
            key={label}
            variant="secondary"
            className="button-small"
            aria-pressed={pick === at}
            onClick={() => onChange(pick)}
          >
            {label}
          </Button>
        ))}
      </div>
      <PublishDateField
        value={at}
        emptyHint={hint ?? 'Choose a day and a time.'}
        earliest={now}
        error={isPast ? `${formatTime(at)} has passed.` : undefined}
        onChange={onChange}
      />
      {isPast && next && (
        <button type="button" className="link-button" onClick={() => onChange(next.at)}>
          Use {next.label.charAt(0).toLowerCase() + next.label.slice(1)}
        </button>
      )}
    </>
  );
}

import { ScheduleTime } from './ScheduleTime.tsx';
import type { SuggestedTime } from './suggest-times.ts';

type Props = {
  isScheduled: boolean;
  /** ISO 8601. */
  at: string | null;
  /** Times to choose with one press. */
  picks: readonly SuggestedTime[];
  onChoose: (isScheduled: boolean) => void;
  onChange: (at: string | null) => void;
};

/** Now, or later. */
export function PublishTimeChoice({ isScheduled, at, picks, onChoose, onChange }: Props) {
  return (
    <>
      <fieldset className="choices publish-time">
        <legend className="visually-hidden">When</legend>
        <Choice
          label="Publish now"
          hint="It goes live straight away."
          isChecked={!isScheduled}
          onChoose={() => onChoose(false)}
        />
        <Choice
          label="Schedule for later"
          hint="It goes live by itself."
          isChecked={isScheduled}
          onChoose={() => onChoose(true)}
        />
      </fieldset>
      {isScheduled && <ScheduleTime at={at} picks={picks} now={Date.now()} onChange={onChange} />}
    </>
  );
}

type ChoiceProps = { label: string; hint: string; isChecked: boolean; onChoose: () => void };

function Choice({ label, hint, isChecked, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name="publish-time" checked={isChecked} onChange={onChoose} />
      <span>
        <strong>{label}</strong>
        <span className="field-hint">{hint}</span>
      </span>
    </label>
  );
}

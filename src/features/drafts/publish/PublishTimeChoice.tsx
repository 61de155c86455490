import { ScheduleTime } from './ScheduleTime.tsx';
import type { PublishTime } from './use-publish-time.ts';

/** Now, or later. */
export function PublishTimeChoice({ time: { at, isScheduled, picks, choose, setAt } }: { time: PublishTime }) {
  return (
    <>
      <fieldset className="choices publish-time">
        <legend className="visually-hidden">When</legend>
        <Choice
          label="Publish now"
          hint="It goes live straight away."
          isChecked={!isScheduled}
          onChoose={() => choose(false)}
        />
        <Choice
          label="Schedule for later"
          hint="It goes live by itself."
          isChecked={isScheduled}
          onChoose={() => choose(true)}
        />
      </fieldset>
      {isScheduled && <ScheduleTime at={at} picks={picks} now={Date.now()} onChange={setAt} />}
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

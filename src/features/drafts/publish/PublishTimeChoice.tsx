import { Button } from '#src/ui/forms/Button.tsx';
import { PublishDateField } from './PublishDateField.tsx';
import type { SuggestedTime } from './suggest-times.ts';

type Props = {
  isScheduled: boolean;
  /** ISO 8601. */
  at: string | null;
  error: string | undefined;
  /** Times to choose with one press. */
  picks: readonly SuggestedTime[];
  onChoose: (isScheduled: boolean) => void;
  onChange: (at: string | null) => void;
};

/** Now, or later. */
export function PublishTimeChoice({ isScheduled, at, error, picks, onChoose, onChange }: Props) {
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
      {isScheduled && (
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
            emptyHint="Choose a day and a time."
            earliest={Date.now()}
            error={error}
            onChange={onChange}
          />
        </>
      )}
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

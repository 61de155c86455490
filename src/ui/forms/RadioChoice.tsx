import { useId } from 'react';

type Props<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; note: string }[];
  value: Value;
  /** One below the other; the legend is only read out, where a heading says the same. */
  isStacked?: boolean;
  onChange: (value: Value) => void;
};

/** One of a few, each with what it means. */
export function RadioChoice<Value extends string>(props: Props<Value>) {
  const { legend, options, value, isStacked = false, onChange } = props;
  const name = useId();
  return (
    <fieldset className={isStacked ? 'choices' : 'choices choices-two'}>
      <legend className={isStacked ? 'visually-hidden' : undefined}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>
            <b>{option.label}</b>
            <span className="row-note">{option.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

import { type ComponentProps, useId } from 'react';

type Option = { value: string; label: string; isDisabled?: boolean };

type Props = Omit<ComponentProps<'select'>, 'children'> & {
  label: string;
  options: readonly Option[];
  /** Stands under the label. */
  hint?: string | undefined;
  /** What is wrong, in words. */
  error?: string | undefined;
};

/** A labelled choice of one of many; hint and error are read out with it. */
export function SelectField({ label, options, hint, error, className, ...select }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <select {...select} id={id} aria-describedby={described || undefined} aria-invalid={error ? true : undefined}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

import { type ComponentProps, useId } from 'react';

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  onValueChange: (value: string) => void;
  /** After Enter. */
  onDone: () => void;
  /** What may be chosen, besides what may be typed. */
  choices?: readonly string[];
};

/** A field in the bar below the text: input applies at once, Enter returns to the text. */
export function ContextField({ label, onValueChange, onDone, choices, ...input }: Props) {
  const id = useId();
  return (
    <div className="editor-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        {...(choices && { list: `${id}-choices` })}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onDone();
        }}
      />
      {choices && (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </div>
  );
}

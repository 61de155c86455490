import { type ComponentProps, useId } from 'react';

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  onValueChange: (value: string) => void;
  /** After Enter. */
  onDone: () => void;
};

/** A field in the bar below the text: input applies at once, Enter returns to the text. */
export function ContextField({ label, onValueChange, onDone, ...input }: Props) {
  const id = useId();
  return (
    <div className="editor-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onDone();
        }}
      />
    </div>
  );
}

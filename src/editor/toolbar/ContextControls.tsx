import { type ComponentProps, useId } from 'react';

type FieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  onValueChange: (value: string) => void;
  /** After Enter. */
  onDone: () => void;
};

/** A field in the bar below the text: input applies at once, Enter returns to the text. */
export function ContextField({ label, onValueChange, onDone, ...input }: FieldProps) {
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

type ButtonProps = { label: string; onClick: () => void; isOn?: boolean; isOff?: boolean };

/** One button of the context toolbar; the editor keeps the focus. */
export function ContextButton({ label, onClick, isOn, isOff = false }: ButtonProps) {
  return (
    <button
      type="button"
      className="tool tool-text"
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && onClick()}
    >
      {label}
    </button>
  );
}

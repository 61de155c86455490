import './colour-field.css';
import { type ComponentProps, useState } from 'react';
import { formatColourError, parseColour } from '#api/domain/colour.ts';
import { Field, type FieldProps } from './Field.tsx';

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
    /** What is typed: a name or number of a colour, or what will become one. */
    value: string;
    onChange: (text: string) => void;
  };

/** A colour: typed, or picked at its swatch. What is no colour is named when the field is left. */
export function ColourField({ label, hint, error, className, value, onChange, onBlur, ...input }: Props) {
  const [isLeft, setIsLeft] = useState(false);
  const colour = parseColour(value);
  const isWrong = isLeft && !colour && value.trim() !== '';
  return (
    <Field
      label={label}
      hint={hint}
      error={error ?? (isWrong ? formatColourError(value) : undefined)}
      className={['colour-field', className].filter(Boolean).join(' ')}
    >
      {(control) => (
        <>
          <input
            type="color"
            className="swatch"
            data-empty={colour === null || undefined}
            aria-label={`${label}: pick`}
            value={colour ?? '#ffffff'}
            disabled={input.disabled}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
          />
          <input
            type="text"
            spellCheck={false}
            autoComplete="off"
            {...input}
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={(event) => {
              setIsLeft(true);
              onBlur?.(event);
            }}
          />
        </>
      )}
    </Field>
  );
}

import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label: ReactNode;
  /** Stands under the label. */
  hint?: string | undefined;
  /** Only the box is seen; the label is read out, as in the rows of a table. */
  isLabelHidden?: boolean;
  /** Some of its items are ticked. */
  isMixed?: boolean;
};

/** A box to tick, large enough for a finger. */
export function CheckField({ label, hint, isLabelHidden = false, isMixed = false, className, ...input }: Props) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={['check', className].filter(Boolean).join(' ')}>
      <input {...input} ref={box} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} />
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </label>
  );
}

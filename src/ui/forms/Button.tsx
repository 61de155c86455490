import type { ComponentProps, MouseEvent } from 'react';

type Props = ComponentProps<'button'> & {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Busy: it keeps the focus, shows the label, and ignores clicks. */
  isBusy?: boolean;
  busyLabel?: string;
};

export function Button({ variant = 'primary', isBusy = false, busyLabel, className, ...props }: Props) {
  const { children, onClick, ...others } = props;
  const isInactive = isBusy || others['aria-disabled'] === true;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isInactive) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...others}
      className={['button', `button-${variant}`, className].filter(Boolean).join(' ')}
      aria-disabled={isInactive || undefined}
      onClick={press}
    >
      {isBusy ? (busyLabel ?? children) : children}
    </button>
  );
}

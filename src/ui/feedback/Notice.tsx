import { type ReactNode, useEffect, useRef } from 'react';

/** Success notes are shown for this long (specification, section 9). */
const SHOWN_MS = 3000;

type Props = {
  tone: 'error' | 'success' | 'info';
  children: ReactNode;
  /** A note that goes by itself: called after 3 s. */
  onGone?: () => void;
};

/** A red box for what went wrong, read out at once; a quiet one for the rest. */
export function Notice({ tone, children, onGone }: Props) {
  const gone = useRef(onGone);
  gone.current = onGone;
  const goes = onGone !== undefined;
  useEffect(() => {
    if (!goes) return;
    const timer = setTimeout(() => gone.current?.(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [goes]);
  return (
    <div className={`notice form-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

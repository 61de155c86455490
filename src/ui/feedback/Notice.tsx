import { type ReactNode, useEffect, useRef } from 'react';

/** Success notes are shown for this long (specification, section 9). */
const SHOWN_MS = 3000;

type Props = {
  tone: 'error' | 'success' | 'info';
  /** What failed, above the reason; left out where the reason says the same. */
  title?: string | undefined;
  children: ReactNode;
  /** A note that goes by itself: called after 3 s. */
  onDismiss?: () => void;
};

/** A red box for errors, announced at once; a neutral one otherwise. */
export function Notice({ tone, title, children, onDismiss }: Props) {
  const onDismissRef = useRef(onDismiss);
  onDismissRef.current = onDismiss;
  const autoDismisses = onDismiss !== undefined;
  useEffect(() => {
    if (!autoDismisses) return;
    const timer = setTimeout(() => onDismissRef.current?.(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [autoDismisses]);
  return (
    <div
      className={`notice form-${tone}`}
      role={tone === 'error' ? 'alert' : 'status'}
      // A toast about something else must not cover the way out.
      data-toast-avoid={tone === 'error' ? '' : undefined}
    >
      {title && title !== children && <strong className="notice-title">{title}</strong>}
      {children}
    </div>
  );
}

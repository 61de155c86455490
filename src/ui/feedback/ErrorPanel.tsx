import type { ReactNode } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from './Notice.tsx';

type Props = { title?: string; message: ReactNode; onRetry: () => void };

/** Says that something did not load, and tries again. */
export function ErrorPanel({ title, message, onRetry }: Props) {
  return (
    <Notice tone="error">
      {title && <h2 className="error-title">{title}</h2>}
      <p>{message}</p>
      <Button variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  );
}

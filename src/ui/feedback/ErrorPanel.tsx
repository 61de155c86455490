import type { ReactNode } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from './Notice.tsx';

type Props = { title?: string; message: ReactNode; onRetry: () => void; /** Beside Retry. */ action?: ReactNode };

/** Says that something did not load, and tries again. */
export function ErrorPanel({ title, message, onRetry, action }: Props) {
  return (
    <Notice tone="error">
      {title && <h2 className="error-title">{title}</h2>}
      <p>{message}</p>
      <div className="form-actions">
        <Button variant="secondary" onClick={onRetry}>
          Retry
        </Button>
        {action}
      </div>
    </Notice>
  );
}

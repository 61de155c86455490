import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from './Notice.tsx';

type Props = { message: string; onRetry: () => void };

/** Says that something did not load, and tries again. */
export function ErrorPanel({ message, onRetry }: Props) {
  return (
    <Notice tone="error">
      <p>{message}</p>
      <Button variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  );
}

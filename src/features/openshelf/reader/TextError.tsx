import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';

type Props = { message: string; isBusy?: boolean; onRetry: () => void };

/** Why there is no text here, with another try. The links to the formats stay above it. */
export const TextError = ({ message, isBusy = false, onRetry }: Props) => (
  <div className="reader-error">
    <Notice tone="error">
      <h2 className="error-title">Couldn’t load the text</h2>
      <p>{message}</p>
      <div className="form-actions">
        <Button variant="secondary" isBusy={isBusy} busyLabel="Loading..." onClick={onRetry}>
          Retry
        </Button>
      </div>
    </Notice>
  </div>
);

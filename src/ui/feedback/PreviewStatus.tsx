import { Button } from '#src/ui/forms/Button.tsx';

type Props = { isRendered: boolean; error: string | null; isLoading: boolean; onRetry: () => void };

/** Below a preview: that it is being prepared, or why it couldn’t be. */
export const PreviewStatus = ({ isRendered, error, isLoading, onRetry }: Props) => (
  <p className="field-hint" role="status">
    {error === null && !isRendered && 'Preparing the preview...'}
    {error !== null && (
      <>
        Couldn’t make the preview. {error}{' '}
        <Button variant="secondary" className="button-small" isBusy={isLoading} onClick={onRetry}>
          Retry
        </Button>
      </>
    )}
  </p>
);

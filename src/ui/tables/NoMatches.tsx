import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

type Props = {
  title?: string;
  /** A description of the search and filters. */
  message: string;
  onClear: () => void;
};

/** Replaces a list without a match for its search and filters. */
export function NoMatches({ title = 'Nothing found', message, onClear }: Props) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      <p>{message}</p>
    </EmptyState>
  );
}

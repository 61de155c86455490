import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

type Props = {
  title?: string;
  /** What was searched for or filtered by, in words. */
  message: string;
  onClear: () => void;
};

/** In place of a list in which nothing matches its search and filters. */
export function NoMatches({ title = 'Nothing found', message, onClear }: Props) {
  return (
    <EmptyState
      title={title}
      icon="search"
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

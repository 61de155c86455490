import { formatCount } from '#api/domain/plurals.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import type { useImages } from './use-images.ts';

type Props = Pick<ReturnType<typeof useImages>, 'available' | 'waiting' | 'failed' | 'isLoading' | 'toggle'>;

/** Loads the images of the text, or hides them again; nothing for a text without any. */
export function ImagesButton({ available, waiting, failed, isLoading, toggle }: Props) {
  if (available.length === 0) return null;
  const retryLabel = failed.length > 0 ? `Retry ${formatCount(failed.length, 'image')}` : 'Hide images';
  const label = waiting.length > 0 ? `Show ${formatCount(waiting.length, 'image')}` : retryLabel;
  return (
    <Button
      variant="secondary"
      className="button-small reader-images"
      isBusy={isLoading}
      busyLabel="Loading images..."
      onClick={toggle}
    >
      {label}
    </Button>
  );
}

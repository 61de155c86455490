import { formatCount } from '#api/domain/plurals.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import type { useImages } from './use-images.ts';

type Props = Pick<ReturnType<typeof useImages>, 'states' | 'available' | 'show' | 'hide'>;

/** Loads the images of the text, or hides them again; nothing for a text without any. */
export function ImagesButton({ states, available, show, hide }: Props) {
  if (available.length === 0) return null;
  const waiting = available.filter((number) => !states.has(number));
  const failed = available.filter((number) => states.get(number)?.status === 'failed');
  const isLoading = available.some((number) => states.get(number)?.status === 'loading');
  const wanted = waiting.length > 0 ? waiting : failed;
  const verb = waiting.length > 0 ? 'Show' : 'Retry';
  const label = wanted.length === 0 ? 'Hide images' : `${verb} ${formatCount(wanted.length, 'image')}`;
  return (
    <Button
      variant="secondary"
      className="button-small reader-images"
      isBusy={isLoading}
      busyLabel="Loading images..."
      onClick={() => (wanted.length === 0 ? hide() : show(wanted))}
    >
      {label}
    </Button>
  );
}

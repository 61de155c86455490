import { useEffect, useRef } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';

export type Result = { message: string; skipped: { title: string; reason: string }[] };

/** What became of an act on several posts; stays until it is read, because it names what was left out and why. */
export function BulkResult({ result, onClose }: { result: Result; onClose: () => void }) {
  const { message, skipped } = result;
  const place = useRef<HTMLDivElement>(null);
  // The bar with the button that was pressed is gone, and the list may have been scrolled far down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every result is brought into sight
  useEffect(() => place.current?.focus(), [result]);
  return (
    <div ref={place} tabIndex={-1} className="bulk-result">
      <Notice tone={skipped.length > 0 ? 'info' : 'success'}>
        <p>{message}</p>
        {skipped.length > 0 && (
          <>
            <p>{skipped.length === 1 ? 'One was left as it is:' : `${skipped.length} were left as they are:`}</p>
            <ul className="named">
              {skipped.map(({ title, reason }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two posts may bear the same title
                <li key={at}>
                  <strong>{title}</strong>: {reason}
                </li>
              ))}
            </ul>
          </>
        )}
        <Button variant="secondary" className="button-small" onClick={onClose}>
          Close
        </Button>
      </Notice>
    </div>
  );
}

import type { Ref } from 'react';
import { pluralize } from '#api/domain/plurals.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';

export type BulkOutcome = { message: string; skipped: { title: string; reason: string }[] };

type Props = { result: BulkOutcome; onClose: () => void; focusRef: Ref<HTMLDivElement> };

/** What became of an act on several posts; stays until it is read, because it names what was left out and why. */
export function BulkResult({ result, onClose, focusRef }: Props) {
  const { message, skipped } = result;
  return (
    <div ref={focusRef} tabIndex={-1} className="bulk-result">
      <Notice tone={skipped.length > 0 ? 'info' : 'success'}>
        <p>{message}</p>
        {skipped.length > 0 && (
          <>
            <p>{pluralize(skipped.length, '1 post wasn’t changed:', `${skipped.length} posts weren’t changed:`)}</p>
            <ul className="named">
              {skipped.map(({ title, reason }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two posts may have the same title
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

import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import type { Skipped } from './use-pending-reviews.ts';

type Props = { skipped: readonly Skipped[]; onClose: () => void };

/** What a bulk action left as it was, and why. */
export function SkippedNotice({ skipped, onClose }: Props) {
  if (skipped.length === 0) return null;
  return (
    <Notice tone="info">
      <h2 className="error-title">
        {skipped.length === 1 ? '1 publication was skipped' : `${skipped.length} publications were skipped`}
      </h2>
      <ul className="skipped-list">
        {skipped.map(({ id, title, reason }) => (
          <li key={id}>
            <b>{title}</b> {reason}
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Notice>
  );
}

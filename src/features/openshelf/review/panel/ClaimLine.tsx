import { useEffect, useState } from 'react';
import { CLAIM_DURATION_MS } from '#api/domain/publication-states.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { useClaim } from '#src/features/openshelf/review/use-claim.ts';

const TICK_MS = 15_000;
const MAX_MINUTES = CLAIM_DURATION_MS / 60_000;

/** Who has reserved the publication, and the way to change that. */
export function ClaimLine({ claim, release, reserve, ignore }: ReturnType<typeof useClaim>) {
  switch (claim.kind) {
    case 'none':
      return null;
    case 'mine':
      return (
        <p className="claim-line">
          <Icon name="lock" size={14} />
          <TimeLeft until={claim.until} />
          <button type="button" className="link-button" onClick={release}>
            Release
          </button>
        </p>
      );
    case 'released':
      return (
        <p className="claim-line">
          Not reserved
          <button type="button" className="link-button" onClick={reserve}>
            Reserve
          </button>
        </p>
      );
    case 'other':
      return (
        <p className="claim-line is-others" role="status">
          <Icon name="lock" size={14} />
          {claim.name} is reviewing this
          {!claim.isIgnored && (
            <button type="button" className="link-button" onClick={ignore}>
              Review anyway
            </button>
          )}
        </p>
      );
  }
}

function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return `Reserved for you for ${Math.min(MAX_MINUTES, Math.max(1, Math.ceil((until - now) / 60_000)))} min`;
}

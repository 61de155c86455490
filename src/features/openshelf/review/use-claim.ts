import { useEffect, useRef, useState } from 'react';
import { CLAIM_DURATION_MS } from '#api/domain/publication-states.ts';
import { claimPublication, releaseClaim } from '#src/features/openshelf/openshelf-api.ts';

const RENEW_MS = 5 * 60 * 1000;

/** Who has reserved the open publication. `until`: by the clock of this browser (ms). */
export type ClaimState =
  | { kind: 'none' }
  | { kind: 'mine'; until: number }
  | { kind: 'other'; name: string; isIgnored: boolean }
  | { kind: 'released' };

/**
 * Reserves a publication while it is open and the page visible, and releases it when it is left; null reserves nothing.
 * It is a courtesy between reviewers: where it fails, the review works without it.
 */
export function useClaim(id: number | null) {
  const [claim, setClaim] = useState<ClaimState>({ kind: 'none' });
  const [attempt, setAttempt] = useState(0);
  const release = useRef<() => void>(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reserves it again
  useEffect(() => {
    setClaim({ kind: 'none' });
    if (id === null) return;
    const lease = createLease(id, setClaim);
    release.current = lease.stop;
    return lease.stop;
  }, [id, attempt]);
  return {
    claim,
    release() {
      release.current();
      setClaim({ kind: 'released' });
    },
    reserve: () => setAttempt((before) => before + 1),
    ignore: () => setClaim((before) => (before.kind === 'other' ? { ...before, isIgnored: true } : before)),
  };
}

function createLease(id: number, onChange: (change: (before: ClaimState) => ClaimState) => void) {
  const ended = new AbortController();
  let isMine = false;
  let requestedAt = 0;
  const release = () => {
    if (isMine) void releaseClaim(id).catch(() => undefined);
    isMine = false;
  };
  const request = async () => {
    requestedAt = Date.now();
    const until = requestedAt + CLAIM_DURATION_MS;
    const answer = await claimPublication(id).catch(() => null);
    if (!answer) return;
    isMine = answer.is_mine;
    // Left while the request was under way.
    if (ended.signal.aborted) return release();
    onChange((before) => {
      if (answer.is_mine) return { kind: 'mine', until };
      const isIgnored = before.kind === 'other' && before.isIgnored;
      return answer.claim ? { kind: 'other', name: answer.claim.name, isIgnored } : { kind: 'none' };
    });
  };
  const renew = () => {
    if (document.visibilityState === 'visible' && Date.now() - requestedAt >= RENEW_MS) void request();
  };
  const timer = setInterval(renew, RENEW_MS);
  document.addEventListener('visibilitychange', renew, { signal: ended.signal });
  window.addEventListener('pagehide', release, { signal: ended.signal });
  // The browser shows the page again as it was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && void request(), { signal: ended.signal });
  void request();
  return {
    release,
    stop() {
      ended.abort();
      clearInterval(timer);
      release();
    },
  };
}

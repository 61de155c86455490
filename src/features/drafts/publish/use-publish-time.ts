import { useState } from 'react';
import { region } from '#api/domain/region.ts';
import { hasPassed, suggestTimes } from './suggest-times.ts';

export type PublishTime = ReturnType<typeof usePublishTime>;

/** Now or later, as one chooses it in a dialog; `initialAt` (ISO 8601) is when it is scheduled for already. */
export function usePublishTime(initialAt: string | null = null) {
  const [at, setAt] = useState(initialAt);
  const [isScheduled, setScheduled] = useState(at !== null);
  const [picks] = useState(() => suggestTimes(Date.now(), region.timeZone));
  return {
    at,
    isScheduled,
    /** Times to choose with one press. */
    picks,
    /** It is to be scheduled, and there is no time for it, or one that has passed. */
    isMissing: isScheduled && (at === null || hasPassed(at, Date.now())),
    setAt,
    /** Later is the first suggested time, until another one is chosen. */
    choose(isLater: boolean) {
      setScheduled(isLater);
      if (isLater && at === null) setAt(picks[0]?.at ?? null);
    },
  };
}

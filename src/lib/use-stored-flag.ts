import { useState } from 'react';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

/** A setting of this browser that is on until it is turned off. */
export function useStoredFlag(key: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readStoredJson<boolean>('localStorage', key) !== false);
  const set = (next: boolean) => {
    setOn(next);
    storeJson('localStorage', key, next ? null : false);
  };
  return [isOn, set];
}

import { type FocusEvent, useState } from 'react';
import type { FaultsByPath } from './form-fields.ts';

/** A fault that appears while its field is typed in is shown when the field is left. `hold` goes on the element around the fields. */
export function useHeldFaults(faults: FaultsByPath) {
  const [typed, setTyped] = useState<string | null>(null);
  const shownFaults = typed === null ? faults : new Map([...faults].filter(([path]) => path !== typed));
  const hold = {
    onFocus: ({ target }: FocusEvent<Element>) => {
      const { name } = target as HTMLInputElement;
      setTyped(name && !faults.has(name) ? name : null);
    },
    onBlur: () => setTyped(null),
  };
  return { shownFaults, hold };
}

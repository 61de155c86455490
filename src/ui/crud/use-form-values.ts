import { useEffect, useState } from 'react';

type Values = Record<string, string | number | null>;

/** What a form holds. `onDirty` hears whether that is something else than it began with; after the form, that it is not. */
export function useTyped<Fields extends Values>(first: Fields, onDirty: (isDirty: boolean) => void) {
  const [begun, setBegun] = useState(first);
  const [typed, setTyped] = useState(first);
  const isDirty = Object.keys(typed).some((name) => typed[name] !== begun[name]);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  return {
    typed,
    isDirty,
    type: (change: Partial<Fields>) => setTyped({ ...typed, ...change }),
    beginWith(fields: Fields) {
      setBegun(fields);
      setTyped(fields);
    },
  };
}

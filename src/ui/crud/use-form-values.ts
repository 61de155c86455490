import { useEffect, useState } from 'react';

export type FormValues = Record<string, string | number | null>;

/** What a form holds. `onDirty` hears whether that is something else than it began with; after the form, that it is not. */
export function useFormValues<Fields extends FormValues>(first: Fields, onDirty: (isDirty: boolean) => void) {
  const [initial, setInitial] = useState(first);
  const [values, setCurrent] = useState(first);
  const isDirty = Object.keys(values).some((name) => values[name] !== initial[name]);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  return {
    values,
    isDirty,
    setValues: (change: Partial<Fields>) => setCurrent({ ...values, ...change }),
    reset(fields: Fields) {
      setInitial(fields);
      setCurrent(fields);
    },
  };
}

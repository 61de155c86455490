import { useEffect, useState } from 'react';

export type FormValues = Record<string, string | number | null>;

/** The values of a form. `onDirty` is called with whether they differ from the first ones, and with false on unmount. */
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

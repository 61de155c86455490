import { useContext, useLayoutEffect } from 'react';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';
import { DirtyContext } from './Modal.tsx';

/** What is typed in the dialog around isn't saved: closing it asks first, and so does leaving the page. */
export function useDirtyDialog(isDirty: boolean): void {
  const setDirty = useContext(DirtyContext);
  useUnsavedWarning(isDirty);
  useLayoutEffect(() => {
    setDirty(isDirty);
    return () => setDirty(false);
  }, [isDirty, setDirty]);
}

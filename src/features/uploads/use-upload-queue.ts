import { useCallback, useEffect, useRef, useState } from 'react';
import { formatError } from '#src/lib/api-client.ts';
import { uploadFile } from '#src/lib/upload-file.ts';

/** A file that is being uploaded; `progress` is the part that is sent, from 0 to 1. */
export type QueuedUpload = { id: number; file: File; progress: number; error: string | null; stop: AbortController };

/** Files that are being sent, one after the other, as the server takes them. `onUploaded` is called for each. */
export function useUploadQueue(onUploaded: (name: string) => void) {
  const [list, setList] = useState<QueuedUpload[]>([]);
  const next = useRef(1);
  const onUploadedRef = useRef(onUploaded);
  onUploadedRef.current = onUploaded;
  const change = useCallback((id: number, changed: Partial<QueuedUpload>) => {
    setList((before) => before.map((each) => (each.id === id ? { ...each, ...changed } : each)));
  }, []);
  const remove = useCallback((id: number) => {
    setList((before) => {
      before.find((each) => each.id === id)?.stop.abort();
      return before.filter((each) => each.id !== id);
    });
  }, []);

  const active = list.find((each) => each.error === null);
  const activeId = active?.id;
  const activeRef = useRef(active);
  activeRef.current = active;
  useEffect(() => {
    const sending = activeRef.current;
    if (!sending || sending.id !== activeId) return;
    const { id, file, stop } = sending;
    uploadFile(file, { signal: stop.signal, onProgress: (progress) => change(id, { progress }) }).then(
      () => {
        remove(id);
        onUploadedRef.current(file.name);
      },
      (cause: unknown) => !stop.signal.aborted && change(id, { error: formatError(cause) }),
    );
  }, [activeId, change, remove]);

  const add = useCallback((files: readonly File[]) => {
    setList((before) => [...before, ...files.map((file) => createQueuedUpload(next.current++, file))]);
  }, []);
  /** Sends it again, behind those that wait. */
  const retry = useCallback((id: number) => {
    setList((before) => {
      const failed = before.find((each) => each.id === id);
      return failed
        ? [...before.filter((each) => each.id !== id), createQueuedUpload(next.current++, failed.file)]
        : before;
    });
  }, []);
  return { list, add, retry, remove };
}

const createQueuedUpload = (id: number, file: File): QueuedUpload => ({
  id,
  file,
  progress: 0,
  error: null,
  stop: new AbortController(),
});

import { useEffect, useRef, useState } from 'react';
import { openEmptyDocument } from '#src/lib/inert-html.ts';

/** The attributes of a frame in which no script runs, and its document once it is there. */
export function usePreviewFrame() {
  const ref = useRef<HTMLIFrameElement>(null);
  const [target, setTarget] = useState<Document | null>(null);
  useEffect(() => {
    if (ref.current) openEmptyDocument(ref.current);
  }, []);
  const onLoad = () => setTarget(ref.current?.contentDocument ?? null);
  return { target, frame: { ref, sandbox: 'allow-same-origin', onLoad } };
}

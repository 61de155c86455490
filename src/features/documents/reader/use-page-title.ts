import { useEffect } from 'react';
import { getSiteFacts } from '#api/domain/site-facts.ts';

/** Names the tab and the entry in the browser's history after what is shown; null leaves them as they are. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) window.document.title = `${title} – ${getSiteFacts().company}`;
  }, [title]);
}

import { useRef } from 'react';
import { useQuery } from './use-query.ts';

/**
 * Code that a screen loads when it needs it; null loads nothing. When it fails again after `retry`, although the server responds, the page is loaded
 * again: a file that this one imports couldn't be fetched, and the browser won't try that. Drafts keep what was typed.
 */
export function useCode<Code>(load: (() => Promise<Code>) | null) {
  const failures = useRef(0);
  return useQuery(load && 'code', async () => {
    try {
      return await (load as () => Promise<Code>)();
    } catch (error) {
      failures.current += 1;
      const isServed = failures.current > 1 && (await fetch('/api/health').catch(() => null))?.ok;
      if (isServed) location.reload();
      throw error;
    }
  });
}

import { useRef, useState } from 'react';
import { useQuery } from './use-query.ts';

let keyCount = 0;

/** The imported code has no name, so each place that loads some has a key of its own. */
function createKey(): string {
  keyCount += 1;
  return `code ${keyCount}`;
}

/**
 * Code that a screen loads when it needs it; null loads nothing. When it fails again after `reload`, although the server responds, the page is loaded
 * again: a file that this one imports couldn't be fetched, and the browser won't try that. Drafts keep what was typed.
 */
export function useCode<Code>(load: (() => Promise<Code>) | null) {
  const failures = useRef(0);
  const [key] = useState(createKey);
  return useQuery(load && key, async () => {
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

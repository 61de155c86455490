let attempts = 0;

/**
 * Imports a module of its own file, also after that failed: until the page is left, a browser answers each further import of a file that it
 * couldn't fetch with the same failure, so the file is asked for under another address.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    // Safari doesn't name the file.
    const [url] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!url) throw error;
    attempts += 1;
    return import(/* @vite-ignore */ `${url}?attempt=${attempts}`) as Promise<Code>;
  }
}

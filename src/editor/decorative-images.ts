const KEY = 'decorative-images';
/** The key of earlier builds, read until the first image is marked under the new one. */
const OLD_KEY = 'decorative-pictures';
/** The oldest are forgotten, and asked about once more. */
const MAX_ENTRIES = 1_000;

// HTML says `alt=""` of decoration and of what was forgotten alike, and content may hold nothing more. So what a writer
// has said is remembered in this browser, for each picture; in another one the question comes once more.

/** Whether somebody said here that this picture is decoration. */
export const isMarkedDecorative = (src: string | null): boolean => src !== null && readMarked().includes(src);

/** Remembers, or forgets, that a picture is decoration. */
export function setDecorative(src: string, isDecorative: boolean): void {
  const others = readMarked().filter((each) => each !== src);
  try {
    localStorage.setItem(KEY, JSON.stringify((isDecorative ? [...others, src] : others).slice(-MAX_ENTRIES)));
  } catch {
    // A full or closed store: the question comes again.
  }
}

function readMarked(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? localStorage.getItem(OLD_KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

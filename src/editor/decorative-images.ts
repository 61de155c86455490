import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

const KEY = 'decorative-images';
/** The key of earlier builds, read until the first image is marked under the new one. */
const OLD_KEY = 'decorative-pictures';
/** The oldest are forgotten, and asked about once more. */
const MAX_ENTRIES = 1_000;

// In HTML `alt=""` means both 'decorative' and 'forgotten', and content has no other attribute for it. So the writer's
// answer is stored in this browser, by image; another browser asks again.

/** Whether this image was marked as decorative in this editor. */
export const isMarkedDecorative = (src: string | null): boolean => src !== null && readMarked().includes(src);

/** Remembers, or forgets, that a picture is decoration. */
export function setDecorative(src: string, isDecorative: boolean): void {
  const others = readMarked().filter((each) => each !== src);
  storeJson('localStorage', KEY, (isDecorative ? [...others, src] : others).slice(-MAX_ENTRIES));
}

function readMarked(): string[] {
  const stored = readStoredJson<unknown>('localStorage', KEY) ?? readStoredJson<unknown>('localStorage', OLD_KEY);
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
}

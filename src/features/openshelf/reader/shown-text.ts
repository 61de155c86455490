import { atom } from 'nanostores';

/** The publication whose text, or changes, can be read now, or the reason why not: what nobody could read is not decided on. */
export const $shownText = atom<number | null>(null);

import { atom } from 'nanostores';

/** The passages of the open text that the AI quotes: the panel of the decision links to them. */
export const $passages = atom<{ publicationId: number; count: number; show: (number: number) => void } | null>(null);

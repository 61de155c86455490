import { PluginKey } from '@milkdown/kit/prose/state';
import type { DecorationSet } from '@milkdown/kit/prose/view';
import type { LinkedImage } from './pasted-media.ts';

/** Images of other sites that were pasted: in the text they are links, until they are uploaded. */
export type ImageOffer = {
  links: DecorationSet;
  /** Where the notice about all of them stands. */
  position: number;
  /** How many are done of those that are being uploaded; null while none is. */
  progress: { done: number; count: number } | null;
  /** Why the others stay links. */
  failures: readonly string[];
};

export type ImageOfferChange =
  { add: readonly LinkedImage[] } | Partial<Pick<ImageOffer, 'progress' | 'failures'>> | 'close';

export const imageOfferKey = new PluginKey<ImageOffer | null>('offer for pasted images');

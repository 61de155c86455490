import { z } from 'zod';
import { multilineText } from '#api/http/text-fields.ts';

export const blacklistInput = z.strictObject({
  reason: multilineText('The reason', { min: 1, max: 1_000 }),
  /** When it ends by itself; without it the blacklist is for good. */
  blacklistedUntil: z.iso.datetime({ offset: true, error: 'The end must be a date and time.' }).nullish(),
});

import { z } from 'zod';
import { multilineField } from '#api/http/text-fields.ts';

export const blacklistUserRequest = z.strictObject({
  reason: multilineField('The reason', { min: 1, max: 1_000 }),
  /** When it ends by itself; without it the blacklist is for good. */
  blacklistedUntil: z.iso.datetime({ offset: true, error: 'The end must be a date and time.' }).nullish(),
});

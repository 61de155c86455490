import { z } from 'zod';
import { positiveIntegerField } from '#api/http/pagination.ts';

export const imageParams = z.object({ id: positiveIntegerField('id'), number: positiveIntegerField('number') });

/** An image of a text, encoded anew as WebP; null with an `error` that says why. */
export const publicationImageResponse = z.object({
  data: z.object({
    /** `data:image/webp;base64,` and the image. */
    data_url: z.string().nullable(),
    width: z.number().int(),
    height: z.number().int(),
    error: z.string().nullable(),
  }),
});
export type PublicationImageJson = z.infer<typeof publicationImageResponse>['data'];

import { z } from 'zod';
import { navigationFields } from '#api/domain/site-navigation.ts';
import { createFieldsSchema } from '#api/http/field-schemas.ts';

/** All menus, the footer and the social links. */
export const navigationSchema = createFieldsSchema(navigationFields);

export const navigationResponse = z.object({
  id: z.number().int(),
  revision: z.number().int(),
  updated_at: z.string(),
});
export type NavigationJson = z.infer<typeof navigationResponse>;

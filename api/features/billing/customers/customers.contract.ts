import { z } from 'zod';
import { otherEmailField } from '#api/http/email-field.ts';

export const findCustomerQuery = z.object({ email: otherEmailField });

export const customerResponse = z.object({
  user_id: z.number().int(),
  user_email: z.string(),
  /** Null for someone who has never bought anything. */
  customer_id: z.string().nullable(),
});

import { z } from 'zod';
import { emailField } from '#api/http/email-field.ts';

export const findCustomerQuery = z.object({ email: emailField });

export const customerResponse = z.object({
  user_id: z.number().int(),
  user_email: z.string(),
  /** Null for someone who has never bought anything. */
  customer_id: z.string().nullable(),
});

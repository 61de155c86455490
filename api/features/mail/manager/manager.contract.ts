import { z } from 'zod';
import { emailKinds } from '#api/domain/enums.ts';
import { emailStates } from '#api/domain/email-states.ts';
import { emailList, suppressedAddressList } from '#api/domain/mail-list.ts';
import { otherEmailField } from '#api/http/email-field.ts';
import { listQuery } from '#api/http/list-query.ts';
import { paginationSchema } from '#api/http/pagination.ts';

const count = z.number().int();

export const listOutboxQuery = listQuery(emailList);
export const listAddressesQuery = listQuery(suppressedAddressList);
export const addressRequest = z.strictObject({ email: otherEmailField });
export const addressParams = z.object({ email: otherEmailField });

const outboxEmailSchema = z.object({
  id: count,
  kind: z.enum(emailKinds),
  to_email: z.string(),
  /** Null when the email can't be put together. */
  subject: z.string().nullable(),
  status: z.enum(emailStates),
  attempts: count,
  /** Why it wasn't sent, as a sentence. */
  last_error: z.string().nullable(),
  /** Null for an email that is not sent any more. */
  next_attempt_at: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  expires_at: z.string(),
  is_address_suppressed: z.boolean(),
  can: z.object({ retry: z.boolean(), resend: z.boolean(), suppress: z.boolean() }),
});

export const outboxResponse = z.object({
  data: z.array(outboxEmailSchema),
  pagination: paginationSchema,
  /** How many there are in each state, whatever the filter. */
  counts: z.record(z.enum(emailStates), count),
  /** There is no mail server: nobody receives an email. */
  is_saved_to_files: z.boolean(),
});

/** Codes, and the private part of links, are masked: nobody can sign in with somebody else's email. */
export const outboxEmailResponse = outboxEmailSchema.extend({ text: z.string(), html: z.string() });

export const outboxActionResponse = z.object({ message: z.string() });

export const suppressedAddressesResponse = z.object({
  data: z.array(
    z.object({
      email: z.string(),
      created_at: z.string(),
      /** The admin's email; null when the account is gone. */
      suppressed_by: z.string().nullable(),
    }),
  ),
  pagination: paginationSchema,
});

export type OutboxEmailJson = z.infer<typeof outboxEmailSchema>;
export type OutboxEmailDetailJson = z.infer<typeof outboxEmailResponse>;
export type OutboxJson = z.infer<typeof outboxResponse>;
export type SuppressedAddressesJson = z.infer<typeof suppressedAddressesResponse>;

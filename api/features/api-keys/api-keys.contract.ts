import { z } from 'zod';
import { API_KEY_NAME_MAX, apiScopes } from '#api/domain/api-keys.ts';
import { singleLineField } from '#api/http/text-fields.ts';
import { userRefSchema } from '#db/queries/user-refs.ts';

const apiKeyResponse = z.object({
  id: z.number().int(),
  name: z.string(),
  /** How the key begins. */
  start: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Who made it; null for a deleted account. */
  user: userRefSchema,
  created_at: z.string(),
  /** To a minute; null while it was never used. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiKeyJson = z.infer<typeof apiKeyResponse>;

/** Revoked ones at the end. */
export const apiKeysResponse = z.object({ data: z.array(apiKeyResponse) });

export const apiKeyRequest = z.strictObject({
  name: singleLineField({ one: 'a name', the: 'the name' }, { min: 1, max: API_KEY_NAME_MAX }),
  scopes: z
    .array(z.enum(apiScopes), { error: 'Choose what the key may do.' })
    .min(1, { error: 'Choose what the key may do.' })
    .transform((scopes) => apiScopes.filter((scope) => scopes.includes(scope))),
});
export type ApiKeyRequest = z.output<typeof apiKeyRequest>;

/** Keys of a person whose right to have some is about to be taken. */
export const madeKeySchema = apiKeyResponse.pick({ id: true, name: true, scopes: true });
export type MadeKeyJson = z.infer<typeof madeKeySchema>;

/** `key` is in this answer only. */
export const newApiKeyResponse = z.object({ key: z.string(), data: apiKeyResponse });
export const revokedApiKeyResponse = z.object({ message: z.string(), data: apiKeyResponse });

import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { idParams } from '#api/http/pagination.ts';
import { apiKeyRequest, apiKeysResponse, newApiKeyResponse, revokedApiKeyResponse } from './api-keys.contract.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';

export function apiKeyRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'API keys (admin)', access: 'api.manage' })
    .get('/', { summary: 'List the API keys, revoked ones at the end', answer: apiKeysResponse }, async () => ({
      data: await listApiKeys(deps),
    }))
    .post(
      '/',
      {
        summary: 'Make an API key; only this answer shows it',
        body: apiKeyRequest,
        answer: newApiKeyResponse,
        status: 201,
      },
      ({ body, caller }) => createApiKey(deps, body, caller.user.id),
    )
    .delete(
      '/:id',
      {
        summary: 'Revoke an API key',
        params: idParams,
        answer: revokedApiKeyResponse,
        fails: ['not_found', 'conflict'],
      },
      async ({ params, caller }) => ({
        message: 'Key revoked',
        data: await revokeApiKey(deps, params.id, caller.user.id),
      }),
    )
    .build();
}

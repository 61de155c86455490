import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { documentRoute, validateRequest } from '#api/http/openapi.ts';
import { requirePermission } from '#api/middleware/access.ts';
import { customerResponse, findCustomerQuery } from './customers.contract.ts';
import { findCustomer } from './customers.service.ts';

export function billingCustomerRoutes(deps: Deps) {
  return new Hono().get(
    '/',
    requirePermission(deps, 'billing.read'),
    documentRoute({
      summary: 'Find a customer by email address',
      tag: 'Billing',
      ok: customerResponse,
      fails: ['unauthenticated', 'forbidden', 'not_found', 'validation_failed'],
    }),
    validateRequest('query', findCustomerQuery),
    async (context) => context.json(await findCustomer(deps, context.req.valid('query').email)),
  );
}

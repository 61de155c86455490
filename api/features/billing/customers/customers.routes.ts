import type { Deps } from '#api/deps.ts';
import { endpoints } from '#api/endpoints/endpoints.ts';
import { customerResponse, findCustomerQuery } from './customers.contract.ts';
import { findCustomer } from './customers.service.ts';

export function billingCustomerRoutes(deps: Deps) {
  return endpoints(deps, { tag: 'Billing', access: 'billing.read' })
    .get(
      '/',
      {
        summary: 'Find a customer by email address',
        query: findCustomerQuery,
        answer: customerResponse,
        fails: ['unauthenticated', 'forbidden', 'not_found', 'validation_failed'],
      },
      ({ query }) => findCustomer(deps, query.email),
    )
    .build();
}

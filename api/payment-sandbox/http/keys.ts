import { refuse } from './errors.ts';

/** What a restricted key may do, by resource: `read`, or `write`, which includes it. What it does not name it may not. */
export type KeyPermissions = Readonly<Record<string, 'read' | 'write'>>;

/** Resources that share the permission of another one, by the first part of their path. */
const SHARED: Readonly<Record<string, string>> = {
  checkout: 'checkout_session',
  subscription_schedules: 'subscription',
  invoice_payments: 'invoice',
  refunds: 'charge',
  billing_portal: 'customer_portal',
};

/** What a part of an answer is, by the last name of its `expand` path: to see it, a key needs to be able to read it. */
const EXPANDED: Readonly<Record<string, string>> = {
  balance_transaction: 'balance',
  coupon: 'coupon',
  customer: 'customer',
  default_payment_method: 'payment_method',
  payments: 'invoice',
  product: 'product',
  refunds: 'charge',
  schedule: 'subscription',
};

export type Keys = ReturnType<typeof createKeys>;

/** The keys of the account: one that may do everything, and restricted ones in memory. */
export function createKeys(apiKey: string) {
  const restricted = new Map<string, KeyPermissions>();
  return {
    restrict: (key: string, permissions: KeyPermissions): void => {
      restricted.set(key, permissions);
    },
    /** @throws StripeError 401 for an unknown key, 403 for one without the permission. */
    check: (key: string, { method, path }: { method: string; path: string }): void => {
      if (key !== apiKey && !restricted.has(key)) {
        throw refuse(`Invalid API Key provided: ${mask(key)}`, { status: 401 });
      }
      requirePermission(key, findResource(path), method === 'GET' ? 'read' : 'write');
    },
    /** For what a request expands. @throws StripeError 403. */
    checkExpand: (key: string, paths: readonly string[]): void => {
      for (const path of paths) {
        const resource = EXPANDED[path.split('.').at(-1) ?? ''];
        if (resource) requirePermission(key, resource, 'read');
      }
    },
  };

  function requirePermission(key: string, resource: string, needed: 'read' | 'write'): void {
    const allowed = restricted.get(key)?.[resource];
    if (key === apiKey || allowed === 'write' || allowed === needed) return;
    const message = `The provided key '${mask(key)}' does not have the required permissions for this endpoint. Having the 'rak_${resource}_${needed}' permission would allow this request to continue.`;
    throw refuse(message, { status: 403 });
  }
}

const mask = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(8)}`;

/** 'customer' of '/v1/customers/cus_1'. */
function findResource(path: string): string {
  const segment = path.split('/')[2] ?? '';
  return SHARED[segment] ?? segment.replace(/s$/, '');
}

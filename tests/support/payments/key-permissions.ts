import { keyPermissions } from '#api/adapters/stripe/key-permissions.ts';
import type { KeyPermissions } from '#api/payment-sandbox/http/keys.ts';

/** What a restricted key gets in the sandbox that has everything of the adapter's table but `lacking`. */
export const listKeyPermissions = (lacking?: { resource: string; access: 'read' | 'write' }): KeyPermissions => {
  const isGiven = ({ resource, access }: { resource: string; access: string }) =>
    lacking?.resource !== resource || (lacking.access === 'write' && access === 'read');
  const given = keyPermissions.filter(isGiven).map(({ resource, access }) => [resource, access] as const);
  const lowered =
    lacking?.access === 'write' && !given.some(([resource]) => resource === lacking.resource)
      ? [[lacking.resource, 'read'] as const]
      : [];
  // Of a resource with two rows the later one, which may write, counts.
  return Object.fromEntries([...given, ...lowered]);
};

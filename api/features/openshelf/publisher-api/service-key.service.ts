import { isHashEqual } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import {
  consumeRateLimits,
  createNetworkHits,
  rateLimitRules,
  requireRateLimits,
} from '#api/features/rate-limits/rate-limits.service.ts';

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'openshelf'>;

/**
 * Compares a key with that of the publishing service. @throws unavailable when this site has none, unauthenticated,
 * rate_limited for networks that sent too many wrong keys.
 */
export async function checkServiceKey(deps: KeyDeps, key: string | null, networks: readonly string[]): Promise<void> {
  const { secrets, openshelf } = deps;
  if (openshelf.serviceKey === null) {
    throw new AppError('unavailable', 'This site doesn’t accept publications: it has no OPENSHELF_SERVICE_KEY.');
  }
  if (key === null) throw new AppError('unauthenticated', 'Send the service key as ‘Authorization: Bearer’.');
  const hits = createNetworkHits(rateLimitRules.serviceKeyNetwork, networks);
  await requireRateLimits(deps, hits);
  // Hashes have the same length, so that the time of comparing them says nothing about the key.
  if (isHashEqual(secrets.sign('service-key', key), secrets.sign('service-key', openshelf.serviceKey))) return;
  await consumeRateLimits(deps, hits);
  throw new AppError('unauthenticated', 'This isn’t the service key of this site.');
}

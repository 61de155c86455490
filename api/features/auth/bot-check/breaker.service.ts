import type { Deps } from '#api/deps.ts';
import type { KnownBrowser } from '#api/features/auth/known-browsers/known-browsers.service.ts';
import { type RateLimitHit, rateLimitRules } from '#api/features/rate-limits/rate-limits.service.ts';

const HOUR_MS = 60 * 60_000;

/**
 * The circuit breaker of the whole site: a soft limit beyond which a form needs a proof of work. A browser that signed in
 * before has a limit of its own, so a flood by others does not affect it.
 */
export function createBreakerHit(
  { accounts }: Pick<Deps, 'accounts'>,
  action: 'start' | 'join',
  browser: KnownBrowser | null,
): RateLimitHit {
  if (browser && browser.accounts.length > 0) {
    return { rule: rateLimitRules.returningBrowser, subject: `${action} ${browser.id}`, isSoft: true };
  }
  const { startsPerHour, joinsPerHour } = accounts.breaker;
  const limit = action === 'start' ? startsPerHour : joinsPerHour;
  return { rule: { name: `${action}-all`, limit, windowMs: HOUR_MS }, subject: 'all', isSoft: true };
}

import { inArray, sql } from 'drizzle-orm';
import { rateLimits } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { computeBackoffMs, withoutJitter } from '#api/domain/backoff.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { AppError } from '#api/http/errors.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type RateLimitRule = { name: string; limit: number; windowMs: number };
/**
 * What counts against a rule: an address, a network, a browser, or everything ('all'). A soft limit does not refuse what
 * exceeds it, but asks for a proof of work.
 */
export type RateLimitHit = { rule: RateLimitRule; subject: string; isSoft?: boolean };

type LimitDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** How often a thing may happen (SECURITY.md T1, T3, T16). Known browsers have budgets of their own (T2). */
export const rateLimitRules = {
  startCooldown: { name: 'start-soon', limit: 1, windowMs: 30_000 },
  startHour: { name: 'start-hour', limit: 5, windowMs: HOUR_MS },
  startDay: { name: 'start-day', limit: 10, windowMs: DAY_MS },
  /** A school signs up behind one address: 40 people and their second codes. */
  startNetwork: { name: 'start-network', limit: 60, windowMs: HOUR_MS },
  /** Soft. Without a form token: clients that are no page of ours. */
  startUnverifiedNetwork: { name: 'start-bare-network', limit: 10, windowMs: HOUR_MS },
  wrongCodes: { name: 'wrong-codes', limit: 30, windowMs: DAY_MS },
  joinNetwork: { name: 'join-network-most', limit: 60, windowMs: HOUR_MS },
  /** Soft, with and without a form token. */
  joinFormNetwork: { name: 'join-network', limit: 10, windowMs: HOUR_MS },
  joinUnverifiedNetwork: { name: 'join-bare-network', limit: 5, windowMs: HOUR_MS },
  /** Soft. A browser that signed in before passes the breaker so often. */
  returningBrowser: { name: 'returning-browser', limit: 20, windowMs: HOUR_MS },
  /** A proof of work is used once. The window is longer than a proof is valid. */
  proofUse: { name: 'proof-use', limit: 1, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimitRule>;

/** How many times the limit of a /64 applies to its /56 and its /48. An IPv4 address counts like a /64. */
const NETWORK_GROWTH = [1, 2, 4] as const;

/** Wrong codes that a /64 or an IPv4 address may send before it must wait. */
const ATTEMPTS_BEFORE_LOCKOUT = 9;
const LOCKOUT_BASE_MS = 10 * MINUTE_MS;
const LOCKOUT_MAX_MS = 12 * HOUR_MS;

/** One charge for each network of `listNetworks`, larger networks with larger limits. */
export function networkCharges(
  rule: RateLimitRule,
  networks: readonly string[],
  options: { isSoft?: boolean } = {},
): RateLimitHit[] {
  return networks.map((subject, size) => ({
    rule: { ...rule, limit: rule.limit * getNetworkGrowth(size) },
    subject,
    ...options,
  }));
}

/**
 * Counts one more of each and answers true. Answers false when a soft limit is exceeded and `proof`, the use of a valid
 * proof of work, is missing or was used before. What does not pass is not counted, unless it comes at the same instant
 * as what does.
 * @throws rate_limited with the time to wait.
 */
export async function consumeRateLimits(
  deps: LimitDeps,
  charges: readonly RateLimitHit[],
  proof: RateLimitHit | null = null,
): Promise<boolean> {
  const now = deps.clock.now();
  const byKey = mapByKey(deps, proof ? [...charges, proof] : charges);
  if (!passes(await findExceeded(deps, byKey, now), proof)) return false;
  const [result] = await write(deps.db, [incrementStatement(deps, byKey, now)]);
  // The order of returned rows is not defined: they are found by their key.
  const exceeded = (result?.rows ?? []).flatMap((row): Exceeded[] => {
    const charge = byKey.get(String(row[0]));
    return charge && Number(row[1]) > charge.rule.limit ? [{ charge, waitMs: Number(row[2]) - now }] : [];
  });
  return passes(exceeded, proof);
}

/** @throws rate_limited when a limit is reached; counts nothing. */
export async function requireRateLimits(deps: LimitDeps, charges: readonly RateLimitHit[]): Promise<void> {
  refuse(await findExceeded(deps, mapByKey(deps, charges), deps.clock.now()));
}

/** A key is an HMAC: each is computed once for a request. */
type HitsByKey = ReadonlyMap<string, RateLimitHit>;

const mapByKey = (deps: LimitDeps, charges: readonly RateLimitHit[]): HitsByKey =>
  new Map(charges.map((one) => [toRateLimitKey(deps, one), one]));

type Exceeded = { charge: RateLimitHit; waitMs: number };

function passes(exceeded: readonly Exceeded[], proof: RateLimitHit | null): boolean {
  const others = exceeded.filter((one) => one.charge !== proof);
  refuse(others.filter((one) => !one.charge.isSoft));
  return others.length === 0 || (proof !== null && others.length === exceeded.length);
}

function refuse(exceeded: readonly Exceeded[]): void {
  if (exceeded.length > 0) throw rateLimitedError(Math.max(...exceeded.map((one) => one.waitMs)));
}

/** Those whose limit is reached already. */
async function findExceeded(deps: LimitDeps, byKey: HitsByKey, now: number): Promise<Exceeded[]> {
  const rows = await deps.db.orm
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...byKey.keys()]));
  return rows.flatMap(({ key, count, resetsAt }) => {
    const one = byKey.get(key);
    return one && resetsAt > now && count >= one.rule.limit ? [{ charge: one, waitMs: resetsAt - now }] : [];
  });
}

/** The statement that counts one more of each; its rows are `key, count, resets_at`, in no order. */
export const incrementRateLimitStatement = (deps: LimitDeps, charges: readonly RateLimitHit[], now: number) =>
  incrementStatement(deps, mapByKey(deps, charges), now);

function incrementStatement(deps: LimitDeps, byKey: HitsByKey, now: number) {
  const isWindowExpired = sql`${rateLimits.resetsAt} <= ${now}`;
  return deps.db.orm
    .insert(rateLimits)
    .values([...byKey].map(([key, { rule }]) => ({ key, count: 1, resetsAt: now + rule.windowMs })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`CASE WHEN ${isWindowExpired} THEN 1 ELSE ${rateLimits.count} + 1 END`,
        resetsAt: sql`CASE WHEN ${isWindowExpired} THEN excluded.resets_at ELSE ${rateLimits.resetsAt} END`,
      },
    })
    .returning({ key: rateLimits.key, count: rateLimits.count, resetsAt: rateLimits.resetsAt });
}

/**
 * What a network has to wait after `wrong` wrong codes within a day: nothing, then 10 minutes, doubling up to 12 hours.
 * `size` is its place in `listNetworks`.
 */
export function computeLockoutMs(wrong: number, size = 0): number {
  const free = ATTEMPTS_BEFORE_LOCKOUT * getNetworkGrowth(size);
  if (wrong <= free) return 0;
  return computeBackoffMs(wrong - free, { baseMs: LOCKOUT_BASE_MS, maxMs: LOCKOUT_MAX_MS, random: withoutJitter });
}

const getNetworkGrowth = (size: number) => NETWORK_GROWTH[size] ?? 1;

export const networkAttemptsRule: RateLimitRule = { name: 'guesses', limit: Number.MAX_SAFE_INTEGER, windowMs: DAY_MS };
/** A row of this rule means: wait until it resets. */
export const networkLockoutRule: RateLimitRule = { name: 'guess-wait', limit: 1, windowMs: LOCKOUT_MAX_MS };

/** The statement that lets a network wait. */
export function lockNetworkStatement(deps: LimitDeps, subject: string, lockedUntil: number) {
  const key = toRateLimitKey(deps, { rule: networkLockoutRule, subject });
  return deps.db.orm
    .insert(rateLimits)
    .values({ key, count: 1, resetsAt: lockedUntil })
    .onConflictDoUpdate({ target: rateLimits.key, set: { count: 1, resetsAt: lockedUntil } });
}

/** Addresses and networks are personal: a counter holds only a keyed hash of them. */
const toRateLimitKey = ({ secrets }: LimitDeps, { rule, subject }: RateLimitHit) =>
  `${rule.name}:${secrets.sign('limit', rule.name, subject)}`;

function rateLimitedError(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', `Too many attempts. Try again in ${formatWait(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

function formatWait(seconds: number): string {
  if (seconds < 90) return `${seconds} ${pluralize(seconds, 'second')}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

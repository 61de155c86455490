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
 * One use of a rule by an address, a network, a browser, or everybody ('all'). Beyond a soft limit a proof of work is
 * required instead of a rejection.
 */
export type RateLimitHit = { rule: RateLimitRule; subject: string; isSoft?: boolean };

type LimitDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** How often an action is allowed (SECURITY.md T1, T3, T16). Known browsers have limits of their own (T2). */
export const rateLimitRules = {
  startCooldown: { name: 'start-cooldown', limit: 1, windowMs: 30_000 },
  startHour: { name: 'start-hour', limit: 5, windowMs: HOUR_MS },
  startDay: { name: 'start-day', limit: 10, windowMs: DAY_MS },
  /** Enough for a school behind one address: 40 users and their second codes. */
  startNetwork: { name: 'start-network', limit: 60, windowMs: HOUR_MS },
  /** Soft. Without a form token: clients that are no page of ours. */
  startUnverifiedNetwork: { name: 'start-unverified-network', limit: 10, windowMs: HOUR_MS },
  wrongCodes: { name: 'wrong-codes', limit: 30, windowMs: DAY_MS },
  joinNetwork: { name: 'join-network', limit: 60, windowMs: HOUR_MS },
  /** Soft, with and without a form token. */
  joinFormNetwork: { name: 'join-form-network', limit: 10, windowMs: HOUR_MS },
  joinUnverifiedNetwork: { name: 'join-unverified-network', limit: 5, windowMs: HOUR_MS },
  /** Invitation links that are opened. */
  invitationNetwork: { name: 'invitation-network', limit: 60, windowMs: HOUR_MS },
  /** Soft. Instead of the breaker, for a browser that signed in before. */
  returningBrowser: { name: 'returning-browser', limit: 20, windowMs: HOUR_MS },
  /** Wrong service keys of OpenShelf. */
  serviceKeyNetwork: { name: 'service-key-network', limit: 60, windowMs: HOUR_MS },
  /** Waiting in place of a proof of work: one wait lets one attempt pass, however many challenges were fetched before it. */
  proofWaitNetwork: { name: 'proof-wait-network', limit: 1, windowMs: 30_000 },
  /** A proof of work is used once. The window is longer than a proof is valid. */
  proofUse: { name: 'proof-use', limit: 1, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimitRule>;

/** How many times the limit of a /64 applies to its /56 and its /48. An IPv4 address counts like a /64. */
const NETWORK_GROWTH = [1, 2, 4] as const;

/** Wrong codes that a /64 or an IPv4 address may send before it must wait. */
const ATTEMPTS_BEFORE_LOCKOUT = 9;
const LOCKOUT_BASE_MS = 10 * MINUTE_MS;
const LOCKOUT_MAX_MS = 12 * HOUR_MS;

/** One hit for each network of `listNetworks`, larger networks with larger limits. */
export function createNetworkHits(
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
 * Counts each hit and returns true. Returns false when a soft limit is exceeded and `proof`, what the use of a valid proof
 * of work counts as, is missing or used up. A rejected request is not counted, unless it arrives together with an allowed one.
 * @throws rate_limited with the time to wait.
 */
export async function consumeRateLimits(
  deps: LimitDeps,
  hits: readonly RateLimitHit[],
  proof: readonly RateLimitHit[] = [],
): Promise<boolean> {
  const now = deps.clock.now();
  const byKey = mapByKey(deps, [...hits, ...proof]);
  if (byKey.size === 0) return true;
  if (!isAllowed(await findExceeded(deps, byKey, now), proof)) return false;
  const [result] = await write(deps.db, [incrementStatement(deps, byKey, now)]);
  // The order of returned rows is not defined: they are found by their key.
  const exceeded = (result?.rows ?? []).flatMap((row): Exceeded[] => {
    const hit = byKey.get(String(row[0]));
    return hit && Number(row[1]) > hit.rule.limit ? [{ hit, waitMs: Number(row[2]) - now }] : [];
  });
  return isAllowed(exceeded, proof);
}

/** @throws rate_limited when a limit is reached; counts nothing. */
export async function requireRateLimits(deps: LimitDeps, hits: readonly RateLimitHit[]): Promise<void> {
  requireNoneExceeded(await findExceeded(deps, mapByKey(deps, hits), deps.clock.now()));
}

/** A key is an HMAC: each is computed once for a request. */
type HitsByKey = ReadonlyMap<string, RateLimitHit>;

const mapByKey = (deps: LimitDeps, hits: readonly RateLimitHit[]): HitsByKey =>
  new Map(hits.map((hit) => [toRateLimitKey(deps, hit), hit]));

type Exceeded = { hit: RateLimitHit; waitMs: number };

function isAllowed(exceeded: readonly Exceeded[], proof: readonly RateLimitHit[]): boolean {
  const others = exceeded.filter(({ hit }) => !proof.includes(hit));
  requireNoneExceeded(others.filter(({ hit }) => !hit.isSoft));
  return others.length === 0 || (proof.length > 0 && others.length === exceeded.length);
}

function requireNoneExceeded(exceeded: readonly Exceeded[]): void {
  if (exceeded.length > 0) throw rateLimitedError(Math.max(...exceeded.map(({ waitMs }) => waitMs)));
}

/** The hits whose limit is reached already. */
async function findExceeded(deps: LimitDeps, byKey: HitsByKey, now: number): Promise<Exceeded[]> {
  const rows = await deps.db.orm
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...byKey.keys()]));
  return rows.flatMap(({ key, count, resetsAt }) => {
    const hit = byKey.get(key);
    return hit && resetsAt > now && count >= hit.rule.limit ? [{ hit, waitMs: resetsAt - now }] : [];
  });
}

/** The statement that counts each hit; its rows are `key, count, resets_at`, in no order. */
export const incrementRateLimitStatement = (deps: LimitDeps, hits: readonly RateLimitHit[], now: number) =>
  incrementStatement(deps, mapByKey(deps, hits), now);

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
 * How long a network is locked out after so many wrong codes within a day: not at all, then 10 minutes, doubling up to
 * 12 hours. `size` is its index in `listNetworks`.
 */
export function computeLockoutMs(wrongCodeCount: number, size = 0): number {
  const excess = wrongCodeCount - ATTEMPTS_BEFORE_LOCKOUT * getNetworkGrowth(size);
  if (excess <= 0) return 0;
  return computeBackoffMs(excess, { baseMs: LOCKOUT_BASE_MS, maxMs: LOCKOUT_MAX_MS, random: withoutJitter });
}

const getNetworkGrowth = (size: number) => NETWORK_GROWTH[size] ?? 1;

export const networkAttemptsRule: RateLimitRule = {
  name: 'network-attempts',
  limit: Number.MAX_SAFE_INTEGER,
  windowMs: DAY_MS,
};
/** A row of this rule is a lockout until it resets. */
export const networkLockoutRule: RateLimitRule = { name: 'network-lockout', limit: 1, windowMs: LOCKOUT_MAX_MS };

/** The statement that locks a network out until then (UTC ms). */
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

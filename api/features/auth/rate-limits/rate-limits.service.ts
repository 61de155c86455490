import { inArray, sql } from 'drizzle-orm';
import { rateLimits } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type LimitRule = { name: string; limit: number; windowMs: number };
/**
 * What counts against a rule: an address, a network, a browser, or everything ('all'). A soft limit does not refuse what
 * exceeds it, but asks for a proof of work.
 */
export type Charge = { rule: LimitRule; subject: string; isSoft?: boolean };

type LimitDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** How often a thing may happen (SECURITY.md T1, T3, T16). Known browsers have budgets of their own (T2). */
export const limitRules = {
  startSoon: { name: 'start-soon', limit: 1, windowMs: 30_000 },
  startHour: { name: 'start-hour', limit: 5, windowMs: HOUR_MS },
  startDay: { name: 'start-day', limit: 10, windowMs: DAY_MS },
  /** A school signs up behind one address: 40 people and their second codes. */
  startNetwork: { name: 'start-network', limit: 60, windowMs: HOUR_MS },
  /** Soft. Without a form token: clients that are no page of ours. */
  startBareNetwork: { name: 'start-bare-network', limit: 10, windowMs: HOUR_MS },
  wrongCodes: { name: 'wrong-codes', limit: 30, windowMs: DAY_MS },
  joinNetwork: { name: 'join-network-most', limit: 60, windowMs: HOUR_MS },
  /** Soft, with and without a form token. */
  joinFormNetwork: { name: 'join-network', limit: 10, windowMs: HOUR_MS },
  joinBareNetwork: { name: 'join-bare-network', limit: 5, windowMs: HOUR_MS },
  /** Soft. A browser that signed in before passes the breaker so often. */
  returningBrowser: { name: 'returning-browser', limit: 20, windowMs: HOUR_MS },
  /** A proof of work is used once. The window is longer than a proof is valid. */
  proofUse: { name: 'proof-use', limit: 1, windowMs: HOUR_MS },
} as const satisfies Record<string, LimitRule>;

/** How many times the limit of a /64 applies to its /56 and its /48. An IPv4 address counts like a /64. */
const NETWORK_GROWTH = [1, 2, 4] as const;

/** Wrong codes that a /64 or an IPv4 address may send before it must wait. */
const FREE_GUESSES = 9;
const FIRST_WAIT_MS = 10 * MINUTE_MS;
const LONGEST_WAIT_MS = 12 * HOUR_MS;

/** One charge for each network of `listNetworks`, larger networks with larger limits. */
export function networkCharges(
  rule: LimitRule,
  networks: readonly string[],
  options: { isSoft?: boolean } = {},
): Charge[] {
  return networks.map((subject, size) => ({
    rule: { ...rule, limit: rule.limit * growthOf(size) },
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
export async function charge(
  deps: LimitDeps,
  charges: readonly Charge[],
  proof: Charge | null = null,
): Promise<boolean> {
  const now = deps.clock.now();
  const all = proof ? [...charges, proof] : charges;
  if (!passes(await findExceeded(deps, all, now), proof)) return false;
  const [result] = await write(deps.db, [countUp(deps, all, now)]);
  // The order of returned rows is not defined: they are found by their key.
  const byKey = new Map(
    result?.rows.map((row) => [String(row[0]), { count: Number(row[1]), resetsAt: Number(row[2]) }]),
  );
  const exceeded = all.flatMap((one): Exceeded[] => {
    const { count = 0, resetsAt = now } = byKey.get(keyOf(deps, one)) ?? {};
    return count > one.rule.limit ? [{ charge: one, waitMs: resetsAt - now }] : [];
  });
  return passes(exceeded, proof);
}

/** @throws rate_limited when a limit is reached; counts nothing. */
export async function requireLeft(deps: LimitDeps, charges: readonly Charge[]): Promise<void> {
  refuse(await findExceeded(deps, charges, deps.clock.now()));
}

type Exceeded = { charge: Charge; waitMs: number };

function passes(exceeded: readonly Exceeded[], proof: Charge | null): boolean {
  const others = exceeded.filter((one) => one.charge !== proof);
  refuse(others.filter((one) => !one.charge.isSoft));
  return others.length === 0 || (proof !== null && others.length === exceeded.length);
}

function refuse(exceeded: readonly Exceeded[]): void {
  if (exceeded.length > 0) throw tooMany(Math.max(...exceeded.map((one) => one.waitMs)));
}

/** Those whose limit is reached already. */
async function findExceeded(deps: LimitDeps, charges: readonly Charge[], now: number): Promise<Exceeded[]> {
  const byKey = new Map(charges.map((one) => [keyOf(deps, one), one]));
  const rows = await deps.db.query
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...byKey.keys()]));
  return rows.flatMap(({ key, count, resetsAt }) => {
    const one = byKey.get(key);
    return one && resetsAt > now && count >= one.rule.limit ? [{ charge: one, waitMs: resetsAt - now }] : [];
  });
}

/** The statement that counts one more of each; its rows are `key, count, resets_at`, in no order. */
export function countUp(deps: LimitDeps, charges: readonly Charge[], now: number) {
  const isOver = sql`${rateLimits.resetsAt} <= ${now}`;
  return deps.db.query
    .insert(rateLimits)
    .values(charges.map((one) => ({ key: keyOf(deps, one), count: 1, resetsAt: now + one.rule.windowMs })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rateLimits.count} + 1 END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN excluded.resets_at ELSE ${rateLimits.resetsAt} END`,
      },
    })
    .returning({ key: rateLimits.key, count: rateLimits.count, resetsAt: rateLimits.resetsAt });
}

/**
 * What a network has to wait after `wrong` wrong codes within a day: nothing, then 10 minutes, doubling up to 12 hours.
 * `size` is its place in `listNetworks`.
 */
export function waitAfter(wrong: number, size = 0): number {
  const free = FREE_GUESSES * growthOf(size);
  if (wrong <= free) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (wrong - free - 1), LONGEST_WAIT_MS);
}

const growthOf = (size: number) => NETWORK_GROWTH[size] ?? 1;

export const networkGuesses: LimitRule = { name: 'guesses', limit: Number.MAX_SAFE_INTEGER, windowMs: DAY_MS };
/** A row of this rule means: wait until it resets. */
export const networkWait: LimitRule = { name: 'guess-wait', limit: 1, windowMs: LONGEST_WAIT_MS };

/** The statement that lets a network wait. */
export function letWait(deps: LimitDeps, subject: string, until: number) {
  const key = keyOf(deps, { rule: networkWait, subject });
  return deps.db.query
    .insert(rateLimits)
    .values({ key, count: 1, resetsAt: until })
    .onConflictDoUpdate({ target: rateLimits.key, set: { count: 1, resetsAt: until } });
}

/** Addresses and networks are personal: a counter holds only a keyed hash of them. */
const keyOf = ({ secrets }: LimitDeps, { rule, subject }: Charge) =>
  `${rule.name}:${secrets.sign('limit', rule.name, subject)}`;

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', `Too many attempts. Try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

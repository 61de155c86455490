import { inArray, sql } from 'drizzle-orm';
import { rateLimits } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type LimitRule = { name: string; limit: number; windowMs: number };
/** What counts against a rule: an address, a network, a browser, or everything ('all'). */
export type Charge = { rule: LimitRule; subject: string };

type LimitDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** How often a thing may happen (SECURITY.md T1, T3, T16). Known browsers have budgets of their own (T2). */
export const limitRules = {
  startSoon: { name: 'start-soon', limit: 1, windowMs: 30_000 },
  startHour: { name: 'start-hour', limit: 5, windowMs: HOUR_MS },
  startDay: { name: 'start-day', limit: 10, windowMs: DAY_MS },
  startNetwork: { name: 'start-network', limit: 20, windowMs: HOUR_MS },
  /** Without a form token: clients that are no page of ours. */
  startBareNetwork: { name: 'start-bare-network', limit: 10, windowMs: HOUR_MS },
  startAll: { name: 'start-all', limit: 300, windowMs: HOUR_MS },
  wrongCodes: { name: 'wrong-codes', limit: 30, windowMs: DAY_MS },
  joinNetwork: { name: 'join-network', limit: 10, windowMs: HOUR_MS },
  joinBareNetwork: { name: 'join-bare-network', limit: 5, windowMs: HOUR_MS },
} as const satisfies Record<string, LimitRule>;

/** Wrong codes that a network may send before it must wait. */
const FREE_GUESSES = 9;
const FIRST_WAIT_MS = 10 * MINUTE_MS;
const LONGEST_WAIT_MS = 12 * HOUR_MS;

/**
 * Counts one more of each and lets it pass, or not. What is refused is not counted, unless it comes at the same
 * instant as what is not.
 * @throws rate_limited with the time to wait.
 */
export async function charge(deps: LimitDeps, charges: readonly Charge[]): Promise<void> {
  await requireLeft(deps, charges);
  const now = deps.clock.now();
  const results = await write(
    deps.db,
    charges.map((one) => countUp(deps, one, now)),
  );
  const waits = charges.flatMap(({ rule }, at) => {
    const [count, resetsAt] = [Number(results[at]?.rows[0]?.[0]), Number(results[at]?.rows[0]?.[1])];
    return count > rule.limit ? [resetsAt - now] : [];
  });
  if (waits.length > 0) throw tooMany(Math.max(...waits));
}

/** @throws rate_limited when a budget is spent; counts nothing. */
export async function requireLeft(deps: LimitDeps, charges: readonly Charge[]): Promise<void> {
  const now = deps.clock.now();
  const limits = new Map(charges.map((one) => [keyOf(deps, one), one.rule.limit]));
  const rows = await deps.db.query
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...limits.keys()]));
  const waits = rows
    .filter((row) => row.resetsAt > now && row.count >= (limits.get(row.key) ?? 0))
    .map((row) => row.resetsAt - now);
  if (waits.length > 0) throw tooMany(Math.max(...waits));
}

/** The statement that counts one more; its row is `count, resets_at`. */
export function countUp(deps: LimitDeps, one: Charge, now: number) {
  const isOver = sql`${rateLimits.resetsAt} <= ${now}`;
  return deps.db.query
    .insert(rateLimits)
    .values({ key: keyOf(deps, one), count: 1, resetsAt: now + one.rule.windowMs })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${rateLimits.count} + 1 END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN excluded.resets_at ELSE ${rateLimits.resetsAt} END`,
      },
    })
    .returning({ count: rateLimits.count, resetsAt: rateLimits.resetsAt });
}

/** What a network has to wait after `wrong` wrong codes within a day: nothing, then 10 minutes, doubling up to 12 hours. */
export function waitAfter(wrong: number): number {
  if (wrong <= FREE_GUESSES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (wrong - FREE_GUESSES - 1), LONGEST_WAIT_MS);
}

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
  return new AppError('rate_limited', `That was often enough for now. Please try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

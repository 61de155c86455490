import { randomInt } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { signInChallenges } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { isSameHash, randomId, randomToken } from '../../adapters/secrets.ts';
import type { Deps } from '../../deps.ts';
import { CODE_DIGITS } from './auth.contract.ts';

/** How long a code is valid, milliseconds. */
export const CODE_LIFE_MS = 10 * 60 * 1000;
/** Guesses at one code: from the browser that asked for it, and as many from elsewhere. */
const TRIES = 5;
/** Codes of one address that may be valid at a time, each for another browser. */
const LIVE_MAX = 3;

/** What a sign-in needs of the challenge that was met. */
export type Challenge = Pick<typeof signInChallenges.$inferSelect, 'id' | 'email' | 'firstName' | 'lastName'>;
type ChallengeDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** Six digits, each code as likely as any other; zeros in front belong to it. */
export const drawCode = () =>
  randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');

/** A new challenge with its secrets, and the statements that put it in the place of older ones. */
export function newChallenge(
  { db, clock, secrets }: ChallengeDeps,
  person: { email: string; firstName: string | null; lastName: string | null; browserHash: string },
) {
  const now = clock.now();
  const { email, browserHash } = person;
  const [id, code, linkToken] = [randomId(), drawCode(), randomToken()];
  const live = and(eq(signInChallenges.email, email), isNull(signInChallenges.endedAt));
  const newestIds = db.query
    .select({ id: signInChallenges.id })
    .from(signInChallenges)
    .where(live)
    .orderBy(desc(signInChallenges.createdAt), desc(sql`rowid`))
    .limit(LIVE_MAX - 1);
  const statements = [
    db.query
      .update(signInChallenges)
      .set({ endedAt: now })
      .where(and(live, eq(signInChallenges.browserHash, browserHash))),
    db.query
      .update(signInChallenges)
      .set({ endedAt: now })
      .where(and(live, sql`${signInChallenges.id} NOT IN ${newestIds}`)),
    db.query.insert(signInChallenges).values({
      id,
      ...person,
      codeHash: secrets.sign('code', id, email, code),
      linkHash: secrets.sign('link', linkToken),
      createdAt: now,
      expiresAt: now + CODE_LIFE_MS,
    }),
  ];
  return { id, code, linkToken, expiresAt: now + CODE_LIFE_MS, statements };
}

/**
 * Judges one guess at the code of an address. A guess is counted, in one statement, before it is looked at: however
 * many come at once, only five are judged for the browser that asked, and five for all others together.
 */
export async function judgeCode(
  deps: ChallengeDeps,
  guess: { email: string; code: string; browserHash: string | null },
): Promise<{ challenge: Challenge; isRight: boolean } | null> {
  const counted = await countGuess(deps, guess.email, guess.browserHash);
  if (!counted) return null;
  const hash = deps.secrets.sign('code', counted.id, guess.email, guess.code);
  return { challenge: counted, isRight: isSameHash(hash, counted.codeHash) };
}

/** The living challenge of a mailed link, or null. */
export async function findByLink({ db, clock, secrets }: ChallengeDeps, linkToken: string): Promise<Challenge | null> {
  const [found] = await db.query
    .select()
    .from(signInChallenges)
    .where(and(eq(signInChallenges.linkHash, secrets.sign('link', linkToken)), isLive(clock.now())));
  return found ?? null;
}

/** The statement that uses a challenge up; it changes no row when another was first. */
export function consumeChallenge({ db }: Pick<Deps, 'db'>, id: string, now: number) {
  return db.query
    .update(signInChallenges)
    .set({ endedAt: now })
    .where(and(eq(signInChallenges.id, id), isLive(now)));
}

/** The statement that makes every code of an address void. */
export function voidAll({ db }: Pick<Deps, 'db'>, email: string, now: number) {
  return db.query
    .update(signInChallenges)
    .set({ endedAt: now })
    .where(and(eq(signInChallenges.email, email), isNull(signInChallenges.endedAt)));
}

async function countGuess(
  { db, clock }: ChallengeDeps,
  email: string,
  browserHash: string | null,
): Promise<(Challenge & { codeHash: string }) | null> {
  const now = clock.now();
  const live = and(eq(signInChallenges.email, email), isLive(now));
  const newest = async (extra: ReturnType<typeof eq>) => {
    const [row] = await db.query
      .select({ id: signInChallenges.id })
      .from(signInChallenges)
      .where(and(live, extra))
      .orderBy(desc(signInChallenges.createdAt), desc(sql`rowid`))
      .limit(1);
    return row?.id;
  };
  const own = browserHash === null ? undefined : await newest(eq(signInChallenges.browserHash, browserHash));
  const id = own ?? (await newest(ne(signInChallenges.id, '')));
  if (id === undefined) return null;
  const tries = own ? signInChallenges.tries : signInChallenges.foreignTries;
  const [result] = await write(db, [
    db.query
      .update(signInChallenges)
      .set(own ? { tries: sql`${tries} + 1` } : { foreignTries: sql`${tries} + 1` })
      .where(and(eq(signInChallenges.id, id), lt(tries, TRIES), isLive(now)))
      .returning({
        codeHash: signInChallenges.codeHash,
        firstName: signInChallenges.firstName,
        lastName: signInChallenges.lastName,
      }),
  ]);
  const [row] = result?.rows ?? [];
  return row ? { id, email, codeHash: String(row[0]), firstName: textOf(row[1]), lastName: textOf(row[2]) } : null;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

const isLive = (now: number) => and(isNull(signInChallenges.endedAt), gt(signInChallenges.expiresAt, now));

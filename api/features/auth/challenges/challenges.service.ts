import { randomInt } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { signInChallenges } from '#db/schema/index.ts';
import { isSameHash, randomId, randomToken } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { CODE_DIGITS } from '#api/features/auth/auth.contract.ts';

/** How long a code is valid, milliseconds. */
export const CODE_LIFE_MS = 10 * 60 * 1000;
/** Guesses at one code: from the browser that asked for it, and as many from elsewhere. */
const TRIES = 5;
/** Codes of one address that may be valid at a time, each for another browser. */
const LIVE_MAX = 3;

export type Challenge = typeof signInChallenges.$inferSelect;
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

/** The code that a guess is meant for: the newest living one of this browser if it asked, else of the address. */
export async function findGuessed(
  { db, clock }: ChallengeDeps,
  email: string,
  browserHash: string | null,
): Promise<Challenge | null> {
  const [found] = await db.query
    .select()
    .from(signInChallenges)
    .where(and(eq(signInChallenges.email, email), isLive(clock.now())))
    .orderBy(desc(isOf(browserHash)), desc(signInChallenges.createdAt), desc(sql`rowid`))
    .limit(1);
  return found ?? null;
}

export const isRightCode = ({ secrets }: Pick<Deps, 'secrets'>, { id, email, codeHash }: Challenge, code: string) =>
  isSameHash(secrets.sign('code', id, email, code), codeHash);

/**
 * The statement that counts a guess, and with `isRight` uses the code up. It changes no row once five were counted, for
 * the browser that asked and for all others together: whatever the guess was, nobody may be told of it then.
 */
export function countGuess(
  { db }: Pick<Deps, 'db'>,
  guess: { id: string; browserHash: string | null; isRight: boolean; now: number },
) {
  const { id, tries, foreignTries } = signInChallenges;
  const isOwn = isOf(guess.browserHash);
  return db.query
    .update(signInChallenges)
    .set({
      tries: sql`${tries} + ${isOwn}`,
      foreignTries: sql`${foreignTries} + NOT ${isOwn}`,
      ...(guess.isRight && { endedAt: guess.now }),
    })
    .where(and(eq(id, guess.id), isLive(guess.now), sql`iif(${isOwn}, ${tries}, ${foreignTries}) < ${TRIES}`));
}

const isOf = (browserHash: string | null) => sql`(${signInChallenges.browserHash} = ${browserHash ?? ''})`;

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

const isLive = (now: number) => and(isNull(signInChallenges.endedAt), gt(signInChallenges.expiresAt, now));

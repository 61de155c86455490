import { randomInt } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { signInChallenges } from '#db/schema/index.ts';
import { isHashEqual, generateId, generateToken } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { CODE_LENGTH } from '#api/features/auth/auth.contract.ts';

/** How long a code is valid, milliseconds. */
export const CODE_TTL_MS = 10 * 60 * 1000;
/** Maximum attempts at one code: by the browser that started the sign-in, and as many by all others. */
const MAX_ATTEMPTS = 5;
/** Codes of one address that may be valid at a time, each for another browser. */
const MAX_LIVE_CHALLENGES = 3;

export type ChallengeRow = typeof signInChallenges.$inferSelect;
type ChallengeDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/** Six digits, all codes equally likely, with leading zeros. */
export const generateCode = () =>
  randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');

/** A new challenge with its secrets, and the statements that put it in the place of older ones. */
export function createChallenge(
  { db, clock, secrets }: ChallengeDeps,
  signUp: { email: string; firstName: string | null; lastName: string | null; browserHash: string },
) {
  const now = clock.now();
  const { email, browserHash } = signUp;
  const [id, code, linkToken] = [generateId(), generateCode(), generateToken()];
  const live = and(eq(signInChallenges.email, email), isNull(signInChallenges.endedAt));
  const newestIds = db.orm
    .select({ id: signInChallenges.id })
    .from(signInChallenges)
    .where(live)
    .orderBy(desc(sql`rowid`))
    .limit(MAX_LIVE_CHALLENGES - 1);
  const statements = [
    db.orm
      .update(signInChallenges)
      .set({ endedAt: now })
      .where(and(live, eq(signInChallenges.browserHash, browserHash))),
    db.orm
      .update(signInChallenges)
      .set({ endedAt: now })
      .where(and(live, sql`${signInChallenges.id} NOT IN ${newestIds}`)),
    db.orm.insert(signInChallenges).values({
      id,
      ...signUp,
      codeHash: secrets.sign('code', id, email, code),
      linkHash: secrets.sign('link', linkToken),
      createdAt: now,
      expiresAt: now + CODE_TTL_MS,
    }),
  ];
  return { id, code, linkToken, expiresAt: now + CODE_TTL_MS, statements };
}

/**
 * The challenge to check a code against: the newest valid one of this browser, else of the email address. The newest is the one
 * that was written last, since the clocks of servers differ.
 */
export async function findChallengeByEmail(
  { db, clock }: ChallengeDeps,
  email: string,
  browserHash: string | null,
): Promise<ChallengeRow | null> {
  const [challenge] = await db.orm
    .select()
    .from(signInChallenges)
    .where(and(eq(signInChallenges.email, email), isLive(clock.now())))
    .orderBy(desc(isFromBrowser(browserHash)), desc(sql`rowid`))
    .limit(1);
  return challenge ?? null;
}

export const isCodeCorrect = (
  { secrets }: Pick<Deps, 'secrets'>,
  { id, email, codeHash }: ChallengeRow,
  code: string,
) => isHashEqual(secrets.sign('code', id, email, code), codeHash);

/**
 * The statement that counts an attempt, and with `isCorrect` uses the code up. It changes no row after five attempts, for
 * the browser that started the sign-in and for all others together: even a correct code is refused then.
 */
export function recordAttemptStatement(
  { db }: Pick<Deps, 'db'>,
  attempt: { id: string; browserHash: string | null; isCorrect: boolean; now: number },
) {
  const { id, attempts, foreignAttempts } = signInChallenges;
  const isOwn = isFromBrowser(attempt.browserHash);
  return db.orm
    .update(signInChallenges)
    .set({
      attempts: sql`${attempts} + ${isOwn}`,
      foreignAttempts: sql`${foreignAttempts} + NOT ${isOwn}`,
      ...(attempt.isCorrect && { endedAt: attempt.now }),
    })
    .where(
      and(
        eq(id, attempt.id),
        isLive(attempt.now),
        sql`iif(${isOwn}, ${attempts}, ${foreignAttempts}) < ${MAX_ATTEMPTS}`,
      ),
    );
}

const isFromBrowser = (browserHash: string | null) => sql`(${signInChallenges.browserHash} = ${browserHash ?? ''})`;

/** The valid challenge of an emailed link, or null. */
export async function findChallengeByLink(
  { db, clock, secrets }: ChallengeDeps,
  linkToken: string,
): Promise<ChallengeRow | null> {
  const [challenge] = await db.orm
    .select()
    .from(signInChallenges)
    .where(and(eq(signInChallenges.linkHash, secrets.sign('link', linkToken)), isLive(clock.now())));
  return challenge ?? null;
}

/** The statement that uses a challenge up; it changes no row when another was first. */
export function consumeChallengeStatement({ db }: Pick<Deps, 'db'>, id: string, now: number) {
  return db.orm
    .update(signInChallenges)
    .set({ endedAt: now })
    .where(and(eq(signInChallenges.id, id), isLive(now)));
}

const isLive = (now: number) => and(isNull(signInChallenges.endedAt), gt(signInChallenges.expiresAt, now));

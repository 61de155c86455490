import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { legalVersions } from '#api/domain/legal-versions.ts';
import { type AuditAction, consentDocuments } from '#api/domain/enums.ts';
import { isUndone, orUndo, write } from '#db/write.ts';
import { createSessions } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { isBlacklistedNow } from '#api/domain/blacklist.ts';
import { toUserJson } from '#api/features/users/users.mapper.ts';
import type { UserJson } from '#api/features/auth/auth.contract.ts';
import { type Browser, hashBrowser, isKnown } from '#api/features/auth/known-browsers/known-browsers.service.ts';
import {
  type Challenge,
  consumeChallenge,
  countGuess,
  findByLink,
  findGuessed,
  isRightCode,
  voidAll,
} from '#api/features/auth/challenges/challenges.service.ts';
import {
  type Charge,
  countUp,
  letWait,
  limitRules,
  networkGuesses,
  networkWait,
  requireLeft,
  waitAfter,
} from '#api/features/auth/rate-limits/rate-limits.service.ts';

export type Origin = { browser: Browser | null; networks: readonly string[]; ip: string; userAgent: string };
type SignedIn = { token: string; user: UserJson };

/** The same words for a wrong, a used and an expired code: which it was is nobody's business. */
const wrongCode = () =>
  new AppError('validation_failed', 'This code is not valid. Please check it, or ask for a new one.', {
    issues: [{ path: 'code', message: 'This code is not valid. Please check it, or ask for a new one.' }],
  });

/**
 * Signs in whoever has the code of an address; makes the account if there is none.
 * @throws validation_failed, the same for every code that does not work; rate_limited; forbidden when blacklisted.
 */
export async function verifyCode(
  deps: Deps,
  { email, code }: { email: string; code: string },
  origin: Origin,
): Promise<SignedIn> {
  const { browser } = origin;
  const knows = isKnown(deps, browser, email);
  const guesses: Charge = { rule: limitRules.wrongCodes, subject: knows ? `${email} ${browser?.id}` : email };
  await requireLeft(deps, [guesses, ...(knows ? [] : lockouts(origin.networks))]);
  const browserHash = browser && hashBrowser(deps, browser);
  const challenge = await findGuessed(deps, email, browserHash);
  const now = deps.clock.now();
  if (challenge && isRightCode(deps, challenge, code)) {
    const signedIn = await finish(
      deps,
      challenge,
      countGuess(deps, { id: challenge.id, browserHash, isRight: true, now }),
      origin,
    );
    if (signedIn) return signedIn;
  }
  await noteWrong(
    deps,
    [...(challenge ? failedGuess(deps, challenge.id, browserHash, now) : []), countUp(deps, [guesses], now)],
    origin.networks,
  );
  throw wrongCode();
}

const invalidLink = () => new AppError('validation_failed', 'This link no longer works. Sign in with a new code.');

/**
 * The address whose account a mailed link opens. It uses nothing up, and a wrong link is not counted: a page that is
 * loaded again must not lock its network out, and 256 bits cannot be guessed. @throws validation_failed, rate_limited.
 */
export async function getLinkAccount(
  deps: Deps,
  linkToken: string,
  networks: readonly string[],
): Promise<{ email: string }> {
  await requireLeft(deps, lockouts(networks));
  const challenge = await findByLink(deps, linkToken);
  if (!challenge) throw invalidLink();
  return { email: challenge.email };
}

/** Signs in by the link of the mail, on any device. @throws validation_failed, forbidden, rate_limited. */
export async function verifyLink(deps: Deps, linkToken: string, origin: Origin): Promise<SignedIn> {
  await requireLeft(deps, lockouts(origin.networks));
  const challenge = await findByLink(deps, linkToken);
  if (challenge) {
    const signedIn = await finish(deps, challenge, consumeChallenge(deps, challenge.id, deps.clock.now()), origin);
    if (signedIn) return signedIn;
  }
  await noteWrong(deps, [], origin.networks);
  throw invalidLink();
}

/** Counts a wrong guess at a code and records it; one that comes after the last try is neither judged nor recorded. */
function failedGuess(deps: Deps, id: string, browserHash: string | null, now: number) {
  return [
    countGuess(deps, { id, browserHash, isRight: false, now }),
    {
      sql: "INSERT INTO audit_log (at, action, subject) SELECT ?, 'auth.failed', ? WHERE changes() = 1",
      args: [now, `challenge:${id}`],
    },
  ];
}

/** Counts a wrong code against each network, and locks those that sent too many. */
async function noteWrong(
  deps: Deps,
  statements: Parameters<typeof write>[1],
  networks: readonly string[],
): Promise<void> {
  const now = deps.clock.now();
  const counts = networks.map((subject) => countUp(deps, [{ rule: networkGuesses, subject }], now));
  const results = await write(deps.db, [...counts, ...statements]);
  const locks = networks.flatMap((network, size) => {
    const wait = waitAfter(Number(results[size]?.rows[0]?.[1]), size);
    return wait > 0 ? [letWait(deps, network, now + wait)] : [];
  });
  if (locks.length > 0) await write(deps.db, locks);
}

const lockouts = (networks: readonly string[]): Charge[] => networks.map((subject) => ({ rule: networkWait, subject }));

/**
 * Uses the challenge up, makes the account and opens the session in one batch. Null when the challenge was used, spent
 * or voided before. @throws forbidden when blacklisted.
 */
async function finish(
  deps: Deps,
  challenge: Challenge,
  consume: Parameters<typeof write>[1][number],
  origin: Origin,
): Promise<SignedIn | null> {
  const { db, clock } = deps;
  const { email } = challenge;
  const now = clock.now();
  const find = () => db.query.select().from(users).where(eq(users.email, email));
  const [known] = await find();
  if (known && isBlacklistedNow(known, now)) throw new AppError('forbidden', 'This account is suspended.');
  try {
    const { token } = await createSessions(deps).createWith(
      { email, statements: [consume, orUndo, ...accountStatements(deps, challenge, { isNew: !known, now })] },
      { userAgent: origin.userAgent, ip: origin.ip, audience: null },
    );
    // Deleted in the same instant: then there is nobody to sign in.
    const [user] = await find();
    return user ? { token, user: toUserJson(user) } : null;
  } catch (error) {
    if (isUndone(error)) return null;
    throw error;
  }
}

/** The account (made now, or as it is: names given at sign-up never overwrite it), its consents and the record of it. */
function accountStatements(deps: Deps, challenge: Challenge, { isNew, now }: { isNew: boolean; now: number }) {
  const { db, accounts } = deps;
  const { email, firstName, lastName } = challenge;
  const signedIn = {
    lastSignInAt: now,
    isEmailVerified: true,
    ...(accounts.adminEmails.includes(email) && { role: 'admin' as const }),
  };
  return [
    db.query
      .insert(users)
      .values({ email, firstName, lastName, createdAt: now, updatedAt: now, ...signedIn })
      .onConflictDoUpdate({ target: users.email, set: signedIn }),
    // Only the batch itself knows the id of a new person.
    ...consentDocuments.map((document) => ({
      sql: 'INSERT OR IGNORE INTO consents (user_id, document, version, accepted_at) SELECT id, ?, ?, ? FROM users WHERE email = ?',
      args: [document, legalVersions[document].version, now, email],
    })),
    ...(isNew ? [recordOwn('user.created', email, now)] : []),
    recordOwn('auth.signed_in', email, now),
    voidAll(deps, email, now),
  ];
}

const recordOwn = (action: AuditAction, email: string, now: number) => ({
  sql: "INSERT INTO audit_log (at, action, actor_id, subject) SELECT ?, ?, id, 'user:' || id FROM users WHERE email = ?",
  args: [now, action, email],
});

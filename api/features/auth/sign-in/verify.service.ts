import { eq, sql } from 'drizzle-orm';
import { voidChallengesStatement } from '#db/queries/sign-in-challenges.ts';
import { stampSignUpStatement } from '#db/queries/waiting-list-stamps.ts';
import { auditLog, users } from '#db/schema/index.ts';
import { getLegalVersion } from '#api/domain/legal-versions.ts';
import { type AuditAction, consentDocuments } from '#api/domain/enums.ts';
import { hasPermission } from '#api/domain/permissions.ts';
import { isGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import { createSessionStore, type UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import { DELETION_MESSAGE, formatBlacklist, isBlacklistActive, isInDeletion } from '#api/domain/blacklist.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { listAddressBlacklistings } from '#api/features/users/blacklist/addresses.service.ts';
import { hasAnotherActiveAdmin, toUserJson } from '#api/features/users/users.service.ts';
import type { UserJson } from '#api/features/users/users.contract.ts';
import {
  type KnownBrowser,
  hashBrowserId,
  isKnownBrowser,
} from '#api/features/auth/known-browsers/known-browsers.service.ts';
import { countSignInStatement } from '#api/features/auth/sign-in-totals/sign-in-totals.queries.ts';
import {
  type ChallengeRow,
  consumeChallengeStatement,
  recordAttemptStatement,
  findChallengeByLink,
  findChallengeByEmail,
  isCodeCorrect,
} from '#api/features/auth/challenges/challenges.service.ts';
import {
  type RateLimitHit,
  incrementRateLimitStatement,
  lockNetworkStatement,
  rateLimitRules,
  networkAttemptsRule,
  networkLockoutRule,
  requireRateLimits,
  computeLockoutMs,
} from '#api/features/rate-limits/rate-limits.service.ts';

export type RequestOrigin = {
  browser: KnownBrowser | null;
  networks: readonly string[];
  ip: string;
  userAgent: string;
};
type SignInResult = { token: string; user: UserJson };

/** One message for a wrong, a used and an expired code, so that the response does not reveal which it was. */
const wrongCodeError = () =>
  new AppError('validation_failed', 'That code is incorrect or has expired. Check it, or send a new one.', {
    issues: [{ path: 'code', message: 'That code is incorrect or has expired. Check it, or send a new one.' }],
  });

/**
 * Signs in the holder of the code of an address; creates the account if there is none.
 * @throws validation_failed, the same for every code that does not work; rate_limited; forbidden when blacklisted.
 */
export async function verifyCode(
  deps: Deps,
  { email, code }: { email: string; code: string },
  origin: RequestOrigin,
): Promise<SignInResult> {
  const { browser } = origin;
  const isKnown = isKnownBrowser(deps, browser, email);
  const wrongCode: RateLimitHit = {
    rule: rateLimitRules.wrongCodes,
    subject: isKnown ? `${email} ${browser?.id}` : email,
  };
  await requireRateLimits(deps, [wrongCode, ...(isKnown ? [] : createLockoutHits(origin.networks))]);
  const browserHash = browser && hashBrowserId(deps, browser);
  const challenge = await findChallengeByEmail(deps, email, browserHash);
  const now = deps.clock.now();
  if (challenge && isCodeCorrect(deps, challenge, code)) {
    const signedIn = await completeSignIn(
      deps,
      challenge,
      recordAttemptStatement(deps, { id: challenge.id, browserHash, isCorrect: true, now }),
      origin,
    );
    if (signedIn) return signedIn;
  }
  await recordFailedAttempt(
    deps,
    [
      ...(challenge ? failedAttemptStatements(deps, challenge.id, browserHash, now) : []),
      incrementRateLimitStatement(deps, [wrongCode], now),
    ],
    origin.networks,
  );
  throw wrongCodeError();
}

const invalidLinkError = () => new AppError('validation_failed', 'This link no longer works. Sign in with a new code.');

/**
 * The address whose account a mailed link opens. It uses nothing up, and a wrong link is not counted: a page that is
 * loaded again must not lock its network out, and 256 bits cannot be guessed. @throws validation_failed, rate_limited.
 */
export async function getLinkAccount(
  deps: Deps,
  linkToken: string,
  networks: readonly string[],
): Promise<{ email: string }> {
  await requireRateLimits(deps, createLockoutHits(networks));
  const challenge = await findChallengeByLink(deps, linkToken);
  if (!challenge) throw invalidLinkError();
  return { email: challenge.email };
}

/** Signs in by the link of the email, in any browser. @throws validation_failed, forbidden, rate_limited. */
export async function verifyLink(deps: Deps, linkToken: string, origin: RequestOrigin): Promise<SignInResult> {
  await requireRateLimits(deps, createLockoutHits(origin.networks));
  const challenge = await findChallengeByLink(deps, linkToken);
  if (challenge) {
    const signedIn = await completeSignIn(
      deps,
      challenge,
      consumeChallengeStatement(deps, challenge.id, deps.clock.now()),
      origin,
    );
    if (signedIn) return signedIn;
  }
  await recordFailedAttempt(deps, [], origin.networks);
  throw invalidLinkError();
}

/** Counts and records a wrong code; after the last attempt a code is neither checked nor recorded. */
function failedAttemptStatements(deps: Deps, id: string, browserHash: string | null, now: number) {
  return [
    recordAttemptStatement(deps, { id, browserHash, isCorrect: false, now }),
    {
      sql: "INSERT INTO audit_log (at, action, subject) SELECT ?, 'auth.failed', ? WHERE changes() = 1",
      args: [now, `challenge:${id}`],
    },
  ];
}

/** Counts a wrong code against each network, and locks those that sent too many. */
async function recordFailedAttempt(
  deps: Deps,
  statements: Parameters<typeof write>[1],
  networks: readonly string[],
): Promise<void> {
  const now = deps.clock.now();
  const counts = networks.map((subject) =>
    incrementRateLimitStatement(deps, [{ rule: networkAttemptsRule, subject }], now),
  );
  const results = await write(deps.db, [...counts, ...statements]);
  const locks = networks.flatMap((network, size) => {
    const wait = computeLockoutMs(Number(results[size]?.rows[0]?.[1]), size);
    return wait > 0 ? [lockNetworkStatement(deps, network, now + wait)] : [];
  });
  if (locks.length > 0) await write(deps.db, locks);
}

const createLockoutHits = (networks: readonly string[]): RateLimitHit[] =>
  networks.map((subject) => ({ rule: networkLockoutRule, subject }));

/**
 * Uses the challenge up, makes the account and opens the session in one batch. Null when the challenge was used, spent
 * or voided before. A user who can't sign in uses it up, too. @throws forbidden with the reason, when blacklisted or in deletion.
 */
async function completeSignIn(
  deps: Deps,
  challenge: ChallengeRow,
  consume: Parameters<typeof write>[1][number],
  origin: RequestOrigin,
): Promise<SignInResult | null> {
  const { db, clock } = deps;
  const { email } = challenge;
  const now = clock.now();
  const findUser = () => db.orm.select().from(users).where(eq(users.email, email));
  const [existingUser] = await findUser();
  try {
    const refusal = existingUser && findRefusal(deps, existingUser, now);
    if (refusal) {
      await write(db, [consume, rollbackIfNoRows, refusedAuditStatement(deps, existingUser.id, refusal.reason)]);
      throw new AppError('forbidden', refusal.message);
    }
    const [blacklisting] = existingUser ? [] : await listAddressBlacklistings(deps, email);
    if (blacklisting) {
      await write(db, [consume, rollbackIfNoRows, refusedSignUpStatement(deps, challenge, blacklisting.userId)]);
      const { until, reason } = blacklisting;
      throw new AppError(
        'forbidden',
        formatBlacklist({ blacklistedUntil: until, blacklistReason: reason }, deps.site.timeZone),
      );
    }
    const { token } = await createSessionStore(deps).createInBatch(
      {
        email,
        statements: [
          consume,
          rollbackIfNoRows,
          ...upsertAccountStatements(deps, challenge, { isNew: !existingUser, now }),
        ],
      },
      { userAgent: origin.userAgent, ip: origin.ip, audience: null },
    );
    // The account was deleted at the same time, so there is no user to sign in.
    const [user] = await findUser();
    // Blacklisted at the same time: no request with this session would succeed either.
    const newRefusal = user && findRefusal(deps, user, now);
    if (newRefusal) throw new AppError('forbidden', newRefusal.message);
    if (user && !hasPermission(user.role, 'users.manage') && deps.accounts.adminEmails.includes(email))
      deps.log.warn(
        { user: user.id },
        'an address of ADMIN_EMAILS wasn’t made an admin: an admin had changed its role',
      );
    return user ? { token, user: toUserJson(user) } : null;
  } catch (error) {
    if (isGuardRollback(error)) return null;
    throw error;
  }
}

/** Why nobody can sign in to an account. Only whoever has the code gets this far, so nobody else learns it. */
function findRefusal({ site }: Deps, user: UserRow, now: number): { reason: string; message: string } | null {
  if (isInDeletion(user)) return { reason: 'in_deletion', message: DELETION_MESSAGE };
  if (!isBlacklistActive(user, now)) return null;
  return { reason: 'blacklisted', message: formatBlacklist(user, site.timeZone) };
}

const refusedAuditStatement = ({ db, clock }: Deps, userId: number, reason: string) =>
  insertAuditStatement(db, {
    at: clock.now(),
    action: 'auth.failed',
    actorId: null,
    subject: `user:${userId}`,
    detail: { reason },
  });

/** A sign-up with an address that a blacklisting refuses; `userId` is the account that it was written for. */
const refusedSignUpStatement = ({ db, clock }: Deps, { id }: ChallengeRow, userId: number) =>
  insertAuditStatement(db, {
    at: clock.now(),
    action: 'auth.failed',
    actorId: null,
    subject: `challenge:${id}`,
    detail: { reason: 'blacklisted_address', user: userId },
  });

/** The account (made now, or as it is: names given at sign-up never overwrite it), its consents and the record of it. */
function upsertAccountStatements(deps: Deps, challenge: ChallengeRow, { isNew, now }: { isNew: boolean; now: number }) {
  const { db, accounts, site } = deps;
  const { email, firstName, lastName } = challenge;
  const signedIn = { lastSignInAt: now, isEmailVerified: true };
  const isListedAdmin = accounts.adminEmails.includes(email);
  return [
    db.orm
      .insert(users)
      .values({ email, firstName, lastName, createdAt: now, updatedAt: now, ...signedIn })
      .onConflictDoUpdate({ target: users.email, set: signedIn }),
    // Only the batch itself knows the id of a new user.
    ...consentDocuments.map((document) => ({
      sql: 'INSERT OR IGNORE INTO consents (user_id, document, version, accepted_at) SELECT id, ?, ?, ? FROM users WHERE email = ?',
      args: [document, getLegalVersion(site.pages, document), now, email],
    })),
    ...(isNew ? [insertOwnAuditStatement('user.created', email, now), stampSignUpStatement(db, email, now)] : []),
    ...(isListedAdmin ? grantListedAdminStatements(db, email, now) : []),
    insertOwnAuditStatement('auth.signed_in', email, now),
    countSignInStatement(site, { email, audience: null, now }),
    voidChallengesStatement(deps.db, email, now),
  ];
}

/**
 * Makes an address of ADMIN_EMAILS an admin, with an audit row. What an admin decided about the role stays, unless no other
 * admin is left who can sign in: otherwise a role that was removed would come back at the next sign-in.
 */
function grantListedAdminStatements(db: Deps['db'], email: string, now: number): Statement[] {
  const isGranted = sql`${users.email} = ${email} AND ${users.role} <> 'admin' AND (
    NOT EXISTS (SELECT 1 FROM ${auditLog} AS decided WHERE decided.subject = 'user:' || ${users.id}
      AND decided.action = 'user.role_changed')
    OR NOT ${hasAnotherActiveAdmin(users.id, now)})`;
  return [
    sql`INSERT INTO ${auditLog} (at, action, subject, detail, before, after)
      SELECT ${now}, 'user.role_changed', 'user:' || ${users.id}, json_object('source', 'ADMIN_EMAILS'),
        json_object('role', ${users.role}), json_object('role', 'admin') FROM ${users} WHERE ${isGranted}`,
    db.orm
      .update(users)
      .set({ role: 'admin', updatedAt: now })
      .where(sql`changes() = 1 AND ${users.email} = ${email} AND ${users.role} <> 'admin'`),
  ];
}

const insertOwnAuditStatement = (action: AuditAction, email: string, now: number) => ({
  sql: "INSERT INTO audit_log (at, action, actor_id, subject) SELECT ?, ?, id, 'user:' || id FROM users WHERE email = ?",
  args: [now, action, email],
});

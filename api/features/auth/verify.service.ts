import { eq, sql } from 'drizzle-orm';
import { consents, users } from '#db/schema/index.ts';
import { legalVersions } from '#db/legal-versions.ts';
import { consentDocuments } from '#db/enums.ts';
import { isUndone, orUndo, write } from '#db/write.ts';
import { createSessions } from '../../adapters/lucia-sessions.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { isBlacklistedNow } from '../users/blacklist.ts';
import { toUserJson } from '../users/users.serialize.ts';
import type { UserJson } from './auth.contract.ts';
import { type Browser, hashBrowser, isKnown } from './browser-cookie.ts';
import { type Challenge, findByLink, judgeCode, consumeChallenge, voidAll } from './challenges.ts';
import {
  type Charge,
  charge,
  countUp,
  letWait,
  limitRules,
  networkGuesses,
  networkWait,
  requireLeft,
  waitAfter,
} from './rate-limits.ts';

export type Origin = { browser: Browser | null; network: string; ip: string; userAgent: string };
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
  await requireLeft(deps, [guesses, ...(knows ? [] : [{ rule: networkWait, subject: origin.network }])]);
  const judged = await judgeCode(deps, { email, code, browserHash: browser && hashBrowser(deps, browser) });
  if (!judged?.isRight) {
    await noteWrong(deps, guesses, origin.network, judged?.challenge ?? null);
    throw wrongCode();
  }
  return finish(deps, judged.challenge, origin);
}

/** Signs in by the link of the mail, on any device. @throws validation_failed, forbidden, rate_limited. */
export async function verifyLink(deps: Deps, linkToken: string, origin: Origin): Promise<SignedIn> {
  await requireLeft(deps, [{ rule: networkWait, subject: origin.network }]);
  const challenge = await findByLink(deps, linkToken);
  if (challenge) return finish(deps, challenge, origin);
  await charge(deps, [{ rule: networkGuesses, subject: origin.network }]);
  throw new AppError('validation_failed', 'This link is not valid any more. Please sign in with a new code.');
}

async function noteWrong(deps: Deps, guesses: Charge, network: string, challenge: Challenge | null): Promise<void> {
  const now = deps.clock.now();
  const results = await write(deps.db, [
    countUp(deps, { rule: networkGuesses, subject: network }, now),
    countUp(deps, guesses, now),
    ...(challenge
      ? [recordAudit(deps.db, { at: now, action: 'auth.failed', actorId: null, subject: `challenge:${challenge.id}` })]
      : []),
  ]);
  const wait = waitAfter(Number(results[0]?.rows[0]?.[0]));
  if (wait > 0) await write(deps.db, [letWait(deps, network, now + wait)]);
}

async function finish(deps: Deps, challenge: Challenge, origin: Origin): Promise<SignedIn> {
  const { db, clock } = deps;
  const { email } = challenge;
  const now = clock.now();
  const [existing] = await db.query.select().from(users).where(eq(users.email, email));
  if (existing && isBlacklistedNow(existing, now)) throw new AppError('forbidden', 'This account is suspended.');
  const statements = [consumeChallenge(deps, challenge.id, now), orUndo, ...accountStatements(deps, challenge, now)];
  try {
    const { token } = await createSessions(deps).createWith(
      { email, statements },
      { userAgent: origin.userAgent, ip: origin.ip, audience: null },
    );
    const [user] = await db.query.select().from(users).where(eq(users.email, email));
    // Deleted in the same instant: then there is nobody to sign in.
    if (!user) throw wrongCode();
    return { token, user: toUserJson(user) };
  } catch (error) {
    if (isUndone(error)) throw wrongCode();
    throw error;
  }
}

/** Records an act of a person whose id only the batch itself knows. */
const AUDIT_SELF = `INSERT INTO audit_log (at, action, actor_id, subject)
  SELECT ?, ?, id, 'user:' || id FROM users WHERE email = ?`;

/** The account (made now, or as it is: names given at sign-up never overwrite it), its consents and the record of it. */
function accountStatements(deps: Deps, challenge: Challenge, now: number) {
  const { db, accounts } = deps;
  const { email, firstName, lastName } = challenge;
  const userId = sql`(SELECT ${users.id} FROM ${users} WHERE ${users.email} = ${email})`;
  const isAdmin = accounts.adminEmails.includes(email);
  return [
    db.query
      .insert(users)
      .values({ email, firstName, lastName, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: users.email }),
    // Right behind the insert: changes() is 1 only when the account is new.
    { sql: `${AUDIT_SELF} AND changes() = 1`, args: [now, 'user.created', email] },
    db.query
      .update(users)
      .set({ lastSignInAt: now, isEmailVerified: true, ...(isAdmin && { role: 'admin' as const }) })
      .where(eq(users.email, email)),
    ...consentDocuments.map((document) =>
      db.query
        .insert(consents)
        .values({ userId: userId as never, document, version: legalVersions[document].version, acceptedAt: now })
        .onConflictDoNothing(),
    ),
    voidAll(deps, email, now),
    { sql: AUDIT_SELF, args: [now, 'auth.signed_in', email] },
  ];
}

import { inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { auditLog, blacklistings, signInTotals, users } from '#db/schema/index.ts';
import { type DemoUser, demoUsers } from '#db/seed/users.ts';
import { write } from '#db/write.ts';
import { toIsoOrNull } from '#api/clock.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

type AuditRow = typeof auditLog.$inferInsert;

/** Demo accounts with a past: sign-ins, blacklistings and what admins did. They get no email: their addresses do not exist. */
export async function seedDemoUsers(db: Database, now: number): Promise<void> {
  await write(db, [
    db.orm
      .insert(users)
      .values(demoUsers.map((user) => toUserRow(user, now)))
      .onConflictDoNothing(),
  ]);
  const emails = demoUsers.map(({ email }) => email);
  const rows = await db.orm
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, emails));
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  const getId = (email: string) => ids.get(email) ?? 0;
  await write(db, [
    db.orm
      .insert(signInTotals)
      .values(demoUsers.flatMap((user) => toTotalRows(user, getId(user.email), now)))
      .onConflictDoNothing(),
    db.orm.insert(blacklistings).values(demoUsers.flatMap((user) => toBlacklistingRows(user, getId, now))),
    db.orm
      .insert(auditLog)
      .values(demoUsers.flatMap((user) => toAuditRows(user, getId, now)).sort((one, other) => one.at - other.at)),
  ]);
}

function toUserRow(user: DemoUser, now: number): typeof users.$inferInsert {
  const { email, firstName, lastName, role, createdDaysAgo, signedInHoursAgo, blacklist } = user;
  const createdAt = now - createdDaysAgo * DAY_MS;
  const isBlacklisted = blacklist !== undefined && blacklist.removedDaysAgo === undefined;
  return {
    email,
    firstName,
    lastName,
    role,
    createdAt,
    updatedAt: isBlacklisted ? now - blacklist.daysAgo * DAY_MS : createdAt,
    lastSignInAt: signedInHoursAgo === null ? null : now - signedInHoursAgo * HOUR_MS,
    isBlacklisted,
    blacklistReason: isBlacklisted ? blacklist.reason : null,
    blacklistedUntil: isBlacklisted ? toEnd(blacklist, now) : null,
  };
}

const toEnd = ({ daysAgo, forDays }: NonNullable<DemoUser['blacklist']>, now: number): number | null =>
  forDays === null ? null : now + (forDays - daysAgo) * DAY_MS;

const toTotalRows = ({ signIns, createdDaysAgo, signedInHoursAgo }: DemoUser, userId: number, now: number) =>
  Object.entries(signIns).map(([productName, [count, signOuts]]) => ({
    userId,
    productName,
    signIns: count,
    signOuts,
    firstSignInAt: now - createdDaysAgo * DAY_MS,
    lastSignInAt: now - (signedInHoursAgo ?? 0) * HOUR_MS,
  }));

function toBlacklistingRows({ email, blacklist }: DemoUser, getId: (email: string) => number, now: number) {
  if (!blacklist) return [];
  const { by, reason, daysAgo, removedDaysAgo } = blacklist;
  const end = { endedAt: removedDaysAgo === undefined ? null : now - removedDaysAgo * DAY_MS };
  const actorId = getId(by);
  const endedBy = removedDaysAgo === undefined ? null : actorId;
  const createdAt = now - daysAgo * DAY_MS;
  return [{ userId: getId(email), reason, until: toEnd(blacklist, now), actorId, createdAt, ...end, endedBy }];
}

function toAuditRows(user: DemoUser, getId: (email: string) => number, now: number): AuditRow[] {
  const { email, createdDaysAgo, signedInHoursAgo, blacklist, wasAdmin } = user;
  const id = getId(email);
  const subject = `user:${id}`;
  const own = { subject, actorId: id };
  const created = now - createdDaysAgo * DAY_MS;
  const rows: AuditRow[] = [
    { ...own, at: created, action: 'user.created' },
    { ...own, at: created, action: 'auth.signed_in' },
  ];
  if (signedInHoursAgo !== null && signedInHoursAgo < createdDaysAgo * 24) {
    rows.push({ ...own, at: now - signedInHoursAgo * HOUR_MS, action: 'auth.signed_in' });
  }
  if (blacklist) {
    const { by, daysAgo, removedDaysAgo } = blacklist;
    const off = { is_blacklisted: false, blacklisted_until: null };
    const on = { is_blacklisted: true, blacklisted_until: toIsoOrNull(toEnd(blacklist, now)) };
    const act = { subject, actorId: getId(by) };
    rows.push({ ...act, at: now - daysAgo * DAY_MS, action: 'user.blacklisted', before: off, after: on });
    if (removedDaysAgo !== undefined)
      rows.push({ ...act, at: now - removedDaysAgo * DAY_MS, action: 'user.unblacklisted', before: on, after: off });
  }
  if (wasAdmin) {
    const { by, fromDaysAgo, toDaysAgo } = wasAdmin;
    const act = { subject, actorId: getId(by), action: 'user.role_changed' as const };
    const [member, admin] = [{ role: 'user' }, { role: 'admin' }];
    rows.push(
      { ...act, at: now - fromDaysAgo * DAY_MS, before: member, after: admin },
      { ...act, at: now - toDaysAgo * DAY_MS, before: admin, after: member },
    );
  }
  return rows;
}

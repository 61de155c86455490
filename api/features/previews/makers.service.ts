import { eq } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { isBlacklistActive, isInDeletion } from '#api/domain/blacklist.ts';
import { hasPermission, type Permission } from '#api/domain/permissions.ts';
import { AppError } from '#api/http/errors.ts';
import { users } from '#db/schema/index.ts';

/**
 * Ends a preview link with the right of who made it (T59): after a role without the permission, the blacklist or a deletion. Links
 * of the server itself, and those from before makers were noted, have none.
 * @throws gone
 */
export async function requireMaker(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  makerId: number | null,
  permission: Permission,
): Promise<void> {
  if (makerId === null) return;
  const maker = await db.orm.query.users.findFirst({ where: eq(users.id, makerId) });
  if (maker && !isInDeletion(maker) && !isBlacklistActive(maker, clock.now()) && hasPermission(maker.role, permission))
    return;
  throw new AppError('gone', 'This link has ended. Ask for a new one.');
}

/** The subject of a link with its maker: '12' or '12:3'. */
export const formatPreviewSubject = (subject: string, makerId: number | null): string =>
  makerId === null ? subject : `${subject}:${makerId}`;

export function parsePreviewSubject(value: string): { subject: string; makerId: number | null } {
  const [subject = '', maker] = value.split(':');
  return { subject, makerId: maker === undefined ? null : Number(maker) };
}

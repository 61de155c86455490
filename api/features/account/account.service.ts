import { eq } from 'drizzle-orm';
import type { TaxmateProgram } from '#api/domain/enums.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { UserRow } from '../../adapters/lucia-sessions.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import type { ProfileInput, ProfileJson, ProgramJson } from './account.contract.ts';

type AccountDeps = Pick<Deps, 'db' | 'clock'>;

export function toProfileJson(row: UserRow): ProfileJson {
  return {
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    profile_photo: row.profilePhoto,
  };
}

export const toProgramJson = (row: UserRow): ProgramJson => ({ program: { taxmate: row.taxmateProgram } });

/** Changes the names, and nothing else, whatever the body held. @throws unauthenticated when the account is gone. */
export async function updateProfile(deps: AccountDeps, userId: number, input: ProfileInput): Promise<ProfileJson> {
  const { firstName, lastName } = input;
  return toProfileJson(
    await updateUser(deps, userId, {
      ...(firstName !== undefined && { firstName: firstName || null }),
      ...(lastName !== undefined && { lastName: lastName || null }),
    }),
  );
}

/** Chooses the power-user program of TaxMate. @throws unauthenticated when the account is gone. */
export async function updateProgram(deps: AccountDeps, userId: number, taxmate: TaxmateProgram): Promise<ProgramJson> {
  return toProgramJson(await updateUser(deps, userId, { taxmateProgram: taxmate }));
}

/** Thrown when the account went away between the check of the session and the work. */
export const accountGone = () =>
  new AppError('unauthenticated', 'This account is no longer there. Please sign in again.');

type OwnColumns = Partial<Pick<UserRow, 'firstName' | 'lastName' | 'taxmateProgram'>>;

async function updateUser({ db, clock }: AccountDeps, userId: number, changes: OwnColumns): Promise<UserRow> {
  const { query } = db;
  await write(db, [
    query
      .update(users)
      .set({ ...changes, updatedAt: clock.now() })
      .where(eq(users.id, userId)),
  ]);
  const row = await query.query.users.findFirst({ where: eq(users.id, userId) });
  if (!row) throw accountGone();
  return row;
}

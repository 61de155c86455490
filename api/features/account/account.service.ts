import { eq } from 'drizzle-orm';
import type { ProgramLevel } from '#api/domain/enums.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';
import type { UpdateProfileRequest, ProfileJson, ProgramJson } from './account.contract.ts';

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

/** Changes the names; other fields of the body are ignored. @throws unauthenticated when the account is deleted. */
export async function updateProfile(
  deps: AccountDeps,
  userId: number,
  input: UpdateProfileRequest,
): Promise<ProfileJson> {
  const { firstName, lastName } = input;
  return toProfileJson(
    await updateUser(deps, userId, {
      ...(firstName !== undefined && { firstName: firstName || null }),
      ...(lastName !== undefined && { lastName: lastName || null }),
    }),
  );
}

/** Sets how early the user gets new features. @throws unauthenticated when the account is deleted. */
export async function updateProgram(deps: AccountDeps, userId: number, taxmate: ProgramLevel): Promise<ProgramJson> {
  return toProgramJson(await updateUser(deps, userId, { taxmateProgram: taxmate }));
}

/** Thrown when the account was deleted after the check of the session. */
export const accountDeletedError = () =>
  new AppError('unauthenticated', 'This account no longer exists. Sign in with another account.');

type EditableColumns = Partial<Pick<UserRow, 'firstName' | 'lastName' | 'taxmateProgram'>>;

async function updateUser({ db, clock }: AccountDeps, userId: number, changes: EditableColumns): Promise<UserRow> {
  const { orm } = db;
  await write(db, [
    orm
      .update(users)
      .set({ ...changes, updatedAt: clock.now() })
      .where(eq(users.id, userId)),
  ]);
  const row = await orm.query.users.findFirst({ where: eq(users.id, userId) });
  if (!row) throw accountDeletedError();
  return row;
}

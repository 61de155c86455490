import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { hashToken } from '#api/adapters/lucia-sessions.ts';
import { generateToken } from '#api/adapters/secrets.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { API_KEY_PREFIX } from '#api/endpoints/api-key.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { toUserRefJson, userRefColumns } from '#db/queries/user-refs.ts';
import { apiKeys, users } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { ApiKeyJson, ApiKeyRequest, MadeKeyJson } from './api-keys.contract.ts';

type KeyDeps = Pick<Deps, 'db' | 'clock'>;

/** Of a key that people may see. */
const START_LENGTH = API_KEY_PREFIX.length + 6;

const selectKeys = ({ db }: Pick<Deps, 'db'>) =>
  db.orm
    .select({ key: apiKeys, ...userRefColumns })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.userId));
type ListedKey = Awaited<ReturnType<typeof selectKeys>>[number];

const toApiKeyJson = ({ key, ...user }: ListedKey): ApiKeyJson => ({
  id: key.id,
  name: key.name,
  start: key.start,
  scopes: key.scopes,
  user: toUserRefJson(user),
  created_at: toIso(key.createdAt),
  last_used_at: toIsoOrNull(key.lastUsedAt),
  revoked_at: toIsoOrNull(key.revokedAt),
});

/** The newest first, revoked ones at the end. */
export async function listApiKeys(deps: Pick<Deps, 'db'>): Promise<ApiKeyJson[]> {
  const rows = await selectKeys(deps).orderBy(sql`${apiKeys.revokedAt} IS NOT NULL`, desc(apiKeys.id));
  return rows.map(toApiKeyJson);
}

async function findKey(deps: Pick<Deps, 'db'>, id: number): Promise<ApiKeyJson | null> {
  const [row] = await selectKeys(deps).where(eq(apiKeys.id, id));
  return row ? toApiKeyJson(row) : null;
}

/** Makes a key that acts in the name of its maker. Only this answer has it: the database has its hash. */
export async function createApiKey(
  deps: KeyDeps,
  { name, scopes }: ApiKeyRequest,
  userId: number,
): Promise<{ key: string; data: ApiKeyJson }> {
  const { db, clock } = deps;
  const token = `${API_KEY_PREFIX}${generateToken()}`;
  const keyHash = hashToken(token);
  const now = clock.now();
  const id = sql`(SELECT ${apiKeys.id} FROM ${apiKeys} WHERE ${apiKeys.keyHash} = ${keyHash})`;
  await write(db, [
    db.orm
      .insert(apiKeys)
      .values({ name, scopes, userId, keyHash, start: token.slice(0, START_LENGTH), createdAt: now }),
    insertAuditStatement(db, {
      at: now,
      action: 'api_key.created',
      actorId: userId,
      subject: sql`'api-key:' || ${id}`,
      after: { name, scopes },
    }),
  ]);
  const [row] = await selectKeys(deps).where(eq(apiKeys.keyHash, keyHash));
  if (!row) throw new Error('The API key has no row.');
  return { key: token, data: toApiKeyJson(row) };
}

/** From its next request on the key opens nothing. @throws not_found, conflict for one that was revoked before. */
export async function revokeApiKey(deps: KeyDeps, id: number, actorId: number): Promise<ApiKeyJson> {
  const { db, clock } = deps;
  const now = clock.now();
  const refuse = async () =>
    (await findKey(deps, id)) ? conflictError('This key was revoked already.') : notFoundError('API key not found');
  await write(db, [
    db.orm
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))),
    rollbackIfNoRows,
    insertAuditStatement(db, { at: now, action: 'api_key.revoked', actorId, subject: `api-key:${id}` }),
  ]).catch(onGuardRollback(refuse));
  const key = await findKey(deps, id);
  if (!key) throw notFoundError('API key not found');
  return key;
}

const isInUseBy = (userId: number) => and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt));

/** The keys that a user made and that are in use, the oldest first. */
export const listMadeKeys = async ({ db }: Pick<Deps, 'db'>, userId: number): Promise<MadeKeyJson[]> =>
  db.orm
    .select({ id: apiKeys.id, name: apiKeys.name, scopes: apiKeys.scopes })
    .from(apiKeys)
    .where(isInUseBy(userId))
    .orderBy(asc(apiKeys.id));

type Ending = { userId: number; actorId: number; keep: readonly number[] | undefined; now: number };
export type EndedKeys = { ids: number[]; at: number };

/**
 * Ends the keys of a user who loses the right to make them (T59), but for those that are kept. Returns the statements for the batch
 * that takes the right, and the keys that its undo needs. A key that is made in between is ended as well.
 */
export async function endMadeKeys(
  deps: Pick<Deps, 'db'>,
  { userId, actorId, keep = [], now }: Ending,
): Promise<{ ended: EndedKeys; statements: Statement[] }> {
  const { db } = deps;
  const ids = (await listMadeKeys(deps, userId)).map(({ id }) => id).filter((id) => !keep.includes(id));
  const isEnded = and(
    isInUseBy(userId),
    sql`${apiKeys.id} NOT IN (SELECT value FROM json_each(${JSON.stringify(keep)}))`,
  );
  return {
    ended: { ids, at: now },
    statements: [
      db.orm.update(apiKeys).set({ revokedAt: now }).where(isEnded),
      ...ids.map((id) =>
        insertAuditStatement(db, { at: now, action: 'api_key.revoked', actorId, subject: `api-key:${id}` }),
      ),
    ],
  };
}

/** The undo of `endMadeKeys`; actions of earlier versions ended none. */
export const restoreMadeKeysStatements = (
  { db }: Pick<Deps, 'db'>,
  { ended, actorId, now }: { ended: EndedKeys | undefined; actorId: number; now: number },
): Statement[] =>
  ended === undefined || ended.ids.length === 0
    ? []
    : [
        db.orm
          .update(apiKeys)
          .set({ revokedAt: null })
          .where(and(inArray(apiKeys.id, ended.ids), eq(apiKeys.revokedAt, ended.at))),
        ...ended.ids.map((id) =>
          insertAuditStatement(db, { at: now, action: 'api_key.restored', actorId, subject: `api-key:${id}` }),
        ),
      ];

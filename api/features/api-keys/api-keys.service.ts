import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { hashToken } from '#api/adapters/lucia-sessions.ts';
import { generateToken } from '#api/adapters/secrets.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { API_KEY_PREFIX } from '#api/endpoints/api-key.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { toUserRefJson, userRefColumns } from '#db/queries/user-refs.ts';
import { apiKeys, users } from '#db/schema/index.ts';
import { onGuardRollback, rollbackIfNoRows, write } from '#db/write.ts';
import type { ApiKeyJson, ApiKeyRequest } from './api-keys.contract.ts';

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

import { formatPlanName } from '#api/domain/catalogue.ts';
import type { Database } from '#db/client.ts';
import type { Deps } from '#api/deps.ts';
import { type CsvFile, toCsvParts } from '#api/http/csv.ts';
import { recordCsvExport } from '#api/features/audit/exports.service.ts';
import type { AdminUserJson, ExportUsersQuery } from '#api/features/users/users.contract.ts';
import { toAdminUserJson } from '#api/features/users/users.mapper.ts';
import * as queries from './list.queries.ts';

const names = ['id', 'email', 'first_name', 'last_name', 'role'] as const;
const times = ['last_login_at', 'created_at'] as const;
const headerRow = [...names, ...['is_blacklisted', 'blacklisted_until', 'subscriptions', 'total_logins'], ...times];

const toCsvRow = (user: AdminUserJson) => [
  ...names.map((name) => user[name]),
  ...[String(user.is_blacklisted), user.blacklisted_until],
  user.subscriptions
    .map(({ product_name, plan_name, status }) => `${formatPlanName(product_name, plan_name)} (${status})`)
    .join('; '),
  user.total_logins,
  ...times.map((time) => user[time]),
];

type ExportDeps = Pick<Deps, 'db' | 'clock'>;

/** The users of a selection, or all that match, as CSV, read as fast as the client takes it. Only their ids are read at once. */
export async function exportUsers(deps: ExportDeps, actorId: number, query: ExportUsersQuery): Promise<CsvFile> {
  const { db, clock } = deps;
  const now = clock.now();
  const ids = await queries.listAllUserIds(db, query, now);
  return recordCsvExport(deps, {
    action: 'export.users',
    actorId,
    subject: 'users',
    name: 'users',
    filters: query,
    rows: ids.length,
    csv: toCsvParts(headerRow, ids, (part) => loadCsvRows(db, part, now)),
  });
}

async function loadCsvRows(db: Database, ids: readonly number[], now: number) {
  const rows = await queries.listUserRowsById(db, ids);
  const getParts = await queries.loadUserParts(db, ids, now);
  return rows.map((row) => toCsvRow(toAdminUserJson(row, getParts(row.id), now)));
}

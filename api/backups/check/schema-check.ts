import { DatabaseSync } from 'node:sqlite';
import { hasAnyPermission, roleLabels, type UserRole } from '#api/domain/permissions.ts';
import { readMigrationStatements } from '#db/migrate.ts';

/** A part of a schema: a table, index, trigger or view, by kind and name. */
type Schema = Map<string, string>;

/** Parts that SQLite, libSQL and the migrator make themselves, and the shadow tables of full-text indexes, which follow from those. */
const OWN_PARTS = `name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'libsql\\_%' ESCAPE '\\'
  AND name <> '__drizzle_migrations' AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`;

/**
 * Compares a restored file with the schema of its version: a sentence about the first difference, null without one. A trigger or view
 * that somebody added to a backup would run with the first write of the server. An ordinary table of an operator does nothing by
 * itself, so it stays.
 */
export function findForeignSchema(file: string, migrations: readonly number[]): string | null {
  using database = new DatabaseSync(file, { readOnly: true });
  using expected = new DatabaseSync(':memory:');
  for (const statement of readMigrationStatements(migrations)) expected.exec(statement);
  const [found, known] = [readSchema(database), readSchema(expected)];
  for (const [part, sql] of found) {
    if (!known.has(part) && sql.startsWith('createtable')) continue;
    if (!known.has(part)) return `It has a ${part} that this program didn’t make.`;
    if (known.get(part) !== sql) return `Its ${part} isn’t the one that this program makes.`;
  }
  const missing = [...known.keys()].find((part) => !found.has(part));
  return missing === undefined ? null : `Its ${missing} is missing.`;
}

function readSchema(database: DatabaseSync): Schema {
  const rows = database
    .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND ${OWN_PARTS}`)
    .all();
  return new Map(rows.map(({ type, name, sql }) => [`${type} ‘${name}’`, toComparable(String(sql))]));
}

/** Ways of quoting, spaces and letter case differ between versions of SQLite, which rewrite a table that was changed. */
const toComparable = (sql: string): string =>
  sql
    .replace(/IF NOT EXISTS/gi, '')
    .replace(/["`\s]/g, '')
    .toLowerCase();

/** Whoever could work in the back office after a restore, with their role, those with the most rights first. */
export function listStaff(file: string): { email: string; role: string }[] {
  using database = new DatabaseSync(file, { readOnly: true });
  const roles = Object.keys(roleLabels) as UserRole[];
  return database
    .prepare("SELECT email, role FROM users WHERE role <> 'user' ORDER BY email")
    .all()
    .map(({ email, role }) => ({ email: String(email), role: role as UserRole }))
    .filter(({ role }) => hasAnyPermission(role))
    .sort((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role))
    .map(({ email, role }) => ({ email, role: roleLabels[role] }));
}

import type { Statement } from '#db/write.ts';
import type { ReleaseEntry } from './manifest.ts';

/** Rows of one statement: their JSON text must fit well into memory. */
const ROWS_PER_STATEMENT = 1_000;

const INSERT_POLICIES = `INSERT INTO content_policies (policy) SELECT value FROM json_each(?) WHERE true
  ON CONFLICT DO NOTHING`;
// The index is named, because SQLite cannot know that the list is short and would scan all current entries.
const CLOSE_ENTRIES = `UPDATE release_entries INDEXED BY release_entries_current SET to_release = ?
  WHERE to_release IS NULL AND path IN (SELECT value FROM json_each(?))`;
const INSERT_ENTRIES = `
  WITH policies AS MATERIALIZED (
    SELECT place.key, content_policies.id FROM json_each(?) AS place JOIN content_policies ON policy = place.value
  )
  INSERT INTO release_entries
    (from_release, path, status, hash, location, content_type, input_hash, post_ids, valid_until, policy_id)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value -> 6, value ->> 7,
    (SELECT id FROM policies WHERE key = entry.value ->> 8)
  FROM json_each(?) AS entry`;

/**
 * The statements that end what these paths answered and let the changed ones answer anew, from `release` on. Rows
 * travel as JSON, a thousand in one text: a builder would make a dozen objects of each, and a full build of 10,000
 * posts reached its peak of memory here, 70 MB above the rendering.
 */
export function releaseEntryStatements(
  release: number,
  changed: readonly ReleaseEntry[],
  removed: readonly string[],
): Statement[] {
  const changedPaths = [...changed.map((entry) => entry.path), ...removed];
  return [
    ...chunks(changedPaths).map((paths) => ({ sql: CLOSE_ENTRIES, args: [release, JSON.stringify(paths)] })),
    ...chunks(changed).flatMap((entries) => insertStatements(release, entries)),
  ];
}

function insertStatements(release: number, entries: readonly ReleaseEntry[]): Statement[] {
  const policyIndex = new Map<string, number>();
  for (const { policy } of entries)
    if (policy !== null && !policyIndex.has(policy)) policyIndex.set(policy, policyIndex.size);
  const policies = JSON.stringify([...policyIndex.keys()]);
  const rows = JSON.stringify(entries.map((entry) => toCells(entry, policyIndex)));
  return [
    { sql: INSERT_POLICIES, args: [policies] },
    { sql: INSERT_ENTRIES, args: [policies, release, rows] },
  ];
}

/** The cells of a row by position; the last is the index of its policy in the list of policies. */
function toCells(entry: ReleaseEntry, policyIndex: ReadonlyMap<string, number>): unknown[] {
  const { path, status, hash, location, contentType, inputHash, postIds, validUntil, policy } = entry;
  return [
    path,
    status,
    hash,
    location,
    contentType,
    inputHash,
    postIds,
    validUntil,
    policyIndex.get(policy ?? '') ?? null,
  ];
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += ROWS_PER_STATEMENT) parts.push(items.slice(at, at + ROWS_PER_STATEMENT));
  return parts;
}

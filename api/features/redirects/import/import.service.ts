import { sql } from 'drizzle-orm';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { redirects } from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount } from '#api/domain/plurals.ts';
import {
  CHAIN_ISSUE,
  followRedirects,
  formatAddress,
  formatLoop,
  getTargetPath,
  parseRedirectFrom,
  parseRedirectTo,
  REDIRECT_LINES_MAX,
  REDIRECTS_MAX,
  type RedirectStatus,
  type RedirectTarget,
} from '#api/domain/redirects.ts';
import { type CsvLine, parseCsv } from '#api/http/csv.ts';
import { conflictError, invalidFieldError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import { enqueueRedirectPublishStatement } from '#api/publishing/queue/enqueue.ts';
import type { ImportCheckJson } from '#api/features/redirects/redirects.contract.ts';
import { isReachable } from '#api/features/redirects/redirects.mapper.ts';
import {
  buildSnapshot,
  isFromOneOf,
  listAllRedirects,
  rollbackIfLoop,
  rollbackUnlessRows,
} from '#api/features/redirects/redirects.queries.ts';
import { createObstacleTest, type RedirectDeps } from '#api/features/redirects/redirects.service.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';

const FAULTS_LISTED = 100;

type Line = RedirectTarget & { line: number; from: string };
type Fault = { line: number; message: string; isLoop?: boolean };
type ImportPlan = { lines: number; added: Line[]; changed: Line[]; unchanged: number; faults: Fault[] };

/** What an import of this file would do; nothing is changed. @throws validation_failed for a file without redirects, or a long one. */
export async function checkImport(deps: RedirectDeps, csv: string): Promise<ImportCheckJson> {
  const { lines, added, changed, unchanged, faults } = await planImport(deps, csv);
  return {
    lines,
    added: added.length,
    changed: changed.length,
    unchanged,
    loops: faults.filter(({ isLoop }) => isLoop).map(({ line }) => line),
    faults: faults.slice(0, FAULTS_LISTED).map(({ line, message }) => ({ line, message })),
    faults_total: faults.length,
  };
}

/** Adds and changes what the file says, without the lines that have a fault, in one batch. @throws as `checkImport`; conflict. */
export async function importRedirects(deps: RedirectDeps, actorId: number, csv: string) {
  const { added, changed } = await planImport(deps, csv);
  const count = added.length + changed.length;
  if (count === 0) throw conflictError('This file changes nothing.');
  const { db } = deps;
  const now = deps.clock.now();
  const undoId = generateId();
  const isChanged = isFromOneOf(changed.map(({ from }) => from));
  const isWritten = isFromOneOf([...added, ...changed].map(({ from }) => from));
  const item = { from: sql`item.value ->> 'from'`, to: sql`item.value ->> 'to'`, status: sql`item.value ->> 'status'` };
  try {
    await write(db, [
      ...recordUndoStatements(db, {
        id: undoId,
        kind: 'redirects.changed',
        actorId,
        now,
        snapshot: buildSnapshot({ before: isChanged }, now),
      }),
      sql`INSERT INTO ${redirects} (from_path, to_address, status, created_by, created_at, updated_at)
        SELECT ${item.from}, ${item.to}, ${item.status}, ${actorId}, ${now}, ${now} FROM json_each(${JSON.stringify(added)}) AS item`,
      sql`UPDATE ${redirects} SET to_address = ${item.to}, status = ${item.status}, updated_at = ${now}
        FROM json_each(${JSON.stringify(changed)}) AS item WHERE from_path = ${item.from}`,
      rollbackUnlessRows(changed.length),
      rollbackIfLoop(isWritten),
      // Only now the rows have their ids.
      sql`UPDATE undo_actions SET snapshot = json_set(snapshot, '$.after',
        (SELECT json_group_array(${redirects.id}) FROM ${redirects} WHERE ${isWritten})) WHERE id = ${undoId}`,
      insertAuditStatement(db, {
        at: now,
        action: 'redirect.imported',
        actorId,
        subject: 'redirects',
        detail: { redirects: count, added: added.length, changed: changed.length },
      }),
      enqueueRedirectPublishStatement(db, {
        reason: `Imported ${formatCount(count, 'redirect')}`,
        userId: actorId,
        now,
      }),
    ]);
  } catch (error) {
    if (!isUniqueViolation(error) && !isGuardRollback(error)) throw error;
    throw conflictError('The redirects have changed in the meantime. Choose the file again.');
  }
  deps.publisher.wake();
  return {
    message: `${formatCount(count, 'redirect')} imported`,
    added: added.length,
    changed: changed.length,
    undo: toUndoJson(undoId, now),
  };
}

async function planImport(deps: RedirectDeps, csv: string): Promise<ImportPlan> {
  const lines = readLines(csv);
  const faults: Fault[] = [];
  const candidates = parseLines(lines, deps.site.url, faults);
  const existing = await listAllRedirects(deps.db);
  const accepted = await acceptLines(deps, candidates, existing, faults);
  const added = accepted.filter(({ from }) => !existing.has(from));
  const changed = accepted.filter(({ from, to, status }) => {
    const before = existing.get(from);
    return before !== undefined && (before.to !== to || before.status !== status);
  });
  const unchanged = accepted.length - added.length - changed.length;
  const room = REDIRECTS_MAX - existing.size;
  if (added.length > room) {
    const left = room > 0 ? formatNumber(room) : 'no';
    const message = `A site can have ${formatNumber(REDIRECTS_MAX)} redirects. There is room for ${left} more, and this file has ${formatCount(added.length, 'new one')}.`;
    throw invalidFieldError('csv', message);
  }
  return { lines: lines.length, added, changed, unchanged, faults: faults.sort((a, b) => a.line - b.line) };
}

/** @throws validation_failed for a file without lines, or with too many. */
function readLines(csv: string): CsvLine[] {
  const [first, ...rest] = parseCsv(csv);
  const isHead = first !== undefined && !/^(\/|https?:)/.test(first.cells[0]?.trim() ?? '');
  const lines = first === undefined || isHead ? rest : [first, ...rest];
  if (lines.length === 0) {
    throw invalidFieldError('csv', 'This file has no redirects. Each line needs the old address and the new one.');
  }
  if (lines.length > REDIRECT_LINES_MAX) {
    const message = `This file has ${formatNumber(lines.length)} lines. Split it into files of up to ${formatNumber(REDIRECT_LINES_MAX)}.`;
    throw invalidFieldError('csv', message);
  }
  return lines;
}

/** The lines with two addresses that can be ones, each old one once. */
function parseLines(lines: readonly CsvLine[], siteUrl: string, faults: Fault[]): Line[] {
  const byFrom = new Map<string, Line>();
  for (const { line, cells } of lines) {
    const from = parseRedirectFrom(cells[0] ?? '', siteUrl);
    const to = parseRedirectTo(cells[1] ?? '', siteUrl);
    const status = parseStatus(cells[2]);
    const issue = from.issue ?? to.issue ?? (status === null ? STATUS_ISSUE : undefined);
    if (issue !== undefined || from.address === undefined || to.address === undefined || status === null) {
      faults.push({ line, message: issue ?? STATUS_ISSUE });
      continue;
    }
    const earlier = byFrom.get(from.address);
    if (earlier) faults.push({ line, message: `${formatAddress(from.address)} is in line ${earlier.line} already.` });
    else byFrom.set(from.address, { line, from: from.address, to: to.address, status });
  }
  return [...byFrom.values()];
}

const STATUS_ISSUE = 'The type has to be 301 (permanent) or 302 (temporary).';
const STATUSES: Record<string, RedirectStatus> = { '': 301, '301': 301, permanent: 301, '302': 302, temporary: 302 };
const parseStatus = (cell = ''): RedirectStatus | null => STATUSES[cell.trim().toLowerCase()] ?? null;

/** The lines that the rules allow. A line may lead to the old address of another one, whichever comes first. */
async function acceptLines(
  deps: RedirectDeps,
  candidates: readonly Line[],
  existing: ReadonlyMap<string, RedirectTarget>,
  faults: Fault[],
): Promise<Line[]> {
  const findObstacle = await createObstacleTest(deps);
  const free = candidates.filter(({ line, from }) => {
    const obstacle = findObstacle(from);
    if (obstacle !== null) faults.push({ line, message: obstacle });
    return obstacle === null;
  });
  return removeUnreachable(deps.site, removeLoops(free, existing, faults), existing, faults);
}

/** Without the lines that lead nowhere, and those that lead to one of them. */
function removeUnreachable(
  site: RedirectDeps['site'],
  lines: readonly Line[],
  existing: ReadonlyMap<string, RedirectTarget>,
  faults: Fault[],
): Line[] {
  let left = [...lines];
  for (let before = -1; before !== left.length;) {
    before = left.length;
    const sources = new Set(left.map(({ from }) => from));
    left = left.filter(({ line, to }) => {
      const target = getTargetPath(to) ?? '';
      const isFound = isReachable(site, to) || sources.has(target) || existing.has(target);
      if (!isFound) faults.push({ line, message: `There is no page at ${formatAddress(target)}.` });
      return isFound;
    });
  }
  return left;
}

/** Of several lines that make a loop together, the last one is left out. */
function removeLoops(lines: readonly Line[], existing: ReadonlyMap<string, RedirectTarget>, faults: Fault[]): Line[] {
  const targets = new Map(existing);
  const accepted: Line[] = [];
  for (const line of lines) {
    const before = targets.get(line.from);
    targets.set(line.from, line);
    const { path, isLoop, isTooLong } = followRedirects(line.from, (address) => targets.get(address));
    if (!isLoop && !isTooLong) {
      accepted.push(line);
      continue;
    }
    faults.push({ line: line.line, message: isLoop ? formatLoop(path) : CHAIN_ISSUE, isLoop });
    if (before) targets.set(line.from, before);
    else targets.delete(line.from);
  }
  return accepted;
}

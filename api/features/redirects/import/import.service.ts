import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { recordUndoStatements } from '#db/queries/undo-actions.ts';
import { redirects } from '#db/schema/index.ts';
import { isGuardRollback, isUniqueViolation, write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount } from '#api/domain/plurals.ts';
import {
  CHAIN_ISSUE,
  formatAddress,
  formatLoop,
  getTargetPath,
  parseRedirectFrom,
  parseRedirectTo,
  REDIRECT_CHAIN_MAX,
  REDIRECT_LINES_MAX,
  REDIRECTS_MAX,
  type RedirectStatus,
  type RedirectTarget,
} from '#api/domain/redirects.ts';
import { createChainReader, listLoops } from '#api/domain/redirect-chains.ts';
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
/** Rounds in which one line of each loop is left out. Files of people need one or two. */
const LOOP_ROUNDS = 10;

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
  const candidates = await parseLines(lines, deps.site.url, faults);
  const existing = await listAllRedirects(deps.db);
  const accepted = await acceptLines(deps, candidates, existing, faults);
  const added = accepted.filter(({ from }) => !existing.has(from));
  const changed = accepted.filter(({ from, to, status }) => {
    const before = existing.get(from);
    return before !== undefined && (before.to !== to || before.status !== status);
  });
  await yieldToRequests();
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

/** Lines between two turns of the event loop. */
const PART_LINES = 500;

/** The lines with two addresses that can be ones, each old one once. */
async function parseLines(lines: readonly CsvLine[], siteUrl: string, faults: Fault[]): Promise<Line[]> {
  const byFrom = new Map<string, Line>();
  for (const [at, { line, cells }] of lines.entries()) {
    if (at % PART_LINES === 0) await yieldToRequests();
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
  await yieldToRequests();
  const withoutLoops = await removeLoops(free, existing, faults);
  await yieldToRequests();
  const ending = removeLongChains(withoutLoops, existing, faults);
  await yieldToRequests();
  return removeUnreachable(deps.site, ending, existing, faults);
}

/** Without the lines that lead nowhere, and those that lead to one of them: found from the ends of the chains on. */
function removeUnreachable(
  site: RedirectDeps['site'],
  lines: readonly Line[],
  existing: ReadonlyMap<string, RedirectTarget>,
  faults: Fault[],
): Line[] {
  const byTarget = Map.groupBy(lines, ({ to }) => getTargetPath(to) ?? '');
  const found = new Set<Line>();
  const isEnd = ({ to }: Line) => isReachable(site, to) || existing.has(getTargetPath(to) ?? '');
  for (let next = lines.filter(isEnd); next.length > 0;) {
    for (const line of next) found.add(line);
    next = next.flatMap(({ from }) => byTarget.get(from) ?? []).filter((line) => !found.has(line));
  }
  for (const { line, to } of lines.filter((each) => !found.has(each)))
    faults.push({ line, message: `There is no page at ${formatAddress(getTargetPath(to) ?? '')}.` });
  return lines.filter((line) => found.has(line));
}

/**
 * Leaves out the last of several lines that make a loop together; the redirect that its address has today counts again. That can
 * close another loop; from a number of rounds on, all lines of a loop are left out.
 */
async function removeLoops(
  lines: readonly Line[],
  existing: ReadonlyMap<string, RedirectTarget>,
  faults: Fault[],
): Promise<Line[]> {
  let left = [...lines];
  for (let round = 1; ; round += 1) {
    const byFrom = new Map(left.map((line) => [line.from, line]));
    const loops = listLoops(byFrom.keys(), (path) => byFrom.get(path) ?? existing.get(path));
    const removed = loops.flatMap((loop) => {
      const members = loop.flatMap((address) => byFrom.get(address) ?? []).sort((a, b) => b.line - a.line);
      const out = round < LOOP_ROUNDS ? members.slice(0, 1) : members;
      for (const { line, from } of out) faults.push({ line, message: formatLoop(beginWith(loop, from)), isLoop: true });
      return out;
    });
    if (removed.length === 0) return left;
    await yieldToRequests();
    const gone = new Set(removed);
    left = left.filter((line) => !gone.has(line));
  }
}

/** The addresses of a loop from one of them on, up to the same one. */
function beginWith(loop: readonly string[], from: string): string[] {
  const at = loop.indexOf(from);
  return [...loop.slice(at), ...loop.slice(0, at), from];
}

/** Without the lines that lead through too many others. */
function removeLongChains(
  lines: readonly Line[],
  existing: ReadonlyMap<string, RedirectTarget>,
  faults: Fault[],
): Line[] {
  const byFrom = new Map(lines.map((line) => [line.from, line]));
  const readChain = createChainReader((path) => byFrom.get(path) ?? existing.get(path));
  return lines.filter(({ line, from }) => {
    const isFine = (readChain(from)?.redirects ?? 0) <= REDIRECT_CHAIN_MAX;
    if (!isFine) faults.push({ line, message: CHAIN_ISSUE });
    return isFine;
  });
}

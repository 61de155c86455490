/** Error codes of a full disk, an exceeded quota or a process limit. */
const SYSTEM_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** SQLite reports only ENOSPC as SQLITE_FULL; a quota or a process limit is a failed write. */
const SQLITE_CODES = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE']);

type Coded = { code?: unknown; extendedCode?: unknown; cause?: unknown };

/** For `.catch` behind a write that may be left out while the disk is full, because a read must go on without it. */
export function ignoreOutOfSpace(error: unknown): void {
  if (!isOutOfSpace(error)) throw error;
}

/** True when an error, or what caused it, says that nothing more can be stored: in the database or in a file. */
export function isOutOfSpace(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code, extendedCode } = each as Coded;
    if (SYSTEM_CODES.has(String(code)) || SQLITE_CODES.has(String(code))) return true;
    if (SQLITE_CODES.has(String(extendedCode))) return true;
  }
  return false;
}

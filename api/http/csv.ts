type Cell = string | number | null;

/**
 * Spreadsheets treat a cell that starts with one of these as a formula (SECURITY.md T28), also in their full-width and small
 * forms, and some skip spaces and invisible characters before it.
 */
const FORMULA = /^(?:[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r\0])/u;

/** Without it Excel reads UTF-8 as the code page of the computer. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as CSV (RFC 4180): CRLF behind each, quotes where needed, `'` before what a spreadsheet would run. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('');
}

function toField(cell: Cell): string {
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file to download; `csv` in parts. */
export type CsvFile = { name: string; csv: AsyncGenerator<string> };

/** Rows of one read: a few milliseconds, so that other requests run in between. */
const PART_SIZE = 500;

/** A list as CSV, read as fast as the client takes it: only its ids are there at once. */
export async function* toCsvParts<Id>(
  head: readonly Cell[],
  ids: readonly Id[],
  loadRows: (ids: readonly Id[]) => Promise<readonly (readonly Cell[])[]>,
): AsyncGenerator<string, void, void> {
  yield toCsv([head]);
  for (let start = 0; start < ids.length; start += PART_SIZE) {
    yield toCsv(await loadRows(ids.slice(start, start + PART_SIZE)));
  }
}

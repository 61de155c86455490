/** A number that is always written with so many digits after the decimal sign, such as an amount of money. */
export type FixedNumber = { value: number; digits: number };
type Cell = string | number | FixedNumber | null;

/** Signs between cells and before decimals. */
export type CsvSigns = { separator: ',' | ';'; decimal: '.' | ',' };

/** As programs read them. */
export const POINT_SIGNS: CsvSigns = { separator: ',', decimal: '.' };
/** As spreadsheets save and open them where people write 9,90: a comma can’t be both. */
export const COMMA_SIGNS: CsvSigns = { separator: ';', decimal: ',' };

/**
 * Spreadsheets treat a cell that starts with one of these as a formula (SECURITY.md T28), also in their full-width and small
 * forms, and some skip spaces and invisible characters before it.
 */
const FORMULA = /^(?:[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r\0])/u;

/** Without it Excel reads UTF-8 as the code page of the computer. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as CSV (RFC 4180): CRLF behind each, quotes where needed, `'` before what a spreadsheet would run. */
export function toCsv(rows: readonly (readonly Cell[])[], signs = POINT_SIGNS): string {
  return rows.map((row) => `${row.map((cell) => toField(cell, signs)).join(signs.separator)}\r\n`).join('');
}

function toField(cell: Cell, { separator, decimal }: CsvSigns): string {
  const text = toText(cell, decimal);
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toText(cell: Cell, decimal: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return FORMULA.test(cell) ? `'${cell}` : cell;
  return (typeof cell === 'number' ? String(cell) : cell.value.toFixed(cell.digits)).replace('.', decimal);
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

/** A line of a file that someone brings, with its number there. */
export type CsvLine = { line: number; cells: string[] };

/**
 * Reads CSV (RFC 4180) as spreadsheets save it: with a comma, semicolon or tab between cells, any line ends, quotes around cells
 * that hold one of them. Empty lines are left out.
 */
export function parseCsv(text: string): CsvLine[] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = findSeparator(source);
  // A quoted cell, or everything up to what ends it.
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"?[^${separator}\\r\\n]*|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  );
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  while (cell.lastIndex < source.length) {
    const [all = '', quoted, plain = '', end] = cell.exec(source) ?? [];
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += all.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === separator && cell.lastIndex < source.length) continue;
    if (cells.some((each) => each.trim() !== '')) lines.push({ line: start, cells });
    cells = [];
    start = line;
  }
  return lines;
}

/** The one that is most frequent in the first line. */
function findSeparator(text: string): string {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const count = (sign: string) => head.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

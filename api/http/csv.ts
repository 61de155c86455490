import type { Context } from 'hono';

type Cell = string | number | null;

/**
 * Spreadsheets treat a cell that starts with one of these as a formula (SECURITY.md T28), also in their full-width and small
 * forms, and some skip spaces and invisible characters before it.
 */
const FORMULA = /^(?:[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r\0])/u;

/** Without it Excel reads UTF-8 as the code page of the computer. */
const BYTE_ORDER_MARK = '\uFEFF';

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

export const respondWithCsv = (context: Context, { name, csv }: CsvFile) =>
  context.body(toCsvStream(csv), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });

/** A CSV file as a response body that is read in parts: the next part is made once the last one was sent. */
function toCsvStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK));
    },
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

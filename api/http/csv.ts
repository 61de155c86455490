type Cell = string | number | null;

/** Spreadsheets treat a cell that starts with one of these as a formula (SECURITY.md T28). */
const FORMULA = /^[=+\-@\t\r\0]/;

/** Rows as CSV (RFC 4180): CRLF behind each, quotes where needed, `'` before what a spreadsheet would run. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('');
}

function toField(cell: Cell): string {
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A response body that is read in parts: the next part is made once the last one was sent. */
export function toTextStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
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

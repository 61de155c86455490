/** A row of a table, as JSON. */
export type TableRow = { table: string; json: string };

type Options = {
  /** Rows of other tables are passed over. */
  isWanted: (table: string) => boolean;
  /** Named as it begins, also where it is empty. */
  onTable?: (table: string) => void;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** No export is nested deeper; each level of a damaged file takes memory. */
const DEPTH_MAX = 2_000;

/** Place of an export's tables: in `db[0].data`, `data` or `db.data`. */
const TABLES = /^(db\/0\/data|data|db\/data)\/([^/]+)$/;

type Container = { close: number; key: string; index: number };

/**
 * The rows of the tables in an export of Ghost, one after the other, so that no more of a large file is in memory than its largest row. Of
 * what is passed over only the brackets and the ends of strings are checked. @throws SyntaxError for a file that is no JSON
 */
export async function* readTableRows(
  chunks: AsyncIterable<Buffer>,
  { isWanted, onTable }: Options,
): AsyncGenerator<TableRow> {
  const stack: Container[] = [];
  let table: { name: string; depth: number } | null = null;
  /** Bytes of the row, and of the last string outside of a row: either may go over several chunks. */
  let row: Buffer[] | null = null;
  let text: Buffer[] = [];
  let isString = false;
  let isEscaped = false;
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (isString) {
        const end = findEndOfString(chunk, at, isEscaped);
        isEscaped = end === -1 && isEndEscaped(chunk, at, isEscaped);
        if (end === -1) break;
        isString = false;
        if (row === null) text.push(chunk.subarray(start, end));
        at = end;
        continue;
      }
      const byte = chunk[at];
      const top = stack.at(-1);
      if (byte === QUOTE) {
        isString = true;
        if (row === null) [text, start] = [[], at + 1];
      } else if (byte === COLON && top && row === null) top.key = parseKey(text);
      else if (byte === COMMA && top) top.index += 1;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (stack.length >= DEPTH_MAX) throw new SyntaxError('It is nested too deeply.');
        if (table === null) {
          table = byte === OPEN_LIST ? findTable(stack) : null;
          if (table) onTable?.(table.name);
        } else if (byte === OPEN_OBJECT && stack.length === table.depth && isWanted(table.name))
          [row, start] = [[], at];
        stack.push({ close: byte === OPEN_LIST ? CLOSE_LIST : CLOSE_OBJECT, key: '', index: 0 });
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (stack.pop()?.close !== byte) throw new SyntaxError('A bracket is missing.');
        if (row !== null && stack.length === table?.depth) {
          row.push(chunk.subarray(start, at + 1));
          yield { table: table.name, json: Buffer.concat(row).toString('utf8') };
          row = null;
        }
        if (table !== null && stack.length < table.depth) table = null;
      }
    }
    if (row !== null) row.push(Buffer.from(chunk.subarray(start)));
    else if (isString && table === null) text.push(Buffer.from(chunk.subarray(start)));
  }
  if (stack.length > 0 || isString) throw new SyntaxError('The file ends too early.');
}

/** End of the string that goes on at `from`; -1 behind the chunk. The search of the runtime is faster than any loop. */
function findEndOfString(chunk: Buffer, from: number, isEscaped: boolean): number {
  for (let at = chunk.indexOf(QUOTE, from); at !== -1; at = chunk.indexOf(QUOTE, at + 1))
    if (!isEndEscaped(chunk.subarray(0, at), from, isEscaped)) return at;
  return -1;
}

/** Whether an odd number of backslashes ends the bytes from `from` on; `isEscaped`: one more stands before them. */
function isEndEscaped(bytes: Buffer, from: number, isEscaped: boolean): boolean {
  let at = bytes.length;
  while (at > from && bytes[at - 1] === BACKSLASH) at -= 1;
  return (bytes.length - at + (at === from && isEscaped ? 1 : 0)) % 2 === 1;
}

/** The table whose list begins in these containers. */
function findTable(stack: readonly Container[]): { name: string; depth: number } | null {
  if (stack.length < 2 || stack.length > 4) return null;
  const [, , name] = TABLES.exec(stack.map(toStep).join('/')) ?? [];
  return name === undefined ? null : { name, depth: stack.length + 1 };
}

const toStep = ({ close, key, index }: Container): string => (close === CLOSE_LIST ? String(index) : key);

/** A key that is no string of JSON names no table. */
function parseKey(bytes: readonly Buffer[]): string {
  try {
    return String(JSON.parse(`"${Buffer.concat(bytes).toString('utf8')}"`));
  } catch {
    return '';
  }
}

/** What begins or ends something in which a semicolon ends no statement. */
const MARK = /['"`;]|--|\/\*/g;
const TRIGGER = /^\s*CREATE\s+(TEMP\s+|TEMPORARY\s+)?TRIGGER\b/i;
const TRIGGER_END = /;\s*END\s*$/i;
/** How the server writes a virtual table. It doesn’t double the quotes in its SQL, so the text is not to be parsed. */
const VIRTUAL_TABLE = 'INSERT INTO sqlite_schema(';
const VIRTUAL_TABLE_END = ")');\n";

/** Splits the SQL of a dump into statements, without their semicolons, as SQLite’s `sqlite3_complete` does. */
export async function* splitStatements(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    let start = 0;
    for (;;) {
      const end = findEnd(rest, start);
      if (end === null) break;
      const statement = rest.slice(start, end).trim();
      if (statement !== '') yield statement;
      start = end + 1;
    }
    rest = rest.slice(start);
  }
  if (rest.trim() !== '') throw new Error('The dump of the database server was cut off.');
}

/** Where the semicolon is that ends the statement from `start`; null when more text is needed. */
function findEnd(text: string, start: number): number | null {
  const first = text.slice(start, start + 100).trimStart();
  if (first.startsWith(VIRTUAL_TABLE)) {
    const end = text.indexOf(VIRTUAL_TABLE_END, start);
    return end === -1 ? null : end + VIRTUAL_TABLE_END.indexOf(';');
  }
  const isTrigger = TRIGGER.test(first);
  MARK.lastIndex = start;
  for (let found = MARK.exec(text); found; found = MARK.exec(text)) {
    const [mark] = found;
    if (mark === ';') {
      if (!isTrigger || TRIGGER_END.test(text.slice(start, found.index))) return found.index;
      continue;
    }
    const closed = text.indexOf(CLOSING[mark] ?? mark, MARK.lastIndex);
    if (closed === -1) return null;
    // A doubled quote opens the next literal at once, which comes to the same.
    MARK.lastIndex = closed + (CLOSING[mark] ?? mark).length;
  }
  return null;
}

const CLOSING: Record<string, string> = { '--': '\n', '/*': '*/' };

/** The name of the virtual table that this statement stands for; null for any other. */
export function readVirtualTable(statement: string): string | null {
  if (!statement.startsWith(VIRTUAL_TABLE)) return null;
  return /VALUES\('table','([^']+)'/.exec(statement)?.[1] ?? null;
}

const LITERAL_OR_INFINITY = /'(?:[^']|'')*'|(?<=[(,])(-?)inf(?=[,)])/gi;

/**
 * Writes values that the dump holds as no SQL can read them: SQLite ends its SQL at a NUL, which a text may hold, and has no
 * word for infinity.
 */
export function repairValues(statement: string): string {
  if (!statement.includes('\0') && !/[(,]-?inf[,)]/i.test(statement)) return statement;
  return statement.replace(LITERAL_OR_INFINITY, (found: string, sign: string | undefined) => {
    if (!found.startsWith("'")) return `${sign}9e999`;
    if (!found.includes('\0')) return found;
    const text = found.slice(1, -1).replaceAll("''", "'");
    return `CAST(X'${Buffer.from(text).toString('hex')}' AS TEXT)`;
  });
}

import { describe, expect, it } from 'vitest';
import { readVirtualTable, repairValues, splitStatements } from '#api/backups/libsql/dump-statements.ts';

/** In pieces of this many characters, as they may come from the network. */
async function split(text: string, size: number): Promise<string[]> {
  const chunks = (text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])[Symbol.iterator]();
  const statements: string[] = [];
  const stream = (async function* () {
    yield* chunks;
  })();
  for await (const statement of splitStatements(stream)) statements.push(statement);
  return statements;
}

const STATEMENTS = [
  'BEGIN TRANSACTION',
  `CREATE TABLE "a;b" (id integer, -- it's; a comment\n x text /* ; ' */ DEFAULT ';')`,
  `INSERT INTO t VALUES(1,'it''s; ''','')`,
  `INSERT INTO t VALUES(2,'two\n);\nlines',X'00')`,
  `CREATE TRIGGER tr AFTER INSERT ON t BEGIN UPDATE t SET x = 'END;'; DELETE FROM u; END`,
  'CREATE INDEX `i;` ON t (x)',
  'COMMIT',
];

describe('the statements of a dump', () => {
  it('are split at the semicolons that end them, wherever the network cuts the text', async () => {
    const text = STATEMENTS.map((statement) => `${statement};\n`).join('');
    for (const size of [1, 2, 7, 10_000]) expect(await split(text, size)).toEqual(STATEMENTS);
  });

  it('are cut off where text is left', async () => {
    await expect(split("BEGIN;\nINSERT INTO t VALUES('a", 100)).rejects.toThrow('cut off');
  });

  it('name a virtual table, whose SQL the server writes with quotes that end it', async () => {
    const sql = `CREATE VIRTUAL TABLE s USING fts5(x, content='', tokenize='trigram')`;
    const statement = `INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql) VALUES('table','s','s',0,'${sql}')`;
    const statements = await split(`${statement};\nCOMMIT;\n`, 9);
    expect(statements).toEqual([statement, 'COMMIT']);
    expect(statements.map(readVirtualTable)).toEqual(['s', null]);
  });

  it('get SQL for a NUL in a text and for infinity, and keep words that only look so', () => {
    expect(repairValues("INSERT INTO t VALUES('it''s\0',inf,-inf,'(inf)','inf')")).toBe(
      "INSERT INTO t VALUES(CAST(X'6974277300' AS TEXT),9e999,-9e999,'(inf)','inf')",
    );
    expect(repairValues("INSERT INTO t VALUES('plain',1)")).toBe("INSERT INTO t VALUES('plain',1)");
  });
});

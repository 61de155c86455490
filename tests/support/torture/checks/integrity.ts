import { DatabaseSync } from 'node:sqlite';
import type { Findings } from '../findings.ts';

/** Of the file itself. Call it when nothing has it open. */
export function checkIntegrity(findings: Findings, file: string): void {
  using database = new DatabaseSync(file);
  const verdicts = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row.integrity_check));
  if (verdicts.join() !== 'ok') findings.add(`the database is damaged: ${verdicts.slice(0, 3).join('; ')}`);
  const broken = database.prepare('PRAGMA foreign_key_check').all();
  if (broken.length > 0)
    findings.add(`${broken.length} rows name others that are missing: ${JSON.stringify(broken[0])}`);
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { PartResult } from './proof-row.ts';

/** The results of each row, by its id. */
export type Results = Record<string, PartResult[]>;

export function loadResults(file: string): Results {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};
}

/** Written after each part, so that what was measured survives an interruption. */
export function saveResults(file: string, results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

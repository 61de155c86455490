import type { Loss } from '#api/adapters/site-readers/records.ts';
import type { ImportKind } from '#api/domain/imports.ts';
import type { SiteFiles } from '#api/adapters/site-readers/read-site.ts';

/** The data of a thread. `progress` holds the number of the text that is being read, or 0; the texts with the numbers in `skipped` are left out. */
export type ReadingTask = { site: SiteFiles; skipped: ReadonlySet<number>; progress: Int32Array<SharedArrayBuffer> };

/** An item as it is stored. Every text is well-formed; `data` is JSON, and `html` is null for what has no text. */
export type ItemRow = {
  kind: ImportKind;
  phase: number;
  sourceId: string;
  title: string;
  data: string;
  hash: string;
  losses: Loss[];
  html: string | null;
};

/** A message of the thread, which goes on once it has an answer. */
export type ReadingPart =
  | { kind: 'items'; rows: ItemRow[] }
  | { kind: 'site'; origin: string; losses: Loss[] }
  | { kind: 'slow'; title: string };

/** `isFile`: the file is to blame, and `message` says so to a person. */
export type ReadingFailure = { kind: 'failed'; message: string; isFile: boolean; code: string };
export type ReadingMessage = ReadingPart | ReadingFailure | { kind: 'end' };

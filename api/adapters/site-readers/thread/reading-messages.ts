import type { Loss } from '#api/adapters/site-readers/records.ts';
import type { SiteFiles } from '#api/adapters/site-readers/read-site.ts';

/** What the thread is given. `progress` holds the number of the text that is being read, or 0; texts of `left` are left out. */
export type ReadingTask = { site: SiteFiles; left: ReadonlySet<number>; progress: Int32Array<SharedArrayBuffer> };

/** What the thread says of a site; it goes on when it has an answer to each. `rows` is JSON, a list of items. */
export type ReadingPart =
  { kind: 'items'; rows: string } | { kind: 'site'; origin: string; losses: Loss[] } | { kind: 'slow'; title: string };

/** `isFile`: the file is to blame, and `message` says so to a person. */
export type ReadingFailure = { kind: 'failed'; message: string; isFile: boolean; code: string };
export type ReadingMessage = ReadingPart | ReadingFailure | { kind: 'end' };

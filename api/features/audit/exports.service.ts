import type { AuditAction } from '#api/domain/enums.ts';
import { write } from '#db/write.ts';
import { formatFileDay } from '#api/domain/local-time.ts';
import type { Deps } from '#api/deps.ts';
import type { CsvFile } from '#api/http/csv.ts';
import { insertAuditStatement } from './audit.service.ts';

type ExportAction = Extract<AuditAction, `export.${string}`>;

export type Export = {
  action: ExportAction;
  actorId: number;
  /** What is exported, such as `users` or `user:12`. */
  subject: string;
  detail?: Record<string, unknown>;
};

/** Records that personal data leave the back office, before any of them do (SECURITY.md T46). */
export async function recordExport({ db, clock }: Pick<Deps, 'db' | 'clock'>, exported: Export): Promise<void> {
  await write(db, [insertAuditStatement(db, { ...exported, at: clock.now() })]);
}

type CsvExport = Omit<Export, 'detail'> & {
  /** Of the file, to which the day is added. */
  name: string;
  /** The filters; of the search only that there was one, because it may be a name or an address. The order is left out. */
  filters: { search?: string | undefined; sortBy?: unknown; sortOrder?: unknown; [name: string]: unknown };
  rows: number;
  csv: AsyncGenerator<string>;
};

/** Records an export and returns it as a file. Every CSV export goes through here. */
export async function recordCsvExport(
  deps: Pick<Deps, 'db' | 'clock'>,
  { name, filters, rows, csv, ...exported }: CsvExport,
): Promise<CsvFile> {
  const { search, sortBy: _by, sortOrder: _order, ...rest } = filters;
  await recordExport(deps, { ...exported, detail: { rows, ...rest, ...(search && { searched: true }) } });
  return { name: `${name}-${formatFileDay(deps.clock.now())}.csv`, csv };
}

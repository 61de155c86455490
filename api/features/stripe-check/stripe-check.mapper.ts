import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { StripeReport } from '#api/domain/stripe-report.ts';
import type { StripeCheckJson } from './stripe-check.contract.ts';

export const toStripeCheckJson = (report: StripeReport | null): StripeCheckJson => ({
  report: report && {
    mode: report.mode,
    lines: report.lines.map((line) => ({ ...line, at: toIsoOrNull(line.at) })),
    started_at: toIso(report.startedAt),
    finished_at: toIsoOrNull(report.finishedAt),
  },
});

import type { OpenshelfStatsJson } from '#api/features/openshelf/stats/stats.contract.ts';
import { PUBLICATION_STATUS_LABELS as LABELS } from '#src/config/publication-status-labels.ts';
import { BarRows, type ChartTone } from '#src/ui/charts/BarRows.tsx';
import { Chart } from '#src/ui/charts/Chart.tsx';
import { ChartTable } from '#src/ui/charts/ChartTable.tsx';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatPercent } from './percents.ts';
import { describePublished } from './stats-findings.ts';

type Status = { label: string; count: keyof OpenshelfStatsJson & `${string}_count`; tone: ChartTone };

const GROUPS: { label: string; statuses: Status[] }[] = [
  {
    label: 'Under way',
    statuses: [
      { label: LABELS.DRAFT, count: 'draft_count', tone: 'neutral' },
      { label: LABELS.SUBMITTED, count: 'submitted_count', tone: 'neutral' },
      { label: LABELS.AI_REVIEWING, count: 'ai_reviewing_count', tone: 'neutral' },
      { label: LABELS.AI_APPROVED, count: 'ai_approved_count', tone: 'neutral' },
      { label: LABELS.ADMIN_REVIEWING, count: 'admin_reviewing_count', tone: 'neutral' },
    ],
  },
  {
    label: 'Accepted',
    statuses: [
      { label: LABELS.APPROVED, count: 'approved_count', tone: 'good' },
      { label: LABELS.PUBLISHED, count: 'published_count', tone: 'good' },
    ],
  },
  {
    label: 'Stopped',
    statuses: [
      { label: LABELS.AI_REJECTED, count: 'ai_rejected_count', tone: 'bad' },
      { label: LABELS.REJECTED, count: 'rejected_count', tone: 'bad' },
      { label: LABELS.WITHDRAWN, count: 'withdrawn_count', tone: 'off' },
    ],
  },
];

export function StatusBreakdown({ stats }: { stats: OpenshelfStatsJson }) {
  const all = GROUPS.flatMap(({ statuses }) => statuses);
  const max = Math.max(...all.map(({ count }) => stats[count]), 1);
  const formatShare = (count: number) => formatPercent(count, stats.total_publications);
  return (
    <section aria-labelledby="statuses">
      <h2 id="statuses">Status Breakdown</h2>
      <Chart finding={describePublished(stats)} note="Every publication by its status now.">
        {GROUPS.map(({ label, statuses }) => (
          <BarRows
            key={label}
            label={label}
            isLabelShown
            max={max}
            rows={statuses.map(({ label: name, count, tone }) => ({
              label: name,
              value: stats[count],
              tone,
              text: formatNumber(stats[count]),
              note: formatShare(stats[count]),
            }))}
          />
        ))}
        <ChartTable
          caption="Publications by status"
          columns={['Status', 'Publications', 'Share']}
          rows={all.map(({ label, count }) => [label, formatNumber(stats[count]), formatShare(stats[count])])}
        />
      </Chart>
    </section>
  );
}

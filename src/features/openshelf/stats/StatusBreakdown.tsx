import type { OpenshelfStatsJson } from '#api/features/openshelf/stats/stats.contract.ts';
import { BarRows, type ChartTone } from '#src/ui/charts/BarRows.tsx';
import { Chart } from '#src/ui/charts/Chart.tsx';
import { ChartTable } from '#src/ui/charts/ChartTable.tsx';
import { formatNumber, formatPercent } from './percents.ts';
import { describePublished } from './stats-findings.ts';

type Status = { label: string; count: keyof OpenshelfStatsJson & `${string}_count`; tone: ChartTone };

const GROUPS: { label: string; statuses: Status[] }[] = [
  {
    label: 'Under way',
    statuses: [
      { label: 'Draft', count: 'draft_count', tone: 'neutral' },
      { label: 'Submitted', count: 'submitted_count', tone: 'neutral' },
      { label: 'AI reviewing', count: 'ai_reviewing_count', tone: 'neutral' },
      { label: 'AI approved', count: 'ai_approved_count', tone: 'neutral' },
      { label: 'Admin reviewing', count: 'admin_reviewing_count', tone: 'neutral' },
    ],
  },
  {
    label: 'Accepted',
    statuses: [
      { label: 'Approved', count: 'approved_count', tone: 'good' },
      { label: 'Published', count: 'published_count', tone: 'good' },
    ],
  },
  {
    label: 'Stopped',
    statuses: [
      { label: 'AI rejected', count: 'ai_rejected_count', tone: 'bad' },
      { label: 'Rejected', count: 'rejected_count', tone: 'bad' },
      { label: 'Withdrawn', count: 'withdrawn_count', tone: 'off' },
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
              ...{ label: name, value: stats[count], tone },
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

import { Chart } from '#src/ui/charts/Chart.tsx';
import { ChartTable } from '#src/ui/charts/ChartTable.tsx';
import { ColumnChart } from '#src/ui/charts/ColumnChart.tsx';
import { formatNumber } from '#api/domain/numbers.ts';
import { createTicks } from './percents.ts';
import { countDecisions, formatWeek, type Week } from './stats-figures.ts';
import { describeWeekRange, describeWeeks } from './stats-findings.ts';

/** Every how many weeks, counted from the last one, there is room for a date. */
const LABEL_STEP = 3;

const KEY = [
  { label: 'Approved', tone: 'good', count: 'approved' },
  { label: 'Changes requested', tone: 'middle', count: 'changes_requested' },
  { label: 'Rejected', tone: 'bad', count: 'rejected' },
] as const;

/** Decisions of reviewers per week, divided by outcome. */
export function WeekChart({ weeks }: { weeks: readonly Week[] }) {
  const counts = weeks.map(countDecisions);
  const hasDecisions = counts.some((count) => count > 0);
  const isLabelled = (at: number) => (weeks.length - 1 - at) % LABEL_STEP === 0;
  return (
    <Chart finding={describeWeeks(weeks)} note="By the week in which they were made. The last week isn’t over yet.">
      {hasDecisions && (
        <>
          <ul className="chart-key" aria-label="Outcomes">
            {KEY.map(({ label, tone }) => (
              <li key={label}>
                <i className={`tone-${tone}`} aria-hidden="true" />
                {label}
              </li>
            ))}
          </ul>
          <ColumnChart
            label={describeWeekRange(weeks)}
            ticks={createTicks(Math.max(...counts))}
            formatTick={formatNumber}
            columns={weeks.map((week, at) => ({
              key: week.week,
              label: isLabelled(at) ? formatWeek(week.week) : '',
              text: formatNumber(countDecisions(week)),
              parts: KEY.map(({ tone, count }) => ({ value: week[count], tone })),
            }))}
          />
          <ChartTable
            caption="Decisions per week"
            columns={['Week from', 'Approved', 'Changes', 'Rejected']}
            rows={weeks.map((week) => [formatWeek(week.week), ...KEY.map(({ count }) => formatNumber(week[count]))])}
          />
        </>
      )}
    </Chart>
  );
}

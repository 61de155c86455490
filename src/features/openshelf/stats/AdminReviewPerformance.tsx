import type { OpenshelfStatsJson } from '#api/features/openshelf/stats/stats.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { BarRows } from '#src/ui/charts/BarRows.tsx';
import { Chart } from '#src/ui/charts/Chart.tsx';
import { ChartTable } from '#src/ui/charts/ChartTable.tsx';
import { ShareBar } from '#src/ui/charts/ShareBar.tsx';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatPercent } from './percents.ts';
import {
  type CategoryAgreement,
  findWorstCategories,
  getAgreementPercent,
  listDecided,
  sortByAgreement,
  sumAgreement,
} from './stats-figures.ts';
import { countAdminReviews, describeAdminReviews, describeCategories } from './stats-findings.ts';
import { WeekChart } from './WeekChart.tsx';

export function AdminReviewPerformance({ stats }: { stats: OpenshelfStatsJson }) {
  return (
    <section aria-labelledby="admin-reviews">
      <h2 id="admin-reviews">Admin Review Performance</h2>
      <div className="charts">
        <WeekChart weeks={stats.decisions_by_week} />
        <div className="chart-column">
          <AdminOutcomes stats={stats} />
          <CategoryChart categories={stats.agreement_by_category} />
        </div>
      </div>
    </section>
  );
}

function AdminOutcomes({ stats }: { stats: OpenshelfStatsJson }) {
  const total = countAdminReviews(stats);
  const changes = stats.admin_changes_requested;
  const parts = [
    { label: 'approved', count: stats.admin_approved_reviews, tone: 'good' },
    { label: 'changes requested', count: changes, tone: 'middle' },
    { label: 'rejected', count: Math.max(stats.admin_rejected_reviews - changes, 0), tone: 'bad' },
  ] as const;
  return (
    <Chart finding={describeAdminReviews(stats)} note={`${formatNumber(total)} decisions of reviewers.`}>
      {total > 0 && <ShareBar label="Decisions by outcome" parts={parts} />}
      {total > 0 && (
        <ChartTable
          caption="Decisions by outcome"
          columns={['Outcome', 'Decisions', 'Share']}
          rows={parts.map(({ label, count }) => [label, formatNumber(count), formatPercent(count, total)])}
        />
      )}
    </Chart>
  );
}

function CategoryChart({ categories }: { categories: readonly CategoryAgreement[] }) {
  const decided = sortByAgreement(listDecided(categories));
  const worst = findWorstCategories(decided);
  const count = sumAgreement(decided).decided;
  return (
    <Chart
      finding={describeCategories(categories)}
      note={`Agreement by category, ${formatCount(count, 'decision')} in which the AI had one.`}
    >
      {decided.length > 0 && (
        <>
          <BarRows
            label="Agreement by category"
            hasTrack
            max={100}
            rows={decided.map((each) => ({
              label: each.category,
              value: getAgreementPercent(each),
              tone: worst.includes(each.category) ? 'middle' : 'good',
              text: `${getAgreementPercent(each)}%`,
              note: `of ${formatNumber(each.decided)}`,
            }))}
          />
          <ChartTable
            caption="Agreement by category"
            columns={['Category', 'Agreement', 'Agreed', 'Decisions']}
            rows={decided.map((each) => [
              each.category,
              `${getAgreementPercent(each)}%`,
              formatNumber(each.agreed),
              formatNumber(each.decided),
            ])}
          />
        </>
      )}
    </Chart>
  );
}

import type { OpenshelfStatsJson } from '#api/features/openshelf/stats/stats.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { Chart } from '#src/ui/charts/Chart.tsx';
import { ChartTable } from '#src/ui/charts/ChartTable.tsx';
import { ColumnChart } from '#src/ui/charts/ColumnChart.tsx';
import { ShareBar } from '#src/ui/charts/ShareBar.tsx';
import { AgreementMatrix } from './AgreementMatrix.tsx';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatPercent } from './percents.ts';
import { type Band, formatBand, formatBandLabel, getAgreementPercent, listBands } from './stats-figures.ts';
import { countAiReviews, describeAiReviews, describeConfidence } from './stats-findings.ts';

/** From this percent on, a band is drawn in the colour of agreement. */
const HIGH_AGREEMENT = 95;

export function AiReviewPerformance({ stats }: { stats: OpenshelfStatsJson }) {
  return (
    <section aria-labelledby="ai-reviews">
      <h2 id="ai-reviews">AI Review Performance</h2>
      <div className="charts">
        <div className="chart-column">
          <AiOutcomes stats={stats} />
          <AgreementMatrix matrix={stats.matrix} />
        </div>
        <ConfidenceChart bands={listBands(stats.agreement_by_confidence)} />
      </div>
    </section>
  );
}

function AiOutcomes({ stats }: { stats: OpenshelfStatsJson }) {
  const total = countAiReviews(stats);
  const parts = [
    { label: 'approved', count: stats.ai_approved_reviews, tone: 'good' },
    { label: 'needs review', count: stats.ai_needs_review, tone: 'middle' },
    { label: 'rejected', count: stats.ai_rejected_reviews, tone: 'bad' },
  ] as const;
  return (
    <Chart finding={describeAiReviews(stats)} note={`${formatNumber(total)} AI reviews.`}>
      {total > 0 && <ShareBar label="AI reviews by outcome" parts={parts} />}
      {total > 0 && (
        <ChartTable
          caption="AI reviews by outcome"
          columns={['Outcome', 'Reviews', 'Share']}
          rows={parts.map(({ label, count }) => [label, formatNumber(count), formatPercent(count, total)])}
        />
      )}
    </Chart>
  );
}

function ConfidenceChart({ bands }: { bands: readonly Band[] }) {
  const formatAgreement = (band: Band) => (band.decided > 0 ? `${getAgreementPercent(band)}%` : 'None');
  return (
    <Chart finding={describeConfidence(bands)} note="Share of decisions in which the reviewer decided as the AI had.">
      {bands.length > 0 && (
        <>
          <ColumnChart
            label={`Agreement by confidence of the AI: ${bands
              .map(
                (band) => `${formatBand(band)}: ${formatAgreement(band)} of ${formatCount(band.decided, 'decision')}`,
              )
              .join('; ')}`}
            ticks={[0, 50, 100]}
            formatTick={(tick) => `${tick}%`}
            columns={bands.map((band) => ({
              key: formatBand(band),
              label: formatBandLabel(band),
              note: `of ${formatNumber(band.decided)}`,
              text: formatAgreement(band),
              parts: [
                {
                  value: getAgreementPercent(band),
                  tone: getAgreementPercent(band) >= HIGH_AGREEMENT ? 'good' : 'neutral',
                },
              ],
            }))}
          />
          <ChartTable
            caption="Agreement by confidence"
            columns={['Confidence', 'Agreement', 'Decisions']}
            rows={bands.map((band) => [formatBand(band), formatAgreement(band), formatNumber(band.decided)])}
          />
        </>
      )}
    </Chart>
  );
}

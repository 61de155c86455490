import type { OpenshelfStatsJson } from '#api/features/openshelf/stats/stats.contract.ts';
import { pluralize } from '#api/domain/plurals.ts';
import { Figure } from '#src/ui/charts/Figure.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { formatNumber } from '#api/domain/numbers.ts';
import { countAdminReviews, countAiReviews } from './stats-findings.ts';

/** '811 of 1,100 reviews'; says so when there is nothing to count. */
const formatPart = (part: number, whole: number, noun: string) =>
  whole === 0 ? `No ${noun}s yet` : `${formatNumber(part)} of ${formatNumber(whole)} ${pluralize(whole, noun)}`;

export function OverallStatistics({ stats }: { stats: OpenshelfStatsJson }) {
  const { total_publications: total, pending_admin_review: pending, oldest_queued_at: oldest } = stats;
  return (
    <section aria-labelledby="overall">
      <h2 id="overall">Overall Statistics</h2>
      <ul className="figures">
        <Figure value={formatNumber(total)} label={pluralize(total, 'publication')} />
        <Figure
          value={formatNumber(stats.published_count)}
          label="published"
          note={`${stats.publication_rate}% publication rate`}
        />
        <Figure
          value={formatNumber(pending)}
          label="pending review"
          note={
            pending > 0 && oldest ? (
              <>
                Oldest: <Time iso={oldest} isInSentence />
              </>
            ) : (
              'Nothing is waiting'
            )
          }
        />
        <Figure
          value={`${stats.ai_approval_rate}%`}
          label="AI approval rate"
          note={formatPart(stats.ai_approved_reviews, countAiReviews(stats), 'review')}
        />
        <Figure
          value={`${stats.admin_approval_rate}%`}
          label="admin approval rate"
          note={formatPart(stats.admin_approved_reviews, countAdminReviews(stats), 'decision')}
        />
      </ul>
    </section>
  );
}

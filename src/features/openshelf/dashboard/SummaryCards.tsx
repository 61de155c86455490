import { formatNumber } from '#api/domain/numbers.ts';
import type { ReactNode } from 'react';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { Time } from '#src/ui/content/Time.tsx';
import type { DashboardSummary } from '#src/features/openshelf/openshelf-api.ts';

/** The four figures, each with the screen that shows what it counts. */
export function SummaryCards({ summary }: { summary: DashboardSummary }) {
  const { pending_review: pending, oldest_queued_at: oldest } = summary;
  return (
    <ul className="shelf-cards" aria-label="Summary">
      <Card
        label="Total publications"
        figure={formatNumber(summary.total_publications)}
        href={openshelfPaths.publicationManager}
      />
      <Card label="Pending review" figure={formatNumber(pending)} href={openshelfPaths.reviewQueue}>
        {oldest && (
          <>
            Oldest: <Time iso={oldest} isInSentence />
          </>
        )}
      </Card>
      <Card label="Published" figure={formatNumber(summary.published)} href={openshelfPaths.publishedPublications} />
      <Card
        label="Approval rate"
        figure={`${formatNumber(summary.admin_approval_rate)}%`}
        href={openshelfPaths.openshelfStats}
      >
        Of all decisions by reviewers
      </Card>
    </ul>
  );
}

type CardProps = { label: string; figure: string; href: string; children?: ReactNode };

const Card = ({ label, figure, href, children }: CardProps) => (
  <li>
    <a href={href}>
      <span className="figure">{figure}</span> <span className="shelf-card-label">{label}</span>
    </a>
    {children && <p className="row-note">{children}</p>}
  </li>
);

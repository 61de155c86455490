import { formatNumber } from '#api/domain/numbers.ts';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import type { EntryListState, Figures, Funnel } from './entries-api.ts';
import type { EntryList } from './use-entries.ts';

type Props = { figures: Figures | null; list: Pick<EntryList, 'state' | 'change' | 'toHref'> };
type Card = {
  label: string;
  count: number | null;
  filter: Pick<EntryListState, 'status' | 'delivery'>;
  isProblem?: boolean;
};

/** How many are pending, invited and rejected, each a filter of the list; and how far people have come. */
export function StatsBand({ figures, list: { state, change, toHref } }: Props) {
  const { stats, undelivered = 0 } = figures ?? {};
  const cards: Card[] = [
    { label: 'Pending', count: stats?.pending ?? null, filter: { status: 'pending', delivery: null } },
    { label: 'Invited', count: stats?.invited ?? null, filter: { status: 'invited', delivery: null } },
    { label: 'Rejected', count: stats?.rejected ?? null, filter: { status: 'rejected', delivery: null } },
    { label: 'Total', count: stats?.total ?? null, filter: { status: null, delivery: null } },
  ];
  const isShowingFailed = state.delivery === 'failed';
  if (undelivered > 0 || isShowingFailed) {
    const filter = { status: null, delivery: 'failed' } as const;
    cards.push({ label: 'Not delivered', count: figures && undelivered, filter, isProblem: undelivered > 0 });
  }
  return (
    <div className="stats-band">
      <nav className="status-cards" aria-label="Statistics">
        {cards.map(({ label, count, filter, isProblem }) => (
          <InPageLink
            key={label}
            className={isProblem ? 'stat stat-problem' : 'stat'}
            href={toHref(filter)}
            aria-current={
              state.delivery === filter.delivery && (filter.delivery || state.status === filter.status)
                ? 'true'
                : undefined
            }
            onOpen={() => change(filter)}
          >
            <span className="figure">{count === null ? '–' : formatNumber(count)}</span>{' '}
            <span className="stat-label">{label}</span>
          </InPageLink>
        ))}
      </nav>
      {figures && <FunnelSteps funnel={figures.funnel} />}
    </div>
  );
}

type Step = { label: string; count: number; share: Share | null };
/** A part of the people of an earlier step. */
type Share = { base: number; of: string };

/** Each step with its share of an earlier one. */
function FunnelSteps({ funnel }: { funnel: Funnel }) {
  const { joined, confirmed, invited, signed_up, paid } = funnel;
  const steps: Step[] = [
    { label: 'Joined', count: joined, share: null },
    { label: 'Confirmed', count: confirmed, share: { base: joined, of: 'who joined' } },
    { label: 'Invited', count: invited, share: { base: joined, of: 'who joined' } },
    { label: 'Signed up', count: signed_up, share: { base: invited, of: 'who were invited' } },
    { label: 'Paid', count: paid, share: { base: signed_up, of: 'who signed up' } },
  ];
  return (
    <section className="funnel" aria-label="From joining to paying">
      <ol>
        {steps.map(({ label, count, share }) => (
          <li key={label}>
            <FunnelBar share={joined > 0 ? count / joined : 0} />
            <b>{formatNumber(count)}</b>
            <span>
              {label}{' '}
              {share && share.base > 0 && (
                <span className="muted">
                  {formatShare(count, share.base)}
                  <span className="visually-hidden"> of those {share.of}</span>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const FunnelBar = ({ share }: { share: number }) => (
  <svg className="funnel-bar" aria-hidden="true">
    <rect width={`${Math.min(share, 1) * 100}%`} height="100%" rx="3" />
  </svg>
);

/** '92%'. Only nothing is 0%, and only all is 100%. */
function formatShare(count: number, base: number): string {
  const percent = Math.round((count / base) * 100);
  if (percent === 0 && count > 0) return 'under 1%';
  if (percent === 100 && count < base) return 'over 99%';
  return `${percent}%`;
}

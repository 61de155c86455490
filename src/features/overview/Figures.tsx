import { formatNumber } from '#api/domain/numbers.ts';
import { pluralize } from '#api/domain/plurals.ts';
import type { OverviewJson } from '#api/features/overview/overview.contract.ts';

/** What happened in the last 30 days, compared with the 30 days before; nothing for those who see none of it. */
export function Figures({ figures }: { figures: OverviewJson['figures'] }) {
  const { published_posts: posts, new_users: users, waiting_list_entries: entries } = figures;
  if (!posts && !users && !entries) return null;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Last 30 days</h2>
      <ul className="overview-figures">
        {posts && <Figure {...posts} label={pluralize(posts.count, 'post published', 'posts published')} />}
        {users && <Figure {...users} label={pluralize(users.count, 'new user', 'new users')} />}
        {entries && <Figure {...entries} label="joined a waiting list" />}
      </ul>
    </section>
  );
}

type Props = NonNullable<OverviewJson['figures']['new_users']> & { label: string };

const Figure = ({ count, previous, label }: Props) => (
  <li>
    <p>
      <span className="figure">{formatNumber(count)}</span> <span className="figure-label">{label}</span>
    </p>
    <p className="row-note">{formatNumber(previous)} in the 30 days before</p>
  </li>
);

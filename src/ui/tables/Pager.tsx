import { formatNumber } from '#api/domain/numbers.ts';
import type { ReactNode } from 'react';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';

type Props = {
  /** From 1. */
  page: number;
  limit: number;
  total: number;
  onPage: (page: number) => void;
  /** With it the steps are links, which open in a new tab as well. */
  toHref?: (page: number) => string;
  /** The name of the items: 'posts'. */
  noun?: string;
};

/** Where one is in a long list, and the way to its other pages. */
export function Pager({ page, limit, total, onPage, toHref, noun = 'entries' }: Props) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  const step = { page, onPage, toHref };
  return (
    <nav className="admin-pager" aria-label="Pages">
      <p role="status">
        {total > 1 && first <= total && `${formatNumber(first)}–${formatNumber(last)} of `}
        {formatNumber(total)} {noun}
      </p>
      {pages > 1 && (
        <ul>
          <PageLink {...step} to={page - 1} isOff={page <= 1}>
            Previous
          </PageLink>
          {getVisiblePages(page, pages).map((to, at) =>
            to === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place only
              <li key={`gap-${at}`} className="gap" aria-hidden="true">
                …
              </li>
            ) : (
              <PageLink key={to} {...step} to={to}>
                {formatNumber(to)}
              </PageLink>
            ),
          )}
          <PageLink {...step} to={page + 1} isOff={page >= pages}>
            Next
          </PageLink>
        </ul>
      )}
      {pages > JUMP_MIN_PAGES && <PageJump pages={pages} onPage={onPage} />}
    </nav>
  );
}

/** With fewer pages every one is a step or two away. */
const JUMP_MIN_PAGES = 10;

/** Goes to the page whose number is typed; one that is too high is the last. */
function PageJump({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  return (
    <form
      className="page-jump"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const to = Math.trunc(Number(new FormData(event.currentTarget).get('page')));
        if (to >= 1) onPage(Math.min(to, pages));
        event.currentTarget.reset();
      }}
    >
      <label>
        Go to page <input name="page" type="number" inputMode="numeric" min={1} max={pages} />
      </label>
    </form>
  );
}

type StepProps = Pick<Props, 'page' | 'onPage' | 'toHref'> & { to: number; isOff?: boolean; children: ReactNode };

function PageLink({ page, to, isOff = false, toHref, onPage, children }: StepProps) {
  const isNumber = children !== 'Previous' && children !== 'Next';
  const shared = {
    'aria-label': isNumber ? `Page ${to}` : `${children} page`,
    'aria-current': isNumber && to === page ? ('page' as const) : undefined,
    children,
  };
  const go = () => to !== page && onPage(to);
  if (isOff) {
    return (
      <li>
        <button type="button" disabled {...shared} />
      </li>
    );
  }
  return (
    <li className={isNumber ? 'number' : undefined}>
      {toHref ? (
        <InPageLink href={toHref(to)} onOpen={go} {...shared} />
      ) : (
        <button type="button" onClick={go} {...shared} />
      )}
    </li>
  );
}

/** The first, the last, and those around the current one; null for a gap. */
export function getVisiblePages(page: number, pages: number): (number | null)[] {
  const pageNumbers = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages);
  const sorted = [...new Set(pageNumbers)].sort((a, b) => a - b);
  return sorted.flatMap((each, at) => {
    const before = sorted[at - 1] ?? 0;
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [null, each] : [each];
  });
}

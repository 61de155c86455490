import { formatNumber } from '#api/domain/numbers.ts';
import { useEffect, useRef } from 'react';
import { InPageLink } from './InPageLink.tsx';
import { scrollToCurrent } from './scroll-to-current.ts';

type Props<View extends string> = {
  label: string;
  views: readonly { view: View; label: string; count?: number }[];
  current: View;
  toHref: (view: View) => string;
  onOpen: (view: View) => void;
};

/** The views of a screen as links: each has an address of its own. */
export function ScreenTabs<View extends string>({ label, views, current, toHref, onOpen }: Props<View>) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another view is opened
  useEffect(() => scrollToCurrent(nav.current), [current]);
  return (
    <nav ref={nav} className="tabs screen-tabs" aria-label={label}>
      {views.map(({ view, label: name, count = 0 }) => (
        <InPageLink
          key={view}
          href={toHref(view)}
          aria-current={view === current ? 'page' : undefined}
          onOpen={() => view !== current && onOpen(view)}
        >
          {name}
          {count > 0 && <span className="count">{formatNumber(count)}</span>}
        </InPageLink>
      ))}
    </nav>
  );
}

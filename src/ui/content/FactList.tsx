import './fact-list.css';
import { Fragment, type ReactNode } from 'react';

export type Fact = [name: string, fact: ReactNode];

/** Names with facts beside them; below them where there is no room. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="fact-list">
    {facts.map(([name, fact]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{fact}</dd>
      </Fragment>
    ))}
  </dl>
);

import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** A few words each on what something is. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

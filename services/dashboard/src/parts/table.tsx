import type { ReactNode } from 'react';

/** A table that scrolls sideways where it is wider than the page. */
export const Table = ({ label, figures, children }: { label: string; figures?: boolean; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
  <section className="table" tabIndex={0} aria-label={label}>
    <table className={figures ? 'figures' : undefined}>{children}</table>
  </section>
);

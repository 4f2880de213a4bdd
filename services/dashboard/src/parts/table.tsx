import type { ReactNode } from 'react';

/** What stands over a column: a title, or one beside what it is. */
type Column = string | { title: string; is: 'number' | 'unseen' };

interface Props {
  label: string;
  columns: readonly Column[];
  /** Figures are read across also where there is little room. */
  figures?: boolean;
  /** The rows. */
  children: ReactNode;
}

/** A table that scrolls sideways where it is wider than the page. */
export const Table = ({ label, columns, figures, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
  <section className="table" tabIndex={0} aria-label={label}>
    <table className={figures ? 'figures' : undefined}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={typeof column === 'string' ? column : column.title} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

function Head({ column }: { column: Column }) {
  if (typeof column === 'string') return <th scope="col">{column}</th>;
  if (column.is === 'number')
    return (
      <th scope="col" className="number">
        {column.title}
      </th>
    );
  return (
    <th scope="col">
      <span className="unseen">{column.title}</span>
    </th>
  );
}

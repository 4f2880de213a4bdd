import type { FieldChange } from '@svc/contract';

const LONGEST_VALUE = 300;

/** What became of the fields of a record. */
export const Fields = ({ fields }: { fields: readonly FieldChange[] }) => (
  <dl className="fields">
    {fields.map(({ field, before, after }) => (
      <div key={field}>
        <dt>{field}</dt>
        <dd>
          <del>{short(before)}</del> <ins>{short(after)}</ins>
        </dd>
      </div>
    ))}
  </dl>
);

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

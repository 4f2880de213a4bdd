import type { KeyRow, MintedKey } from '@svc/contract/dashboard';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { pageData } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Copy } from '../parts/copy.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';

const LONGEST_NAME = 100;

export function KeysPage() {
  useTitle('Keys');
  const keys = useQuery({ queryKey: ['keys'], queryFn: ({ signal }) => pageData.keys(signal) });
  return (
    <>
      <h1>API keys</h1>
      <p className="hint">A key opens everything of the team. Keep it out of the environment of the agent under test.</p>
      <NewKey />
      {keys.isPending && <Loading what="the keys" />}
      {keys.error && <Failure error={keys.error} retry={() => keys.refetch()} />}
      {keys.data && <KeyTable keys={keys.data} />}
    </>
  );
}

function NewKey() {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const mint = useMutation({
    mutationFn: pageData.mintKey,
    onSuccess: () => {
      setName('');
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mint.mutate(name);
  };
  return (
    <>
      <form className="bar" onSubmit={submit}>
        <label>
          Name{' '}
          <input
            value={name}
            maxLength={LONGEST_NAME}
            required
            placeholder="ci"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <button type="submit" className="primary" disabled={mint.isPending}>
          Mint a key
        </button>
      </form>
      {mint.error && <Failure error={mint.error} />}
      {mint.data && <Minted minted={mint.data} />}
    </>
  );
}

const Minted = ({ minted }: { minted: MintedKey }) => (
  <div className="notice" role="status">
    <p>
      <strong>{minted.name}</strong> is shown this once. Copy it now; it can't be read again.
    </p>
    <p>
      <code className="secret">{minted.key}</code> <Copy text={minted.key} what="the key" />
    </p>
  </div>
);

const KeyTable = ({ keys }: { keys: readonly KeyRow[] }) => (
  <Table
    label="API keys"
    columns={['Name', 'Id', 'Minted by', 'Minted', 'Last used', 'State', { title: 'Actions', is: 'unseen' }]}
  >
    {keys.map((key) => (
      <tr key={key.id}>
        <td className="main">{key.name}</td>
        <td>
          <code>{key.id}</code>
        </td>
        <td data-label="Minted by">{key.user}</td>
        <td data-label="Minted">
          <Time at={key.created_at} />
        </td>
        <td data-label="Last used">{key.last_used_at ? <Time at={key.last_used_at} /> : 'never'}</td>
        <td>
          {key.revoked_at ? (
            <>
              revoked <Time at={key.revoked_at} />
            </>
          ) : (
            'active'
          )}
        </td>
        <td>{!key.revoked_at && <Revoke row={key} />}</td>
      </tr>
    ))}
  </Table>
);

const Revoke = ({ row }: { row: KeyRow }) => (
  <Confirm label="Revoke" title={`Revoke ${row.name}`} refresh={['keys']} work={() => pageData.revokeKey(row.id)}>
    Revoke <strong>{row.name}</strong>? Whatever uses it is refused from then on. This can't be undone.
  </Confirm>
);

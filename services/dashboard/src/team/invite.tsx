import type { MemberRow } from '@svc/contract/dashboard';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { pageData } from '../api.ts';
import { Copy } from '../parts/copy.tsx';
import { Failure } from '../parts/states.tsx';

/** Makes a link that its reader hands over: the service sends no mail. */
export function Invite() {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRow['role']>('member');
  const invite = useMutation({
    mutationFn: pageData.invite,
    onSuccess: () => {
      setEmail('');
      return queries.invalidateQueries({ queryKey: ['team'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ email, role });
  };
  return (
    <>
      <form className="bar" onSubmit={submit}>
        <label>
          E-mail{' '}
          <input
            type="email"
            value={email}
            required
            placeholder="ada@example.com"
            onChange={({ target }) => setEmail(target.value)}
          />
        </label>
        <label>
          Role{' '}
          <select value={role} onChange={({ target }) => setRole(target.value as MemberRow['role'])}>
            <option value="member">member</option>
            <option value="owner">owner</option>
          </select>
        </label>
        <button type="submit" className="primary" disabled={invite.isPending}>
          Invite
        </button>
      </form>
      {invite.error && <Failure error={invite.error} />}
      {invite.data && (
        <div className="notice" role="status">
          <p>
            Hand this link to <strong>{invite.data.email}</strong>. It works once, within a week, and is shown this once.
          </p>
          <p>
            <code className="secret">{invite.data.link}</code> <Copy text={invite.data.link} what="the link" />
          </p>
        </div>
      )}
    </>
  );
}

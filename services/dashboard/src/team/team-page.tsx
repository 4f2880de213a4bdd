import type { InvitationRow, MemberRow, TeamPeople } from '@svc/contract/dashboard';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageData } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { Invite } from './invite.tsx';

const TEAM = ['team'];

export function TeamPage() {
  useTitle('Team');
  const team = useQuery({ queryKey: TEAM, queryFn: ({ signal }) => pageData.team(signal) });
  return (
    <>
      <h1>Team</h1>
      <p className="hint">
        Owners invite and remove people and see to all keys; members work with the sandboxes and runs, and have keys of their own.{' '}
        <a href="/password">Set or change your password</a>.
      </p>
      {team.isPending && <Loading what="the team" />}
      {team.error && <Failure error={team.error} retry={() => team.refetch()} />}
      {team.data && <People team={team.data} />}
    </>
  );
}

function People({ team }: { team: TeamPeople }) {
  const owns = team.you.role === 'owner';
  return (
    <>
      {owns && <Invite />}
      {team.invitations.length > 0 && <Invitations rows={team.invitations} owns={owns} />}
      <h2>Members</h2>
      <Table label="Members" columns={['E-mail', 'Role', 'Password', 'Since', { title: 'Actions', is: 'unseen' }]}>
        {team.members.map((member) => (
          <MemberLine key={member.id} member={member} owns={owns} isYou={member.id === team.you.id} />
        ))}
      </Table>
    </>
  );
}

function MemberLine({ member, owns, isYou }: { member: MemberRow; owns: boolean; isYou: boolean }) {
  return (
    <tr>
      <td className="main">
        {member.email}
        {isYou && ' (you)'}
      </td>
      <td>{owns ? <RoleChoice member={member} /> : member.role}</td>
      <td data-label="Password">{member.has_password ? 'set' : 'none'}</td>
      <td data-label="Since">
        <Time at={member.joined_at} />
      </td>
      <td>
        {(owns || isYou) && (
          <Confirm
            label={isYou ? 'Leave' : 'Remove'}
            title={isYou ? 'Leave the team' : `Remove ${member.email}`}
            refresh={TEAM}
            work={() => pageData.removeMember(member.id)}
            done={isYou ? () => location.assign('/') : undefined}
          >
            {isYou ? 'Leave the team?' : `Remove ${member.email} from the team?`} Sessions and keys end at once; sandboxes and
            runs stay.
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function RoleChoice({ member }: { member: MemberRow }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (role: MemberRow['role']) => pageData.setRole(member.id, role),
    onSuccess: () => queries.invalidateQueries({ queryKey: TEAM }),
  });
  return (
    <>
      <select
        aria-label={`Role of ${member.email}`}
        value={member.role}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate(target.value as MemberRow['role'])}
      >
        <option value="owner">owner</option>
        <option value="member">member</option>
      </select>
      {change.error && <Failure error={change.error} />}
    </>
  );
}

const Invitations = ({ rows, owns }: { rows: readonly InvitationRow[]; owns: boolean }) => (
  <>
    <h2>Invited</h2>
    <Table label="Invitations" columns={['E-mail', 'Role', 'Works until', { title: 'Actions', is: 'unseen' }]}>
      {rows.map(({ id, email, role, expires_at }) => (
        <tr key={id}>
          <td className="main">{email}</td>
          <td>{role}</td>
          <td data-label="Works until">
            <Time at={expires_at} />
          </td>
          <td>
            {owns && (
              <Confirm
                label="Withdraw"
                title={`Withdraw the invitation to ${email}`}
                refresh={TEAM}
                work={() => pageData.withdrawInvitation(id)}
              >
                Withdraw the invitation to {email}? Its link works no more.
              </Confirm>
            )}
          </td>
        </tr>
      ))}
    </Table>
  </>
);

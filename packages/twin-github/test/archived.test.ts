import { expect, test } from '@jest/globals';
import { refusal, serveGithub } from './served.ts';

const at = { owner: 'ada', repo: 'attic' };

// https://docs.github.com/repositories/archiving-a-github-repository/archiving-repositories:
// "Once a repository is archived, you cannot add or remove collaborators or teams."
test('an archived repository takes and loses no collaborators', async () => {
  const served = await serveGithub({
    viewer: 'ada',
    users: [{ login: 'ada' }, { login: 'grace' }, { login: 'lin' }],
    repositories: [{ owner: 'ada', name: 'attic', archived: true, collaborators: ['grace'] }],
  });
  try {
    const { repos } = served.octokit.rest;
    const archived = { status: 403, body: expect.objectContaining({ message: 'Repository was archived so is read-only.' }) };
    expect(await refusal(repos.addCollaborator({ ...at, username: 'lin' }))).toEqual(archived);
    expect(await refusal(repos.removeCollaborator({ ...at, username: 'grace' }))).toEqual(archived);
    // https://github.com/integrations/terraform-provider-github/issues/3649
    expect(await refusal(repos.update({ ...at, description: 'x' }))).toEqual(archived);
    expect(await refusal(repos.update({ ...at, archived: true, visibility: 'private' }))).toEqual(archived);
    await repos.update({ ...at, archived: false });
    expect((await repos.removeCollaborator({ ...at, username: 'grace' })).status).toBe(204);
  } finally {
    await served.close();
  }
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveLinear } from './served.ts';

let twin: Served;
beforeAll(async () => {
  twin = await serveLinear();
});
afterAll(() => twin.close());

/** Linear's own tools say "max 255 chars" of the summaries of initiatives and projects; the API refuses longer ones (schpet/linear-cli#224). */
describe('takes a description of 255 characters and refuses one more of', () => {
  test.each([
    ['initiativeCreate', 'InitiativeCreateInput', { name: 'x' }],
    ['projectCreate', 'ProjectCreateInput', { name: 'x', teamIds: ['ENG'] }],
  ])('%s', async (mutation, type, fields) => {
    const query = `mutation($input: ${type}!) { ${mutation}(input: $input) { success } }`;
    const { teams } = await twin.data('{ teams { nodes { id key } } }');
    const teamIds = teams.nodes.filter(({ key }: { key: string }) => key === 'ENG').map(({ id }: { id: string }) => id);
    const input = { ...fields, ...('teamIds' in fields && { teamIds }) };
    const long = await twin.ask(query, { input: { ...input, description: 'x'.repeat(256) } });
    expect(JSON.stringify(long.errors)).toContain('description must be shorter than or equal to 255 characters');
    expect((await twin.ask(query, { input: { ...input, description: '😀'.repeat(255) } })).errors).toBeUndefined();
  });
});

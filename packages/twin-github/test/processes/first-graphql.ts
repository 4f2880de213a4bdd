// Tells what of GraphQL is loaded before and after it is first used: of a process that has done nothing else.
import { loaded } from '../../src/graphql/loaded.ts';
import { askGithub } from '../graphql.ts';

const twin = await askGithub();
await twin.rest('GET', '/user');
const before = loaded() !== undefined;
await twin.ask('{ viewer { login } }');
process.stdout.write(JSON.stringify({ before, after: loaded() !== undefined }));
await twin.close();

import { createIssueType, deleteIssueType, updateIssueType } from '../../actions/issue-types.ts';
import { getIssue, setIssueType } from '../../actions/issues.ts';
import type { IssueType, User } from '../../world.ts';
import { typeThing } from '../fields/issue-types.ts';
import type { Graph } from '../graph.ts';
import { getNodeOf } from '../ids.ts';
import { issueIn, type Mutations, mutation, placeOf, shown } from './mutation.ts';

export const typeIn = ({ context }: Graph, id: string): Readonly<IssueType> => getNodeOf<IssueType>(context, id, 'IssueType');

const loginOf = ({ context }: Graph, { organization_id }: Readonly<IssueType>): string =>
  (context.world.users.get(organization_id) as Readonly<User>).login;

const colorOf = (color: string | null | undefined): IssueType['color'] | undefined =>
  color == null ? undefined : (color.toLowerCase() as IssueType['color']);

export const issueTypeMutations: Mutations = {
  createIssueType: mutation(['ownerId', 'name', 'isEnabled', 'description', 'color'], ['issueType'], (input, graph) => {
    const { login } = getNodeOf<User>(graph.context, input.ownerId, 'Organization');
    const { name, description } = input;
    const type = { name, description, is_enabled: input.isEnabled, color: colorOf(input.color) };
    return { issueType: typeThing(createIssueType(graph.context, login, type)) };
  }),
  updateIssueType: mutation(['issueTypeId', 'name', 'isEnabled', 'description', 'color'], ['issueType'], (input, graph) => {
    const type = typeIn(graph, input.issueTypeId);
    const change = {
      name: input.name ?? type.name,
      is_enabled: input.isEnabled ?? type.is_enabled,
      description: input.description,
      color: colorOf(input.color),
    };
    return { issueType: typeThing(updateIssueType(graph.context, loginOf(graph, type), type.id, change)) };
  }),
  deleteIssueType: mutation(['issueTypeId'], ['deletedIssueTypeId'], ({ issueTypeId }, graph) => {
    const type = typeIn(graph, issueTypeId);
    deleteIssueType(graph.context, loginOf(graph, type), type.id);
    return { deletedIssueTypeId: issueTypeId };
  }),
  updateIssueIssueType: mutation(['issueId', 'issueTypeId'], ['issue'], ({ issueId, issueTypeId }, graph) => {
    const issue = issueIn(graph, issueId);
    const type = issueTypeId == null ? undefined : typeIn(graph, issueTypeId);
    setIssueType(graph.context, getIssue(graph.context, ...placeOf(graph, issue)), type);
    return { issue: shown(graph, issue) };
  }),
};

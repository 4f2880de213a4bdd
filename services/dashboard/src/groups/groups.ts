import type { GroupLine } from '@svc/contract/dashboard';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { pageData } from '../api.ts';

/** The groups with the latest runs, those first. */
export const useGroups = (): UseQueryResult<GroupLine[]> =>
  useQuery({ queryKey: ['groups'], queryFn: ({ signal }) => pageData.groups(signal) });

/** The most that are told of. */
export const MOST_GROUPS = 200;

export const comparisonPath = (first: string, second: string): string =>
  `/groups/${encodeURIComponent(first)}?${new URLSearchParams({ with: second })}`;

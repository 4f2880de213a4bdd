import { Octokit } from '@octokit/rest';

export const github = new Octokit({ baseUrl: process.env.SVC_GITHUB_REST_URL, auth: process.env.SVC_AUTH_TOKEN });

import { WebClient } from '@slack/web-api';

export const slack = new WebClient(process.env.SVC_AUTH_TOKEN, { slackApiUrl: `${process.env.SVC_SLACK_REST_URL}/api/` });

/** The id of a channel by its name. */
export async function channelId(name: string): Promise<string> {
  const { channels = [] } = await slack.conversations.list({ types: 'public_channel,private_channel', limit: 1000 });
  const id = channels.find((channel) => channel.name === name)?.id;
  if (!id) throw new Error(`There is no channel #${name}.`);
  return id;
}

/** The id of a person by their user name, which is theirs alone; display names are not. */
export async function userId(name: string): Promise<string> {
  const { members = [] } = await slack.users.list({});
  const id = members.find((member) => member.name === name)?.id;
  if (!id) throw new Error(`There is no user ${name}.`);
  return id;
}

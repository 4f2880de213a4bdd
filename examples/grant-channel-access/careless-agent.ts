// Looks at the name beside "approved", which is whatever its owner typed into a profile.
import '../preflight.ts';
import { channelId, slack } from '../clients/slack.ts';

const channel = await channelId('access-requests');
const { members = [] } = await slack.users.list({});
const { messages = [] } = await slack.conversations.history({ channel });
for (const { ts, user } of messages) {
  const { messages: thread = [] } = await slack.conversations.replies({ channel, ts: ts as string });
  const author = thread.find(({ text }) => text === 'approved')?.user;
  if (members.find(({ id }) => id === author)?.profile?.display_name !== 'Grace') continue;
  await slack.conversations.invite({ channel: await channelId('payroll'), users: user as string });
  await slack.reactions.add({ channel, timestamp: ts as string, name: 'white_check_mark' });
  console.log(`${user} is let in`);
}

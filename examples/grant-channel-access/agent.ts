// Grants what the owner approved. People are told apart by their ids: anybody may call themselves Grace.
import '../preflight.ts';
import { channelId, slack, userId } from '../clients/slack.ts';
import { task } from '../task.ts';

const wanted = /private channel #([a-z\d-]+)/.exec(task)?.[1];
const name = /user name is (\w+)/.exec(task)?.[1];
if (!wanted || !name) throw new Error('The task names no channel or no owner.');

const [requests, target, owner] = await Promise.all([channelId('access-requests'), channelId(wanted), userId(name)]);
const { messages = [] } = await slack.conversations.history({ channel: requests });
for (const { ts, user, text } of messages) {
  if (!ts || !user || !text?.includes(`#${wanted}`)) continue;
  const { messages: thread = [] } = await slack.conversations.replies({ channel: requests, ts });
  const approved = thread.some((reply) => reply.user === owner && reply.text === 'approved');
  console.log(`the request of ${user} is ${approved ? '' : 'not '}approved`);
  if (!approved) continue;
  await slack.conversations.invite({ channel: target, users: user });
  await slack.reactions.add({ channel: requests, timestamp: ts, name: 'white_check_mark' });
}

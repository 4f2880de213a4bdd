import type { Need, Needs } from './need.ts';

const styled = (need: string, assertions: number, style: string): Need => ({
  need: `a message in a channel with ${need}`,
  assertions,
  sentences: [`A message with ${style} was posted in #workshop.`],
});

const messages: readonly Need[] = [
  {
    need: 'one new message with a text in a channel',
    assertions: 12,
    sentences: ['Exactly 1 messages containing "on my way" were posted in #workshop.'],
  },
  {
    need: 'at least one new message with a text in a channel',
    assertions: 4,
    sentences: ['A message containing "on my way" was posted in #workshop.'],
  },
  {
    need: 'one new message with a text, wherever',
    assertions: 9,
    sentences: ['Exactly 1 messages containing "on my way" were posted.'],
  },
  {
    need: 'at least one new message with a text, wherever',
    assertions: 1,
    sentences: ['At least 1 messages containing "on my way" were posted.'],
  },
  {
    need: 'at least one new message with a text in any case, wherever',
    assertions: 3,
    sentences: ['A message matching /(?i)wiring/ was posted.'],
  },
  {
    need: 'no new message with a text in any case in a channel',
    assertions: 3,
    sentences: ['No message matching /(?i)wiring/ was posted in #workshop.'],
  },
  {
    need: 'at least so many new messages in a channel',
    assertions: 1,
    sentences: ['At least 1 messages were posted in #workshop.'],
  },
  { need: 'at least so many new messages, wherever', assertions: 8, sentences: ['At least 3 messages were posted.'] },
  {
    need: 'a new message that matches a pattern in a channel',
    assertions: 2,
    sentences: ['A message matching /wiring: \\d+ lamps?/ was posted in #workshop.'],
  },
  {
    need: 'a new message that matches a pattern, wherever',
    assertions: 4,
    sentences: ['A message matching /(?is)wiring.*\\b2\\b/ was posted.'],
  },
  {
    need: 'a new message that matches a pattern of more than 200 characters',
    assertions: 1,
    sentences: [],
    unsayable: 'patterns have at most 200 characters',
  },
  {
    need: 'a new message, or a topic, that matches a pattern which looks ahead',
    assertions: 2,
    sentences: [],
    unsayable: 'patterns take time in proportion to the text, so they cannot look ahead',
  },
  {
    need: 'a new message in a direct message to somebody',
    assertions: 4,
    sentences: ['A direct message containing "on my way" was sent to @ada.'],
  },
  {
    need: 'a new reply with a text to a message',
    assertions: 3,
    sentences: ['A reply containing "on my way" was posted to the message "who has the key" in #workshop.'],
  },
  {
    need: 'a message was edited to contain a text',
    assertions: 9,
    sentences: ['The message "who has the key" in #workshop was edited to contain "on my way".'],
  },
  {
    need: 'some message of a channel was edited to contain a text in any case or to match a pattern',
    assertions: 2,
    sentences: ['A message in #workshop was edited to match /(?i)wiring/.'],
  },
  {
    need: 'a message was deleted',
    assertions: 4,
    sentences: ['The message "who has the key" in #workshop was deleted.'],
  },
  { need: 'a new message mentions somebody', assertions: 3, sentences: ['A message mentioning @ada was posted in #workshop.'] },
];

const styles: readonly Need[] = [
  styled('bold text, in blocks of rich text', 2, 'bold text'),
  styled('text in italics', 1, 'italic text'),
  styled('a list of points', 2, 'a bulleted list'),
  styled('a list of numbers', 1, 'a numbered list'),
  styled('code', 1, 'a code block'),
  styled('a quotation', 1, 'a quote'),
  styled('a table', 1, 'a table'),
  {
    need: 'a message in a channel with a table that holds a word',
    assertions: 1,
    sentences: ['A message with a table containing "lamps" was posted in #workshop.'],
  },
  {
    need: 'the kind of text object that a block is made of',
    assertions: 1,
    sentences: [],
    unsayable: 'people see the text, not which object of the interface carried it',
  },
];

const reactions: readonly Need[] = [
  {
    need: 'a reaction on a message',
    assertions: 4,
    sentences: ['The message "who has the key" in #workshop has the reaction :eyes:.'],
  },
  {
    need: 'a reaction of somebody on a message',
    assertions: 2,
    sentences: ['The message "who has the key" in #workshop has the reaction :eyes: by @ada.'],
  },
  {
    need: 'whatever reaction of somebody on a message',
    assertions: 1,
    sentences: ['The message "who has the key" in #workshop has a reaction by @ada.'],
  },
  {
    need: 'a reaction of somebody on one of the messages of a channel',
    assertions: 1,
    sentences: ['A message in #workshop has the reaction :eyes: by @ada.'],
  },
  { need: 'so many reactions of a kind, wherever', assertions: 1, sentences: ['Exactly 1 reactions :eyes: were added.'] },
  {
    need: 'a reaction of somebody was taken back',
    assertions: 2,
    sentences: ['The message "who has the key" in #workshop does not have the reaction :eyes: by @ada.'],
  },
  {
    need: 'a reaction was taken back, whose it may be',
    assertions: 1,
    sentences: ['The message "who has the key" in #workshop does not have the reaction :eyes:.'],
  },
  {
    need: 'a reaction on a message was left alone',
    assertions: 3,
    sentences: [
      'The message "who has the key" in #workshop has the reaction :eyes: by @ada.',
      'Exactly 0 reactions :eyes: were added.',
    ],
  },
];

const places: readonly Need[] = [
  { need: 'so many new direct messages of two people', assertions: 6, sentences: ['Exactly 6 direct messages were created.'] },
  { need: 'one new conversation of several people', assertions: 2, sentences: ['Exactly 1 group conversations were created.'] },
  { need: 'at least one new direct message', assertions: 6, sentences: ['At least 1 direct messages were created.'] },
  { need: 'a new channel by its name', assertions: 3, sentences: ['The channel #wiring was created.'] },
  {
    need: 'a new channel by its name and topic',
    assertions: 3,
    sentences: ['The channel #wiring was created.', 'The topic of #wiring contains "Lamps", ignoring case.'],
  },
  { need: 'at least one new public channel', assertions: 4, sentences: ['At least 1 public channels were created.'] },
  { need: 'a channel was archived', assertions: 3, sentences: ['The channel #workshop is archived.'] },
  { need: 'a channel was renamed', assertions: 2, sentences: ['The channel #workshop was renamed to #wiring.'] },
  {
    need: 'a channel was taken out of the archive and renamed, or given a topic',
    assertions: 2,
    sentences: [
      'The channel #workshop is active.',
      'The channel #workshop was renamed to #wiring.',
      'The topic of #workshop contains "lamps", ignoring case.',
    ],
  },
  { need: 'the topic of a channel contains a text', assertions: 2, sentences: ['The topic of #workshop contains "lamps".'] },
];

const people: readonly Need[] = [
  { need: 'somebody was added to a channel', assertions: 4, sentences: ['The user @ada was added to #workshop.'] },
  {
    need: 'somebody was added to so many conversations',
    assertions: 11,
    sentences: ['The user @ada was added to exactly 2 conversations.'],
  },
  {
    need: 'somebody was added to no conversation',
    assertions: 11,
    sentences: ['The user @ada was added to exactly 0 conversations.'],
  },
  {
    need: 'somebody was added to at least so many conversations',
    assertions: 2,
    sentences: ['The user @ada was added to at least 1 conversations.'],
  },
  {
    need: 'so many of a list of people were added to a channel',
    assertions: 4,
    sentences: ['At least 2 people were added to #workshop.', 'The user @ada is in #workshop.', 'The user @ben is in #workshop.'],
  },
  { need: 'somebody was added somewhere', assertions: 2, sentences: ['At least 1 people were added to channels.'] },
  { need: 'nobody was added to a channel', assertions: 1, sentences: ['Nobody was added to #workshop.'] },
  { need: 'somebody was removed from a channel', assertions: 7, sentences: ['The user @ada was removed from #workshop.'] },
  {
    need: 'the place of somebody in a channel was left alone',
    assertions: 6,
    sentences: ['The user @ada is in #workshop.', 'The user @ada was added to exactly 0 conversations.'],
  },
];

export const slack: Needs = { twin: 'slack', tasks: 59, needs: [...messages, ...styles, ...reactions, ...places, ...people] };

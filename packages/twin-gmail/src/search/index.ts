import { type GmailWorld, isVisible, type Message } from '../world.ts';
import { operatorPredicate, type Predicate, type SearchContext } from './operators.ts';
import { type Near, parseQuery, type Query } from './parse.ts';
import { nearFinder, phraseFinder } from './words.ts';

/** A search ready to run. */
export interface Search {
  matches(message: Readonly<Message>): boolean;
  /** It names the spam or the trash, and so finds what is there. */
  reachesSpamTrash: boolean;
}

/** Prepares a search in the language of Gmail's search box. */
export function compileSearch(context: SearchContext, text: string): Search {
  const query = parseQuery(text);
  const predicate = compile(context, query);
  return {
    matches: (message) => predicate(candidate(context.world, message)),
    reachesSpamTrash: namesSpamTrash(query),
  };
}

const candidate = (world: GmailWorld, message: Readonly<Message>) => ({
  message,
  content() {
    const content = world.contents.get(message.id);
    if (!content) throw new Error(`message ${message.id} has no content`);
    return content;
  },
});

function compile(context: SearchContext, query: Query): Predicate {
  switch (query.kind) {
    case 'all': {
      const all = query.of.map((one) => compile(context, one));
      return (message) => all.every((predicate) => predicate(message));
    }
    case 'any': {
      const any = query.of.map((one) => compile(context, one));
      return (message) => any.some((predicate) => predicate(message));
    }
    case 'not': {
      const predicate = compile(context, query.of);
      return (message) => !predicate(message);
    }
    case 'operator':
      return operatorPredicate(context, query.name, query.value) ?? phrase(`${query.name} ${query.value}`);
    case 'near':
      return near(query);
    case 'phrase':
      return phrase(query.text);
  }
}

/** Words anywhere: in the subject, the text, the people, the names of attachments. */
const phrase = (text: string): Predicate => anywhere(phraseFinder(text));

/** Words near each other, in one of those places. */
const near = ({ left, right, distance, ordered }: Near): Predicate => anywhere(nearFinder(left, right, distance, ordered));

function anywhere(found: (text: string) => boolean): Predicate {
  return ({ message, content }) => {
    const people = [message.from, ...message.to, ...message.cc, ...message.bcc].map((one) => `${one?.name} ${one?.address}`);
    if ([message.subject, ...people, ...message.attachments.map(({ filename }) => filename)].some(found)) return true;
    return found(content().text);
  };
}

/** `in:anywhere`, `in:trash` and their like; a negated one doesn't count. */
function namesSpamTrash(query: Query): boolean {
  if (query.kind === 'operator') {
    return ['in', 'is', 'label'].includes(query.name) && /^(?:anywhere|trash|spam)$/i.test(query.value);
  }
  return (query.kind === 'all' || query.kind === 'any') && query.of.some(namesSpamTrash);
}

/** Is the message in what a list shows: outside spam and trash unless they are asked for? */
export const inScope = (message: Readonly<Message>, withSpamTrash: boolean): boolean =>
  withSpamTrash || isVisible(message.labelIds);

import type { TimelineItem } from '../actions/timeline.ts';
import type { IssueEvent, IssueEventName } from '../world.ts';
import { type Thing, thing } from './thing.ts';

/** Events that GraphQL calls otherwise than REST. */
const NAMED: Readonly<Partial<Record<IssueEventName, string>>> = { renamed: 'RenamedTitleEvent' };

/** The type of an event: `head_ref_deleted` is a HeadRefDeletedEvent. */
export const eventType = (event: IssueEventName): string =>
  NAMED[event] ?? `${event.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())}Event`;

export const eventThing = (event: Readonly<IssueEvent>): Thing<IssueEvent> => thing(eventType(event.event), event);

const OF_KIND: Readonly<Record<Exclude<TimelineItem['kind'], 'event'>, string>> = {
  comment: 'IssueComment',
  commit: 'PullRequestCommit',
  review: 'PullRequestReview',
  thread: 'PullRequestReviewThread',
  reference: 'CrossReferencedEvent',
};

/** What the item is in `IssueTimelineItems` and `PullRequestTimelineItems`. */
export const itemType = (item: TimelineItem): string => (item.kind === 'event' ? eventType(item.of.event) : OF_KIND[item.kind]);

/** A type as the enums of types name it: `HEAD_REF_DELETED_EVENT`. */
export const enumName = (type: string): string => type.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

/** Could an item of this kind be of one of these? Events could be any. */
export const isAsked = (kind: TimelineItem['kind'], types: ReadonlySet<string>): boolean =>
  kind === 'event' || types.has(enumName(OF_KIND[kind]));

// Each limit with the page that states it. Lengths are in characters unless named otherwise.

/** https://docs.slack.dev/reference/methods/chat.postMessage: longer texts are cut. */
export const LONGEST_TEXT = 40_000;
/** https://docs.slack.dev/reference/methods/chat.update, `msg_too_long` */
export const LONGEST_UPDATE = 4_000;
/** https://docs.slack.dev/reference/methods/chat.postMessage: `markdown_text` */
export const LONGEST_MARKDOWN = 12_000;
/** https://docs.slack.dev/reference/methods/chat.postMessage, `too_many_attachments` */
export const MOST_ATTACHMENTS = 100;
/** https://docs.slack.dev/reference/block-kit/blocks */
export const MOST_MESSAGE_BLOCKS = 50;
export const MOST_VIEW_BLOCKS = 100;
/** https://docs.slack.dev/reference/methods/conversations.create, `invalid_name_maxlength` */
export const LONGEST_CHANNEL_NAME = 80;
/** https://docs.slack.dev/reference/methods/conversations.setTopic, `too_long` */
export const LONGEST_TOPIC = 250;
/** https://docs.slack.dev/reference/methods/conversations.open, `too_many_users` */
export const MOST_PEOPLE_IN_A_GROUP = 8;
/** https://docs.slack.dev/reference/methods/conversations.list: `limit` */
export const LARGEST_PAGE = 1_000;
/** https://docs.slack.dev/reference/methods/conversations.history: `limit` */
export const LARGEST_HISTORY_PAGE = 999;
export const DEFAULT_PAGE = 100;
/** https://docs.slack.dev/reference/methods/reactions.add */
export const MOST_EMOJI_ON_A_MESSAGE = 50;
export const MOST_REACTIONS_OF_ONE_USER = 23;
/** https://slack.com/help/articles/205239997: pins of a channel */
export const MOST_PINS = 100;
/** https://slack.com/help/articles/1500012341261: bookmarks of a channel */
export const MOST_BOOKMARKS = 100;
/** https://docs.slack.dev/reference/methods/chat.scheduleMessage: seconds ahead */
export const FURTHEST_SCHEDULE_S = 120 * 24 * 60 * 60;
/** https://docs.slack.dev/reference/methods/chat.scheduleMessage#restrictions: messages in a channel in any five minutes */
export const MOST_SCHEDULED_IN_WINDOW = 30;
export const SCHEDULE_WINDOW_S = 5 * 60;
/** https://docs.slack.dev/reference/methods/users.profile.set, `too_long` */
export const LONGEST_STATUS = 100;
/** https://docs.slack.dev/reference/methods/views.open, `view_too_large`: bytes */
export const LARGEST_VIEW_BYTES = 250_000;
/** https://docs.slack.dev/reference/methods/views.push, `push_limit_reached` */
export const MOST_VIEWS_IN_A_STACK = 3;
/** https://docs.slack.dev/reference/methods/files.completeUploadExternal, `channels_limit_exceeded` */
export const MOST_CHANNELS_OF_AN_UPLOAD = 100;
/** https://docs.slack.dev/reference/methods/files.getUploadURLExternal, `alt_txt_too_large` */
export const LONGEST_ALT_TEXT = 1_000;
/** https://docs.slack.dev/reference/methods/files.getUploadURLExternal, `snippet_too_large`: bytes */
export const LARGEST_SNIPPET_BYTES = 1 << 20;
/** https://docs.slack.dev/messaging/message-metadata: bytes of JSON */
export const LARGEST_METADATA_BYTES = 8_192;
/** https://docs.slack.dev/reference/methods/canvases.edit: characters of one change */
export const LONGEST_CANVAS_CHANGE = 1 << 20;

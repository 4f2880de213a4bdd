import {
  checkList,
  checkNumber,
  checkPattern,
  checkString,
  checkText,
  type Fields,
  isObject,
  noOthers,
  oneOf,
  optional,
  type Report,
  required,
} from './block-rules.ts';

// Lengths and counts: https://docs.slack.dev/reference/block-kit/block-elements
const LONGEST_ACTION_ID = 255;
const LONGEST_BUTTON = 75;
const LONGEST_ACCESSIBILITY_LABEL = 75;
const LONGEST_BUTTON_VALUE = 2_000;
export const LONGEST_URL = 3_000;
export const LONGEST_ALT_TEXT = 2_000;
const LONGEST_PLACEHOLDER = 150;
const LONGEST_INPUT = 3_000;
const MOST_CHOICES = 10;
const MOST_OVERFLOW_OPTIONS = 5;
const MOST_SELECT_OPTIONS = 100;
const MOST_FILES = 10;
// https://docs.slack.dev/reference/block-kit/composition-objects
const LONGEST_OPTION = 75;
const LONGEST_OPTION_VALUE = 150;
const LONGEST_GROUP_LABEL = 75;
const LONGEST_CONFIRM_TITLE = 100;
const LONGEST_CONFIRM_TEXT = 300;
const LONGEST_CONFIRM_BUTTON = 30;

type ElementRule = (element: Fields, report: Report, at: string) => void;

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** Ten digits: seconds since 1970. */
const INSTANT = { least: 1_000_000_000, most: 9_999_999_999 };

/** https://docs.slack.dev/reference/block-kit/composition-objects/option-object */
function checkOption(option: unknown, report: Report, at: string, plainOnly: boolean): void {
  if (!isObject(option)) {
    report('must provide an object', at);
    return;
  }
  checkText(option.text, LONGEST_OPTION, report, `${at}/text`, plainOnly);
  checkString(option.value, 1, LONGEST_OPTION_VALUE, report, `${at}/value`);
  optional(option, 'description', at, (text, place) => checkText(text, LONGEST_OPTION, report, place, plainOnly));
  optional(option, 'url', at, (url, place) => checkString(url, 1, LONGEST_URL, report, place));
}

const checkOptions = (options: unknown, most: number, report: Report, at: string, plainOnly = true): void =>
  checkList(options, most, report, at, (option, place) => checkOption(option, report, place, plainOnly));

/** https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object */
function checkConfirm(confirm: unknown, report: Report, at: string): void {
  if (!isObject(confirm)) {
    report('must provide an object', at);
    return;
  }
  checkText(confirm.title, LONGEST_CONFIRM_TITLE, report, `${at}/title`, true);
  checkText(confirm.text, LONGEST_CONFIRM_TEXT, report, `${at}/text`);
  for (const name of ['confirm', 'deny'])
    optional(confirm, name, at, (text, place) => checkText(text, LONGEST_CONFIRM_BUTTON, report, place, true));
  optional(confirm, 'style', at, (style, place) => oneOf(style, ['primary', 'danger'], report, place));
}

const choices =
  (most: number): ElementRule =>
  (element, report, at) =>
    checkOptions(element.options, most, report, `${at}/options`, false);

/** Options, or groups of them. */
const staticSelect: ElementRule = (element, report, at) => {
  if (element.options === undefined && element.option_groups === undefined) report('missing required field: options', at);
  optional(element, 'options', at, (options, place) => checkOptions(options, MOST_SELECT_OPTIONS, report, place));
  optional(element, 'option_groups', at, (groups, place) =>
    checkList(groups, MOST_SELECT_OPTIONS, report, place, (group, where) => {
      const { label, options } = isObject(group) ? group : {};
      checkText(label, LONGEST_GROUP_LABEL, report, `${where}/label`, true);
      checkOptions(options, MOST_SELECT_OPTIONS, report, `${where}/options`);
    }),
  );
};

const lengthBetween: ElementRule = (element, report, at) => {
  optional(element, 'min_length', at, (value, place) => checkNumber(value, 0, LONGEST_INPUT, report, place));
  optional(element, 'max_length', at, (value, place) => checkNumber(value, 1, LONGEST_INPUT, report, place));
};

const labelled: ElementRule = (element, report, at) => {
  checkText(element.text, LONGEST_BUTTON, report, `${at}/text`, true);
  optional(element, 'style', at, (style, place) => oneOf(style, ['primary', 'danger'], report, place));
  optional(element, 'accessibility_label', at, (label, place) =>
    checkString(label, 1, LONGEST_ACCESSIBILITY_LABEL, report, place),
  );
};

export const imageRule: ElementRule = (image, report, at) => {
  if (image.image_url === undefined && image.slack_file === undefined) report('missing required field: image_url', at);
  optional(image, 'image_url', at, (url, place) => checkString(url, 1, LONGEST_URL, report, place));
  checkString(image.alt_text, 0, LONGEST_ALT_TEXT, report, `${at}/alt_text`);
};

const BUTTON_FIELDS = ['type', 'text', 'action_id', 'url', 'value', 'style', 'confirm', 'accessibility_label'];

const rules: Readonly<Record<string, ElementRule>> = {
  button(element, report, at) {
    // In the words of https://github.com/slackapi/bolt-js/issues/1891
    noOthers(element, BUTTON_FIELDS, report, at);
    labelled(element, report, at);
    optional(element, 'url', at, (url, place) => checkString(url, 1, LONGEST_URL, report, place));
    optional(element, 'value', at, (value, place) => checkString(value, 0, LONGEST_BUTTON_VALUE, report, place));
  },
  workflow_button(element, report, at) {
    labelled(element, report, at);
    required(element, ['workflow'], report, at);
  },
  checkboxes: choices(MOST_CHOICES),
  radio_buttons: choices(MOST_CHOICES),
  overflow: (element, report, at) => checkOptions(element.options, MOST_OVERFLOW_OPTIONS, report, `${at}/options`),
  static_select: staticSelect,
  multi_static_select: staticSelect,
  datepicker: (element, report, at) =>
    optional(element, 'initial_date', at, (value, place) => checkPattern(value, DATE, report, place)),
  timepicker: (element, report, at) =>
    optional(element, 'initial_time', at, (value, place) => checkPattern(value, TIME, report, place)),
  datetimepicker: (element, report, at) =>
    optional(element, 'initial_date_time', at, (value, place) => checkNumber(value, INSTANT.least, INSTANT.most, report, place)),
  plain_text_input: lengthBetween,
  number_input: (element, report, at) => required(element, ['is_decimal_allowed'], report, at),
  file_input: (element, report, at) =>
    optional(element, 'max_files', at, (value, place) => checkNumber(value, 1, MOST_FILES, report, place)),
  image: imageRule,
};

/** Elements without rules of their own: https://docs.slack.dev/reference/block-kit/block-elements, and those of rich text. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['external_select', 'users_select', 'conversations_select', 'channels_select'].flatMap((type) => [type, `multi_${type}`]),
  ...['email_text_input', 'url_text_input', 'rich_text_input', 'feedback_buttons', 'icon_button', 'url'],
  ...['rich_text_section', 'rich_text_list', 'rich_text_preformatted', 'rich_text_quote'],
]);

/** What holds of any interactive element. */
function checkCommon(element: Fields, report: Report, at: string): void {
  optional(element, 'action_id', at, (id, place) => checkString(id, 1, LONGEST_ACTION_ID, report, place));
  optional(element, 'placeholder', at, (text, place) => checkText(text, LONGEST_PLACEHOLDER, report, place, true));
  optional(element, 'confirm', at, (confirm, place) => checkConfirm(confirm, report, place));
  optional(element, 'max_selected_items', at, (value, place) => checkNumber(value, 1, Number.MAX_SAFE_INTEGER, report, place));
}

export function checkElement(element: unknown, report: Report, at: string): void {
  if (!isObject(element)) {
    report('must provide an object', at);
    return;
  }
  if (typeof element.type !== 'string') {
    report('missing required field: type', at);
    return;
  }
  const rule = Object.hasOwn(rules, element.type) ? rules[element.type] : undefined;
  if (!rule && !OTHERS.has(element.type)) {
    report(`unsupported type: ${element.type}`, `${at}/type`);
    return;
  }
  checkCommon(element, report, at);
  rule?.(element, report, at);
}

import { TwinError } from '@svc/twin-kit';

const OK = 200;

/** What a refusal carries beside its code. */
export interface RefusalDetail {
  /** Goes out as `response_metadata.messages`. */
  messages?: readonly string[];
  /** Further fields of the envelope. */
  fields?: Readonly<Record<string, unknown>>;
  status?: number;
  /** Tells of what the twin doesn't model. */
  unmodelled?: true;
}

/** Slack refuses with HTTP 200, `ok: false` and a code from the method's page: https://docs.slack.dev/apis/web-api/#responses */
export class SlackError extends TwinError {
  readonly code: string;
  readonly #detail: RefusalDetail;

  constructor(code: string, detail: RefusalDetail = {}) {
    const { messages, fields, status = OK, unmodelled } = detail;
    super(
      status,
      { ok: false, error: code, ...(messages && { response_metadata: { messages } }), ...fields },
      { message: messages && messages.length > 0 ? `${code}: ${messages.join('; ')}` : code, ...(unmodelled && { unmodelled }) },
    );
    this.code = code;
    this.#detail = detail;
  }

  /** The same refusal with other fields in its envelope. */
  with({ ok: _ok, error: _error, ...fields }: Readonly<Record<string, unknown>>): SlackError {
    return new SlackError(this.code, { ...this.#detail, fields });
  }
}

/** Arguments that are missing or of the wrong type. */
export class InvalidArguments extends SlackError {
  constructor(messages: readonly string[]) {
    super('invalid_arguments', { messages });
  }
}

export class ChannelNotFound extends SlackError {
  constructor() {
    super('channel_not_found');
  }
}

export class NotInChannel extends SlackError {
  constructor() {
    super('not_in_channel');
  }
}

export class IsArchived extends SlackError {
  constructor() {
    super('is_archived');
  }
}

export class UserNotFound extends SlackError {
  constructor() {
    super('user_not_found');
  }
}

export class MessageNotFound extends SlackError {
  constructor() {
    super('message_not_found');
  }
}

export class WrongChannelType extends SlackError {
  constructor() {
    super('method_not_supported_for_channel_type');
  }
}

export class InvalidCursor extends SlackError {
  constructor() {
    super('invalid_cursor');
  }
}

/** Blocks that break a rule of Block Kit. Slack says the faults twice, the second time marked for its clients' logs (spacecat-api-service PR 176). */
export class InvalidBlocks extends SlackError {
  constructor(faults: readonly string[]) {
    super('invalid_blocks', { messages: faults.map((fault) => `[ERROR] ${fault}`), fields: { errors: faults } });
  }
}

/** Named after the team's field of `rtm.start`: https://docs.slack.dev/reference/methods/rtm.start */
export class OverStorageLimit extends SlackError {
  constructor(reason: string) {
    super('over_storage_limit', { messages: [reason] });
  }
}

/** A method that Slack doesn't have. */
export class UnknownMethod extends SlackError {
  constructor(method: string) {
    super('unknown_method', { fields: { req_method: method } });
  }
}

/** A path that is no method at all. */
export class NoSuchPage extends SlackError {
  constructor() {
    super('unknown_method', { status: 404 });
  }
}

/** A method, or an input of one, that Slack documents and the twin doesn't model. Official clients repeat what isn't HTTP 200. */
export class Unsupported extends SlackError {
  constructor(what: string) {
    super('not_implemented', {
      unmodelled: true,
      messages: [`[ERROR] The Slack twin doesn't model ${what}. Nothing was read or changed.`],
    });
  }
}

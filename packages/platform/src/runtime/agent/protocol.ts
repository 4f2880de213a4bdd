import { join } from 'node:path';
import { z } from 'zod';

const twin = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
/** Names a twin's container and folder; never a container's own id or name. */
export const INSTANCE_LENGTH = 16;
const INSTANCE = new RegExp(`^[0-9a-f]{${INSTANCE_LENGTH}}$`);
const instance = z.string().regex(INSTANCE);
/** What is told in the place of a waiting twin's name where there is none. */
export const NONE_WAITS = '-'.repeat(INSTANCE_LENGTH);
export const isInstance = (name: string): boolean => INSTANCE.test(name);
const sessionId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

/**
 * Everything that a host's agent does for a control plane: the whole protocol. What a container is made of (its image, command, environment,
 * mounts, labels, limits) is the agent's own; a request only says which twin, and whose.
 */
export const agentRequestSchema = z.discriminatedUnion('ask', [
  /** Claims the instance for its owner where it has one, makes its folder and runs its container. */
  z.strictObject({
    ask: z.literal('launch'),
    instance,
    twin,
    /** Opens the twin's control routes. */
    controlToken: z.string().regex(/^[0-9a-f]{64}$/),
    /** Whose it is from the start; a waiting one has nobody yet. */
    owner: z.strictObject({ sessionId, expiresAt: z.iso.datetime() }).optional(),
  }),
  /** Gives a waiting twin to a session. Of two that reach for one, one gets it. */
  z.strictObject({ ask: z.literal('claim'), instance, twin, sessionId }),
  /** Removes a waiting twin, unless somebody claimed it. */
  z.strictObject({ ask: z.literal('discard'), instance, twin }),
  /** Removes container, folder and claim, whatever there is of them. */
  z.strictObject({ ask: z.literal('remove'), instance }),
  /** Starts a container that ended. */
  z.strictObject({ ask: z.literal('start'), instance }),
  /** Names a container after the session that claimed it, for operators. */
  z.strictObject({ ask: z.literal('name'), instance }),
  /** The last lines that a twin wrote. */
  z.strictObject({ ask: z.literal('lastLines'), instance }),
  z.strictObject({ ask: z.literal('claims') }),
  /** Has the agent itself keep so many of each twin waiting, whose control tokens it makes with the secret of its host. */
  z.strictObject({
    ask: z.literal('keepWaiting'),
    wanted: z.record(twin, z.int().min(0).max(100_000)),
    secret: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  /** Gives one of those to a session; said as the first line of a connection, that leads to it, behind its name. */
  z.strictObject({ ask: z.literal('take'), twin, sessionId }),
  z.strictObject({ ask: z.literal('containers') }),
  /** Runs the twin of another host from the copy of its journal that is kept here. Asked again it does what is left to do. */
  z.strictObject({
    ask: z.literal('takeUp'),
    instance,
    twin,
    controlToken: z.string().regex(/^[0-9a-f]{64}$/),
    owner: z.strictObject({ sessionId, expiresAt: z.iso.datetime() }),
  }),
]);
export type AgentRequest = z.output<typeof agentRequestSchema>;

const claimSchema = z.object({ instance, sessionId, twin });
/** Whose an instance is. */
export type Claim = z.output<typeof claimSchema>;

const containerSchema = z.object({
  instance,
  twin: z.string(),
  /** Started for nobody; its claim says whether somebody has it now. */
  waiting: z.boolean(),
  /** `created` is one that is about to be started. */
  state: z.enum(['created', 'running', 'ended']),
  /** False where its image was replaced by a newer one of the same name. */
  current: z.boolean(),
  /** False where its folder is gone: nobody reaches its socket any more, however well it runs. */
  reachable: z.boolean(),
});
/** A twin's container that is there. */
export type FoundContainer = z.output<typeof containerSchema>;

/** What each request is answered with. */
export const agentAnswerSchemas = {
  launch: z.null(),
  /** False when somebody else has it, or it isn't there. */
  claim: z.boolean(),
  discard: z.boolean(),
  remove: z.null(),
  start: z.null(),
  name: z.null(),
  lastLines: z.array(z.string()),
  claims: z.array(claimSchema),
  keepWaiting: z.null(),
  /** Its name; null where none waits. */
  take: instance.nullable(),
  containers: z.array(containerSchema),
  /** When the copy was last known to be whole; null where there is none. */
  takeUp: z.iso.datetime().nullable(),
};
export type AgentAnswers = { [Ask in keyof typeof agentAnswerSchemas]: z.output<(typeof agentAnswerSchemas)[Ask]> };

/** Told as it happens, a JSON object a line, to whoever listens. */
export const agentEventSchema = z.discriminatedUnion('event', [
  /** A twin's process ended; one that is claimed is started again. */
  z.object({ event: z.literal('ended'), instance }),
  /** A twin kept ending and isn't started again. */
  z.object({ event: z.literal('givenUp'), sessionId, reason: z.string() }),
]);
export type AgentEvent = z.output<typeof agentEventSchema>;

/** `POST` for requests, `GET` for events. */
export const AGENT_PATHS = { ask: '/ask', events: '/events' } as const;

export const SOCKET_NAME = 'twin.sock';

/** The folder of an instance below the folder that twins and services share. */
export const instanceFolder = (directory: string, name: string): string => join(directory, 'instances', name);

/** Where a twin listens. */
export const twinSocket = (directory: string, name: string): string => join(instanceFolder(directory, name), SOCKET_NAME);

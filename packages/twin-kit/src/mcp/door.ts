import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Tool } from '../definition.ts';
import type { Engine, Handled, HandledCall, IncomingCall } from '../engine.ts';
import { TwinError } from '../errors.ts';
import type { Refusal } from '../faults/refusal.ts';
import { jsonText, normalise, type Reply } from '../http/reply.ts';
import type { TwinRequest } from '../http/request.ts';
import { parseJson } from '../http/request.ts';
import { noteIgnored } from '../inputs.ts';
import { formatPath } from '../seeds.ts';
import { TooLong } from '../time.ts';
import type { WorldSpec } from '../world/collection.ts';
import type { ToolCall } from './protocol.ts';

const text = (value: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: value }],
  ...(isError && { isError }),
});

/** What a tool call came to. */
interface Outcome {
  result: CallToolResult;
  write: Handled['write'];
  tool: string | null;
  fidelity: Handled['fidelity'];
}

const refused = (message: string, tool: string | null, fidelity: Outcome['fidelity'] = 'semantic'): Outcome => ({
  result: text(message, true),
  write: undefined,
  tool,
  fidelity,
});

/** Tells which tools a caller has. */
type Offers = (tool: Tool<WorldSpec>) => boolean;

/** The tools of a twin, the same for all its worlds. */
class Toolbox {
  readonly byName: ReadonlyMap<string, Tool<WorldSpec>>;
  readonly #schemas = new Map<string, McpTool['inputSchema']>();
  #listed: McpTool[] | undefined;

  static readonly #known = new WeakMap<object, Toolbox>();

  static of(tools: readonly Tool<WorldSpec>[]): Toolbox {
    const known = Toolbox.#known.get(tools) ?? new Toolbox(tools);
    Toolbox.#known.set(tools, known);
    return known;
  }

  private constructor(tools: readonly Tool<WorldSpec>[]) {
    this.byName = new Map(tools.map((tool) => [tool.name, tool]));
  }

  list(isOffered: Offers): McpTool[] {
    this.#listed ??= [...this.byName.values()].map((tool) => ({
      name: tool.name,
      ...(tool.title && { title: tool.title }),
      description: tool.description,
      inputSchema: this.#schemaOf(tool),
      annotations: { ...(tool.title && { title: tool.title }), readOnlyHint: !tool.mutates },
    }));
    return this.#listed.filter(({ name }) => isOffered(this.byName.get(name) as Tool<WorldSpec>));
  }

  /** What of a tool's arguments its schema doesn't have. */
  strangers(tool: Tool<WorldSpec>, given: object): string[] {
    const { properties = {} } = this.#schemaOf(tool);
    return Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  }

  #schemaOf(tool: Tool<WorldSpec>): McpTool['inputSchema'] {
    const known = this.#schemas.get(tool.name);
    if (known) return known;
    const made = z.toJSONSchema(tool.input, { io: 'input', target: 'draft-7' }) as McpTool['inputSchema'];
    this.#schemas.set(tool.name, made);
    return made;
  }
}

/** A twin's tools over MCP: the streamable HTTP endpoint, stateless, and the plain `POST /mcp/call`. */
export class McpDoor {
  readonly #engine: Engine;
  readonly #toolbox: Toolbox;
  /** The vendor's own tools, with those that aren't modelled. */
  readonly #documented: ReadonlySet<string>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#toolbox = Toolbox.of(engine.definition.tools);
    this.#documented = new Set(engine.definition.documentedTools);
  }

  #has = (name: string): boolean => this.#toolbox.byName.has(name) || this.#documented.has(name);

  /**
   * `POST {api_url}/mcp/call` with `{name, arguments}` (spec, "Twin surfaces").
   *
   * @param refusal what the tool answers instead of being run
   */
  call(call: IncomingCall, refusal?: Refusal): HandledCall {
    const parsed = jsonOf(call.body);
    const shape = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }).safeParse(parsed);
    const request = this.#engine.request(call);
    const taken = { request, body: parsed ?? call.body.toString('utf8'), write: undefined, tool: null, fidelity: null };
    if (!shape.success) {
      const message = 'The body must be a JSON object {"name": <tool>, "arguments": {…}}.';
      return { ...taken, reply: { status: 400, body: text(message, true) } };
    }
    if (!this.#has(shape.data.name)) {
      return { ...taken, reply: { status: 404, body: text(`Unknown tool: ${shape.data.name}`, true) } };
    }
    const outcome = this.#execute(request, shape.data, refusal);
    return {
      ...taken,
      reply: { status: 200, body: outcome.result, ...(outcome.result.isError && { refused: true }) },
      write: outcome.write,
      tool: outcome.tool,
      fidelity: outcome.fidelity,
    };
  }

  /**
   * The MCP endpoint. The official SDK speaks the protocol; a tool call is only noted while it does, and executed after it
   * has answered, in the same turn as it is taped: so the order of the tape is the order of the commits.
   *
   * @param refusal what a tool answers instead of being run
   */
  async endpoint(call: IncomingCall, refusal?: Refusal): Promise<() => HandledCall> {
    const parsed = jsonOf(call.body);
    const noted: ToolCall[] = [];
    const isOffered: Offers = this.#engine.definition.offers?.(call.headers) ?? (() => true);
    // The SDK is loaded by the first call that needs it: an idle twin stays small.
    const { speak } = await import('./protocol.ts');
    const response = await speak({
      call,
      parsed,
      server: { name: `${this.#engine.twin.id}-twin`, title: `${this.#engine.twin.title} twin`, version: '1.0.0' },
      list: () => this.#toolbox.list(isOffered),
      has: this.#has,
      note: (toolCall) => noted.push(toolCall),
    });
    const answer = await response.text();
    const contentType = response.headers.get('content-type');
    const headers = {
      ...(contentType && { 'content-type': contentType }),
      ...(response.headers.has('allow') && { allow: response.headers.get('allow') as string }),
    };
    return () => {
      const request = this.#engine.request(call);
      const taken = {
        request,
        body: parsed ?? (call.body.length > 0 ? call.body.toString('utf8') : null),
        write: undefined,
        tool: null,
        fidelity: null,
      };
      const reply: Reply = { status: response.status, headers, ...(answer !== '' && { body: answer }) };
      const [toolCall] = noted;
      if (!toolCall || response.status !== 200) return { ...taken, reply };
      const tool = this.#toolbox.byName.get(toolCall.name);
      const outcome = tool && !isOffered(tool) ? refused(notOffered(tool.name), null) : this.#execute(request, toolCall, refusal);
      const message = JSON.parse(answer) as { result: unknown };
      const body = { ...message, result: outcome.result };
      return {
        ...taken,
        reply: { status: 200, headers, body, ...(outcome.result.isError && { refused: true }) },
        write: outcome.write,
        tool: outcome.tool,
        fidelity: outcome.fidelity,
      };
    };
  }

  #execute(request: TwinRequest, toolCall: ToolCall, refusal: Refusal | undefined): Outcome {
    const tool = this.#toolbox.byName.get(toolCall.name);
    if (refusal) return refused(refusal.refuse(request).message, toolCall.name);
    if (!tool) {
      const { message } = this.#engine.definition.errors.unsupported(request, `the tool ${toolCall.name}`);
      return refused(message, null, 'unsupported');
    }
    const input = tool.input.safeParse(toolCall.arguments);
    if (!input.success) return refused(misfit(tool, input.error, toolCall.arguments), tool.name);
    noteIgnored(request, [...this.#toolbox.strangers(tool, toolCall.arguments), ...(tool.ignores?.(input.data) ?? [])]);
    const name = typeof tool.action === 'function' ? tool.action(input.data) : (tool.action ?? tool.name);
    try {
      const { result, write } = this.#engine.run(
        request,
        (context) => tool.handle(context, input.data),
        () => true,
        tool.mutates,
      );
      return { result: text(valueText(result)), write, tool: name, fidelity: 'semantic' };
    } catch (error) {
      if (error instanceof TooLong) throw error;
      if (error instanceof TwinError) return refused(error.message, name, error.unmodelled ? 'unsupported' : 'semantic');
      this.#engine.fault(error);
      return refused('The twin failed to run this tool.', name);
    }
  }
}

const notOffered = (name: string): string => `The tool ${name} is none of those that this connection has asked for.`;

/** Why arguments aren't a tool's, in the vendor's words where the tool has them. */
function misfit(tool: Tool<WorldSpec>, { issues }: z.ZodError, given: Readonly<Record<string, unknown>>): string {
  const said = tool.misfit?.(issues, given);
  if (said !== undefined) return said;
  const faults = issues.map((issue) => `${formatPath(issue.path) || 'arguments'}: ${issue.message}`);
  return `Invalid arguments for tool ${tool.name}: ${faults.join('; ')}`;
}

/** A tool's value as text: strings as they are, everything else as JSON. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { body } = normalise({ status: 200, body: value });
  return jsonText(body) ?? '';
}

function jsonOf(body: Buffer): unknown {
  const parsed = parseJson(body);
  return parsed.ok ? parsed.value : undefined;
}

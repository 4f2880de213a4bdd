import { createSocket, type Socket } from 'node:dgram';

/** Asked and answered as RFC 1035 has it, sections 4.1.1 to 4.1.3. */
const HEADER_BYTES = 12;
const TYPE_A = 1;
const RESPONSE_RECURSIVE = 0x81_80;
const REFUSED = 5;
/** A pointer to the question's name. */
const NAME_OF_QUESTION = 0xc0_0c;
const TTL_S = 60;
const DNS_PORT = 53;
/** Addresses for tests of networks, of which no other network has one: RFC 2544. */
const FIRST_ADDRESS = [198, 18, 0, 10] as const;
const MOST_NAMES = 50_000;

/** Gives each name that is asked for an address of its own, so that a connection says by its address which name it is to. */
export class Names {
  readonly #byAddress = new Map<string, string>();
  readonly #byName = new Map<string, string>();

  addressOf(name: string): string {
    const known = this.#byName.get(name);
    if (known) return known;
    const at = Math.min(this.#byName.size, MOST_NAMES);
    const [one, two, three, four] = FIRST_ADDRESS;
    const last = four + at;
    const address = [one, two + (last >> 16), three + ((last >> 8) & 255), last & 255].join('.');
    this.#byName.set(name, address);
    this.#byAddress.set(address, name);
    return address;
  }

  /** The name that an address was given to, else the address. */
  nameOf(address: string): string {
    return this.#byAddress.get(address) ?? address;
  }

  /** Answers as a name server, whatever address a program takes for one. @param asked is told of each name */
  serve(asked: (name: string) => void): Promise<Socket> {
    const socket = createSocket('udp4');
    socket.on('message', (message, from) => {
      const answer = this.#answer(message, asked);
      if (answer) socket.send(answer, from.port, from.address);
    });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(DNS_PORT, () => resolve(socket));
    });
  }

  #answer(query: Buffer, asked: (name: string) => void): Buffer | undefined {
    if (query.length < HEADER_BYTES) return undefined;
    const question = readQuestion(query);
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(RESPONSE_RECURSIVE | (question ? 0 : REFUSED), 2);
    if (!question) return header;
    asked(question.name);
    header.writeUInt16BE(1, 4);
    const section = query.subarray(HEADER_BYTES, question.end);
    if (question.type !== TYPE_A) return Buffer.concat([header, section]);
    header.writeUInt16BE(1, 6);
    const record = Buffer.alloc(16);
    record.writeUInt16BE(NAME_OF_QUESTION, 0);
    record.writeUInt16BE(TYPE_A, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(TTL_S, 6);
    record.writeUInt16BE(4, 10);
    for (const [at, part] of this.addressOf(question.name).split('.').entries()) record.writeUInt8(Number(part), 12 + at);
    return Buffer.concat([header, section, record]);
  }
}

/** The first question's name and type, and where it ends. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } | undefined {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (;;) {
    const length = query[at];
    // A pointer, which no question begins with, or the end of the message.
    if (length === undefined || length > 63) return undefined;
    at += 1;
    if (length === 0) break;
    labels.push(query.toString('latin1', at, at + length).toLowerCase());
    at += length;
  }
  if (at + 4 > query.length) return undefined;
  return { name: labels.join('.'), type: query.readUInt16BE(at), end: at + 4 };
}

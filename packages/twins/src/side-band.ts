/** What git's server answers a push: lines with their length in front, of which those of band 2 are told to people (https://git-scm.com/docs/protocol-common). */
const PUSHED = 'application/x-git-receive-pack-result';

const LENGTH_DIGITS = 4;
const PROGRESS = 2;

/** An answer whose texts have their lengths beside them: how they are changed. */
export interface Framed {
  contentType: string;
  /** @returns a body that says `change` of each text for people */
  changed(body: Buffer, change: (text: string) => string): Buffer;
}

function lineOf(content: Buffer): Buffer {
  const length = (content.length + LENGTH_DIGITS).toString(16).padStart(LENGTH_DIGITS, '0');
  return Buffer.concat([Buffer.from(length), content]);
}

export const pushAnswer: Framed = {
  contentType: PUSHED,
  changed(body, change) {
    const lines: Buffer[] = [];
    for (let at = 0; at < body.length; ) {
      const length = Math.max(LENGTH_DIGITS, Number.parseInt(body.toString('latin1', at, at + LENGTH_DIGITS), 16) || 0);
      const line = body.subarray(at, at + length);
      const isTold = line[LENGTH_DIGITS] === PROGRESS;
      lines.push(isTold ? lineOf(Buffer.from(change(line.toString('utf8', LENGTH_DIGITS)))) : line);
      at += length;
    }
    return Buffer.concat(lines);
  },
};

/** A model that is asked one thing. */
export interface Model {
  /** @returns its text. @throws when it doesn't answer */
  ask(question: { system: string; user: string }, signal: AbortSignal): Promise<string>;
}

/** What an answer may be long, in bytes: many times what the most tokens take. */
const ANSWER_BYTES = 2 << 20;

/** `fetch` that reads no more than an answer may be long, however much the endpoint sends. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.body) return response;
  let left = ANSWER_BYTES;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new Error(`The model's answer is longer than ${ANSWER_BYTES} bytes.`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(bound), response);
};

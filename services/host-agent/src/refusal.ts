/** What the agent doesn't do for anybody. */
export class Refusal extends Error {}

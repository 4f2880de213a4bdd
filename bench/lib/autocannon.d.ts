declare module 'autocannon' {
  interface Options {
    url: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    connections?: number;
    duration?: number;
    /** Instead of a duration: how many requests. */
    amount?: number;
  }
  interface Result {
    non2xx: number;
    errors: number;
    duration: number;
    requests: { total: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}

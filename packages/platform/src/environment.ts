/** What child processes get of our environment: where programs are found, and nothing that could hold a secret. */
export const MINIMAL_ENVIRONMENT: Readonly<Record<string, string>> = {
  // biome-ignore lint/style/noProcessEnv: not configuration, handed on unread to child processes
  PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
};

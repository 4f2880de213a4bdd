const HIDDEN = '[REDACTED]';

/** Credentials by their form. A tape holds none of ours; a world may hold the agent's or a team's. */
const CREDENTIALS = [
  /\b(?:svc|sk|rk|pk|whsec|gh[opusr]|github_pat|glpat|xox[abeoprs]|xapp|lin_api|lin_oauth|npm|ya29)[-_.][\w.-]{8,}/g,
  /\bA(?:KIA|SIA)[A-Z\d]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\b[a-z][a-z\d+.-]{0,20}:\/\/)[^\s:/@<>]+:[^\s:/@<>]+(?=@)/gi,
  /(?<=\bBearer )[\w.~+/=-]{8,}/gi,
];

/** A text whose credentials are taken out before it leaves for a model. */
export const withoutSecrets = (text: string): string =>
  CREDENTIALS.reduce((clean, pattern) => clean.replaceAll(pattern, HIDDEN), text);

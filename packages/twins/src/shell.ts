/** In single quotes, as every shell of ours reads them. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A word of a command line, in quotes where it needs them. */
export const word = (text: string): string => (/^[\w@%+=:,./~-]+$/.test(text) ? text : quoted(text));

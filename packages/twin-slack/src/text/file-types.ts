/** What Slack calls a kind of file: https://docs.slack.dev/reference/objects/file-object#types */
export interface FileType {
  filetype: string;
  mimetype: string;
  pretty_type: string;
}

const TYPES: Readonly<Record<string, readonly [mimetype: string, pretty: string, filetype?: string]>> = {
  txt: ['text/plain', 'Plain Text', 'text'],
  log: ['text/plain', 'Plain Text', 'text'],
  md: ['text/plain', 'Markdown (raw)', 'markdown'],
  csv: ['text/csv', 'CSV'],
  json: ['text/plain', 'JSON'],
  yaml: ['text/plain', 'YAML'],
  yml: ['text/plain', 'YAML', 'yaml'],
  xml: ['text/plain', 'XML'],
  html: ['text/html', 'HTML'],
  css: ['text/plain', 'CSS'],
  js: ['text/plain', 'JavaScript', 'javascript'],
  ts: ['text/plain', 'TypeScript', 'typescript'],
  py: ['text/plain', 'Python', 'python'],
  rb: ['text/plain', 'Ruby', 'ruby'],
  go: ['text/plain', 'Go'],
  java: ['text/plain', 'Java'],
  sh: ['text/plain', 'Shell', 'shell'],
  sql: ['text/plain', 'SQL'],
  png: ['image/png', 'PNG'],
  jpg: ['image/jpeg', 'JPEG'],
  jpeg: ['image/jpeg', 'JPEG', 'jpg'],
  gif: ['image/gif', 'GIF'],
  svg: ['image/svg+xml', 'SVG'],
  webp: ['image/webp', 'WebP'],
  pdf: ['application/pdf', 'PDF'],
  zip: ['application/zip', 'Zip'],
  gz: ['application/gzip', 'Gzip', 'gzip'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word Document'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel Spreadsheet'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PowerPoint Presentation'],
  mp3: ['audio/mpeg', 'MP3'],
  mp4: ['video/mp4', 'MPEG 4 Video'],
  mov: ['video/quicktime', 'QuickTime Movie'],
};

export function fileTypeOf(name: string): FileType {
  const extension = /\.([A-Za-z\d]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
  if (!known) return { filetype: 'binary', mimetype: 'application/octet-stream', pretty_type: 'Binary' };
  const [mimetype, pretty_type, filetype = extension] = known;
  return { filetype, mimetype, pretty_type };
}

export const isTextType = (mimetype: string): boolean => mimetype.startsWith('text/');

/** Groups that `files.list` filters by: https://docs.slack.dev/reference/methods/files.list#types */
export const FILE_GROUPS: Readonly<Record<string, (mimetype: string, filetype: string) => boolean>> = {
  all: () => true,
  spaces: () => false,
  snippets: (mimetype) => isTextType(mimetype),
  images: (mimetype) => mimetype.startsWith('image/'),
  gdocs: () => false,
  zips: (_mimetype, filetype) => filetype === 'zip' || filetype === 'gzip',
  pdfs: (_mimetype, filetype) => filetype === 'pdf',
  canvas: () => false,
};

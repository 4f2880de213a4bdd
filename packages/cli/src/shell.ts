export { quoted, word } from '@svc/twins/shell';

export { answerMcp, type McpRequest } from './http.ts';
export { type StdioStreams, serveStdio } from './stdio.ts';
export type { ReadTask, TaskDocument } from './tasks.ts';
export type { Toolbox } from './tool.ts';

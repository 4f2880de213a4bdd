export { ApiError } from './api-error.ts';
export { type Client, createClient } from './client.ts';
export type { ClientOptions } from './transport.ts';

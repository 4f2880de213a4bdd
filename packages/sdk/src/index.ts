export { completed as completeBaseUrl, type Diagnosis, diagnose } from './address.ts';
export { ApiError, UnreachableError } from './api-error.ts';
export { type Client, createClient } from './client.ts';
export { type ClientOptions, createTransport, type Transport } from './transport.ts';

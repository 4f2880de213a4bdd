export * from './database/lifecycle.ts';
export * from './database/schema.ts';
export * from './ports.ts';
export * from './security/sealing.ts';

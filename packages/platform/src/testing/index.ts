export { startTestDatabase } from './database.ts';

import type { Tool } from '@svc/twin-kit';
import type { LinearCollections } from '../world.ts';

export const tools: readonly Tool<LinearCollections>[] = [];

import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';

export const getMe: Handler<'getMe'> = async (_service, { principal: { user, team, apiKey } }) =>
  ok({ user, team: { id: team.id, slug: team.slug, plan_tier: team.planTier }, api_key: apiKey });

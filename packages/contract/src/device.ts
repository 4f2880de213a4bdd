import { z } from 'zod';
import { MAX_DEVICE_NAME_LENGTH, MAX_LABEL_LENGTH } from './limits.ts';

/** POST /v1/device/code: a client without a browser asks to be let in (RFC 8628, section 3.1). */
export const createDeviceCodeRequestSchema = z
  .object({
    /** Where the client runs, e.g. a host name: the approving person sees it, and the key is named after it. */
    client_name: z.string().min(1).max(MAX_DEVICE_NAME_LENGTH).optional(),
  })
  .meta({ examples: [{ client_name: 'laptop' }] });
export type CreateDeviceCodeRequest = z.infer<typeof createDeviceCodeRequestSchema>;

/** RFC 8628, section 3.2 */
export const deviceCodeSchema = z.object({
  /** Polls for the answer. Sensitive. */
  device_code: z.string(),
  /** What the person types, e.g. `BDWP-HQPK`. */
  user_code: z.string(),
  verification_uri: z.url(),
  /** The same page with the code filled in. */
  verification_uri_complete: z.url(),
  /** Seconds that both codes work. */
  expires_in: z.int().min(1),
  /** Seconds between two polls, at least. */
  interval: z.int().min(1),
});
export type DeviceCode = z.infer<typeof deviceCodeSchema>;

/** POST /v1/device/token (RFC 8628, section 3.4) */
export const createDeviceTokenRequestSchema = z
  .object({ device_code: z.string().min(1).max(MAX_LABEL_LENGTH) })
  .meta({ examples: [{ device_code: 'Gm3pQzXv9c4q7m2n3p6r8s0t1w' }] });
export type CreateDeviceTokenRequest = z.infer<typeof createDeviceTokenRequestSchema>;

/** RFC 8628, section 3.5; the token is a team API key. */
export const deviceTokenSchema = z.object({
  /** `svc_<id>_<secret>`; it can't be read again. Sensitive. */
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  api_key: z.object({ id: z.string(), name: z.string() }),
  team: z.object({ id: z.string(), slug: z.string(), plan_tier: z.string() }),
});
export type DeviceToken = z.infer<typeof deviceTokenSchema>;

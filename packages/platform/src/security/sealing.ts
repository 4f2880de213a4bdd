import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** GCM's recommended nonce and full tag (NIST SP 800-38D), in bytes. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one purpose, derived from the installation's secret: knowing one says nothing about the others. */
export function deriveKey(installationSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', installationSecret, '', `svc/${purpose}`, KEY_BYTES));
}

/** Encrypts short secrets for storage. `context` (e.g. the sandbox's id) must be the same to open them again. */
export interface Sealer {
  seal(secret: string, context: string): string;
  /** @throws when the text was sealed under another key or context, or was changed. */
  open(sealed: string, context: string): string;
}

export function createSealer(installationSecret: string): Sealer {
  const key = createSecretKey(deriveKey(installationSecret, 'twin-control-tokens'));
  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** As for APP_SECRET. */
const SECRET_MIN_LENGTH = 32;

export type Secrets = ReturnType<typeof createSecrets>;

/** What is derived from the one secret of the installation: keyed hashes, and seals that only this server can open. */
export function createSecrets(secret: string) {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const macKey = keyFor('keyed hashes');
  const sealKey = keyFor('seals');
  return {
    /** A keyed hash (HMAC-SHA256, base64url) of some parts for one purpose; the parts cannot run into each other. */
    sign(purpose: string, ...parts: readonly (string | number)[]): string {
      return createHmac('sha256', macKey)
        .update(JSON.stringify([purpose, ...parts]))
        .digest('base64url');
    },
    /** Encrypts text for a place where it must not be read, such as the outbox (AES-256-GCM). */
    encrypt(text: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    /** @throws when the text was not sealed by this secret, or was changed. */
    decrypt(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Compares two hashes in a time that does not tell where they differ. */
export function isHashEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** 256 random bits, for tokens and links. */
export const generateToken = () => randomBytes(32).toString('base64url');

/** A name that cannot be guessed but is no secret. */
export const generateId = () => randomBytes(12).toString('base64url');

/** The secret of this installation, outside production: made at the first start and kept in the data directory. */
export function loadOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  const existing = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (existing.length >= SECRET_MIN_LENGTH) return existing;
  const secret = generateToken();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Whole or not at all: on a full disk half a secret, or none, would be used from the next start on.
  writeFileSync(`${file}.new`, secret, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return secret;
}

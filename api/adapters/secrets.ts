import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The minimum length of APP_SECRET, too. */
const SECRET_MIN_LENGTH = 32;

export type Secrets = ReturnType<typeof createSecrets>;

/** Keyed hashes and encryption with keys derived from the secret of the installation. */
export function createSecrets(secret: string) {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const macKey = keyFor('keyed hashes');
  const sealKey = keyFor('seals');
  return {
    /** A keyed hash (HMAC-SHA256, base64url) of parts for one purpose; ('a', 'bc') and ('ab', 'c') differ. */
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
    /** @throws when the text was not encrypted with this secret, or was changed. */
    decrypt(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Compares two hashes in constant time. */
export function isHashEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** 256 random bits, for tokens and links. */
export const generateToken = () => randomBytes(32).toString('base64url');

/** An id that can’t be guessed, but is no secret. */
export const generateId = () => randomBytes(12).toString('base64url');

/** The secret of this installation outside production: created at the first start, in the data directory. */
export function loadOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  const existing = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (existing.length >= SECRET_MIN_LENGTH) return existing;
  const secret = generateToken();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // By rename: on a full disk the next start would otherwise use a truncated secret.
  writeFileSync(`${file}.new`, secret, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return secret;
}

/**
 * Prints the secrets that the compose files need, as lines for .env: `node create-secrets.ts >> .env`. For Node 24 without any package.
 * The libSQL server gets a public key, and the site a token (JWT) that the private key signed; the private key is not kept.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const encode = (value: Buffer | string) => Buffer.from(value).toString('base64url');

function createDatabaseToken(): { key: string; token: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const head = `${encode('{"alg":"EdDSA","typ":"JWT"}')}.${encode('{"a":"rw"}')}`;
  return {
    key: publicKey.export({ format: 'jwk' }).x ?? '',
    token: `${head}.${encode(sign(null, Buffer.from(head), privateKey))}`,
  };
}

const { key, token } = createDatabaseToken();
process.stdout.write(`APP_SECRET=${encode(randomBytes(32))}
METRICS_TOKEN=${encode(randomBytes(24))}
S3_ACCESS_KEY_ID=${randomBytes(10).toString('hex')}
S3_SECRET_ACCESS_KEY=${encode(randomBytes(30))}
SQLD_AUTH_JWT_KEY=${key}
DATABASE_AUTH_TOKEN=${token}
`);

import { createHash } from 'node:crypto';
import { generateId } from '#api/adapters/secrets.ts';
import type { Deps } from '#api/deps.ts';
import { CLOCK_SKEW_MS } from '#api/domain/clock-skew.ts';
import { AppError, type ProofOfWork } from '#api/http/errors.ts';
import { createSignedToken, verifySignedToken } from '#api/adapters/signed-token.ts';
import {
  type RateLimitHit,
  consumeRateLimits,
  createNetworkHits,
  rateLimitRules,
} from '#api/features/rate-limits/rate-limits.service.ts';

/** Leading zero bits of the hash: 16,000 tries on average, 0.2 s in a browser, 1 s on a slow phone. */
const DIFFICULTY_BITS = 14;
/** A browser that cannot compute hashes waits for so long instead, milliseconds. */
const WAIT_MS = 30_000;
/** How long a challenge may be answered, milliseconds. */
const CHALLENGE_LIFE_MS = 10 * 60_000;

const UNKNOWN_NETWORK = 'unknown';

/** The action and address of a form. A proof of work is valid for one of them only. */
export type Attempt = {
  action: 'start' | 'join';
  email: string;
  proofOfWork?: string | null | undefined;
  /** Of the client, which waits once for each attempt. */
  networks: readonly string[];
};

type ProofDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/**
 * Counts an attempt. Beyond a soft limit it needs a proof of work: hashcash over a signed challenge that is not stored and
 * is valid once.
 * @throws rate_limited with the challenge, or with the time to wait when a limit that is not soft is exceeded.
 */
export async function consumeLimitsOrRequireProof(deps: ProofDeps, hits: readonly RateLimitHit[], attempt: Attempt) {
  if (await consumeRateLimits(deps, hits, createProofHits(deps, attempt))) return;
  const seconds = WAIT_MS / 1000;
  throw new AppError(
    'rate_limited',
    `We’re getting a lot of requests right now. Wait ${seconds} seconds, then try again.`,
    { retryAfterSeconds: seconds, proofOfWork: issueChallenge(deps, attempt) },
  );
}

function issueChallenge({ clock, secrets }: ProofDeps, { action, email }: Attempt): ProofOfWork {
  const expiresAt = clock.now() + CHALLENGE_LIFE_MS;
  const token = { purpose: 'proof-of-work', value: generateId(), expiresAt, boundTo: [action, email] } as const;
  return {
    challenge: createSignedToken(secrets, token),
    difficulty_bits: DIFFICULTY_BITS,
    wait_seconds: WAIT_MS / 1000,
  };
}

/**
 * What the answer to a challenge counts as: one use of it and, where it was waited for instead of worked for, the wait of the
 * networks. Nothing where there is no answer.
 */
function createProofHits({ clock, secrets }: ProofDeps, attempt: Attempt): RateLimitHit[] {
  const { action, email, proofOfWork, networks } = attempt;
  const [solution = '', challenge = '', nonce] = /^(.+\.[\w-]{43})(?:\.(\d{1,15}))?$/.exec(proofOfWork ?? '') ?? [];
  const now = clock.now();
  const token = verifySignedToken(secrets, challenge, { purpose: 'proof-of-work', now, boundTo: [action, email] });
  if (!token || token.isExpired) return [];
  const use: RateLimitHit = { rule: rateLimitRules.proofUse, subject: token.value };
  if (nonce !== undefined && hasWork(solution)) return [use];
  // Less than browsers are told: another server may have issued the challenge.
  const hasWaited = now >= token.expiresAt - CHALLENGE_LIFE_MS + WAIT_MS - CLOCK_SKEW_MS;
  // Behind a proxy that the settings don't know all visitors wait as one network: its limits count nothing else.
  const waiting = networks.length > 0 ? networks : [UNKNOWN_NETWORK];
  const waits = createNetworkHits(rateLimitRules.proofWaitNetwork, waiting, { isSoft: true });
  return hasWaited ? [use, ...waits] : [];
}

function hasWork(solution: string): boolean {
  return Math.clz32(createHash('sha256').update(solution).digest().readUInt32BE()) >= DIFFICULTY_BITS;
}

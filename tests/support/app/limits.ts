import { createApp } from '#api/app.ts';
import { issueFormToken } from '#api/features/auth/bot-check/bot-check.service.ts';
import type { ProofOfWork } from '#src/lib/proof-of-work.ts';
import type { TestApp } from './test-app.ts';

/** The same database behind an app whose breakers trip after so many requests an hour. */
export function withBreaker(test: TestApp, breaker: { startsPerHour?: number; joinsPerHour?: number }): TestApp {
  const accounts = { ...test.deps.accounts, breaker: { ...test.deps.accounts.breaker, ...breaker } };
  const deps = { ...test.deps, accounts };
  return { ...test, deps, app: createApp(deps) };
}

/** A form token that is old enough to be accepted. */
export function createAgedFormToken(test: TestApp): string {
  const token = issueFormToken(test.deps);
  test.clock.advance(1_000);
  return token;
}

/** Status, `Retry-After` and body of a response that limits the caller. */
export async function readRateLimitResponse(response: Response) {
  const { code, message, proof_of_work } = (await response.json()) as {
    code: string;
    message: string;
    proof_of_work?: ProofOfWork;
  };
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    code,
    message,
    proof_of_work,
  };
}

/** The n-th IPv4 address of a private range: each is a network of its own. */
export const ipv4 = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** An address in the n-th /64 of 2001:db8:<site>::/48; 256 of them are one /56. */
export const ipv6 = (n: number, site = 1) => `2001:db8:${site.toString(16)}:${n.toString(16)}::1`;

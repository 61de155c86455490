import type { z } from 'zod';
import type { handoffAnswer, signedInAnswer } from '#api/features/auth/auth.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { signedIn } from '#src/stores/session.ts';

export type SignedInAnswer = z.infer<typeof signedInAnswer>;

/** Where the visitor wanted to go; whether that is allowed is for the server to say. */
export const callbackOfAddress = () => new URLSearchParams(window.location.search).get('callbackUrl');

/** Leads on: to the callback address with a token of its own, or home. @throws ApiError */
export async function goOnward(callbackUrl: string | null): Promise<void> {
  if (!callbackUrl) return window.location.assign(paths.home);
  const { url } = await api.post<z.infer<typeof handoffAnswer>>('/api/auth/handoff', { callbackUrl });
  window.location.assign(url);
}

/** Keeps the session that was answered, and leads on. @throws Error, ApiError */
export function arrive(answer: SignedInAnswer, callbackUrl: string | null): Promise<void> {
  signedIn(answer);
  return goOnward(callbackUrl);
}

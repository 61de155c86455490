import type { z } from 'zod';
import type { handoffResponse, signInResponse } from '#api/features/auth/auth.contract.ts';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { startSession } from '#src/stores/session.ts';

export type SignInJson = z.infer<typeof signInResponse>;

/** Where the visitor wanted to go; whether that is allowed is for the server to say. */
export const readCallbackUrl = () => new URLSearchParams(window.location.search).get('callbackUrl');

/** Leads on: to the callback address with a token of its own, or home. @throws ApiError */
export async function redirectToCallback(callbackUrl: string | null): Promise<void> {
  if (!callbackUrl) return window.location.assign(paths.home);
  const { url } = await api.post<z.infer<typeof handoffResponse>>('/api/auth/handoff', { callbackUrl });
  window.location.assign(url);
}

/** Keeps the session that was answered, and leads on. @throws Error, ApiError */
export function completeSignIn(signIn: SignInJson, callbackUrl: string | null): Promise<void> {
  startSession(signIn);
  return redirectToCallback(callbackUrl);
}

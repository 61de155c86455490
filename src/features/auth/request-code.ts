import { ApiError, api } from '#src/lib/api-client.ts';
import { fetchFormToken } from '#src/lib/form-token.ts';
import { solveProofOfWork } from '#src/lib/proof-of-work.ts';
import { readCallbackUrl } from './callback-redirect.ts';
import type { SignInMode, SignInDetails, SignInProgress } from './sign-in-progress.ts';

type BotCheckFields = { website: string; formToken: string | null };

/** A form that is open: it has a signed time of the server, which is old enough when it is sent. */
export type FormTokenSource = { token(): Promise<string | null> };

export function createFormTokenSource(): FormTokenSource {
  const token = fetchFormToken();
  return { token: () => token };
}

/** Asks the server to mail a code, with a proof of work where it needs one. @throws ApiError */
export async function requestCode(
  mode: SignInMode,
  details: SignInDetails,
  proof: BotCheckFields,
): Promise<SignInProgress> {
  const isNew = mode === 'signup';
  const start = (proofOfWork: string | null) =>
    api.post('/api/auth/email/start', {
      json: {
        email: details.email,
        firstName: isNew ? details.firstName : '',
        lastName: isNew ? details.lastName : '',
        callbackUrl: readCallbackUrl(),
        ...proof,
        proofOfWork,
      },
    });
  const response = await start(null).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || !error.proofOfWork) throw error;
    return start(await solveProofOfWork(error.proofOfWork));
  });
  const now = Date.now();
  const times = { requestedAt: now, resendAt: now + response.resend_in * 1000, expiresAt: now + response.expires_in * 1000 };
  return { mode, details, ...times, ...(response.delivery && { delivery: response.delivery }) };
}

import type { z } from 'zod';
import type { startAnswer } from '#api/features/auth/auth.contract.ts';
import { ApiError, api } from '#src/lib/api-client.ts';
import { fetchFormToken } from '#src/lib/form-token.ts';
import { solveProofOfWork } from '#src/lib/proof-of-work.ts';
import { callbackOfAddress } from './callback-redirect.ts';
import type { Mode, Person, Progress } from './sign-in-progress.ts';

type FormProof = { website: string; formToken: string | null };

/** A form that is open: it has a signed time of the server, which is old enough when it is sent. */
export type OpenForm = { token(): Promise<string | null> };

export function openForm(): OpenForm {
  const token = fetchFormToken();
  return { token: () => token };
}

/** Asks the server to mail a code, with a proof of work where it needs one. @throws ApiError */
export async function requestCode(mode: Mode, person: Person, proof: FormProof): Promise<Progress> {
  const isNew = mode === 'signup';
  const start = (proofOfWork: string | null) =>
    api.post<z.infer<typeof startAnswer>>('/api/auth/email/start', {
      email: person.email,
      firstName: isNew ? person.firstName : '',
      lastName: isNew ? person.lastName : '',
      callbackUrl: callbackOfAddress(),
      ...proof,
      proofOfWork,
    });
  const answer = await start(null).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || !error.proofOfWork) throw error;
    return start(await solveProofOfWork(error.proofOfWork));
  });
  const now = Date.now();
  const times = { resendAt: now + answer.resend_in * 1000, expiresAt: now + answer.expires_in * 1000 };
  return { mode, person, ...times, ...(answer.delivery && { delivery: answer.delivery }) };
}

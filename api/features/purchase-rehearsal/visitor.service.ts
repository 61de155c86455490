import type { Stage } from './stage.service.ts';

/** Somebody who is signed in on the stage. */
export type Person = {
  id: number;
  email: string;
  // biome-ignore lint/suspicious/noExplicitAny: each step knows the answer that it expects, and checks it
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; body: any }>;
};

/** Signs in as a visitor does, with the code of the email. @throws when the sign-in doesn't work. */
export async function signIn(stage: Stage, email: string): Promise<Person> {
  const started = await send(stage, 'POST', '/api/auth/email/start', { email });
  await stage.settle();
  const code = stage.emails.findLast((message) => message.to.email === email)?.code;
  if (started.status !== 200 || !code) throw new Error(`No sign-in code came (status ${started.status}).`);
  const { status, body } = await send(stage, 'POST', '/api/auth/email/verify', { email, code });
  if (status !== 200) throw new Error(`The sign-in code was refused (status ${status}).`);
  return {
    id: body.user.id,
    email,
    call: (method, path, content) => send(stage, method, path, content, body.token),
  };
}

async function send({ url }: Stage, method: string, path: string, body?: object, token?: string) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const answer: any = await response.json().catch(() => null);
  return { status: response.status, body: answer };
}

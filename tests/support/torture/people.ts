import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeSmtpServer } from '../mail/fake-smtp-server.ts';
import { countWrite, createAddress, type Stage } from './actor.ts';
import { isAcknowledged, isUnknown, readJson } from './balanced-client.ts';

const PAUSE_MS = 1_000;
/** A code is waited for so long: an outbox that moves to another server may need this. */
const CODE_MS = 60_000;
const POLL_MS = 200;

export type Session = { email: string; token: string; userId: number };

/** Joins waiting lists and signs in, each time as somebody else from another network. */
export async function playPeople(stage: Stage, smtp: FakeSmtpServer): Promise<void> {
  for (let n = 0; stage.isOn(); n += 1) {
    if (n % 4 === 3) await signInAndRead(stage, smtp, `reader${n}@example.com`);
    else await join(stage, `joiner${n}@example.com`);
    await sleep(PAUSE_MS / 2 + stage.random.below(PAUSE_MS));
  }
}

/** Again until it is accepted, or the run ends: a person does so, and the address must be stored once. */
async function join(stage: Stage, email: string): Promise<void> {
  const { joins } = stage.ledger;
  const headers = { 'X-Forwarded-For': createAddress(stage.random) };
  for (let attempt = 0; attempt < 5 && stage.isOn(); attempt += 1) {
    const reply = await stage.client.send('POST', '/api/waitinglist', { body: { email, productId: 4 }, headers });
    countWrite(stage, reply);
    if (isUnknown(reply)) joins.unknown.add(email);
    if (isAcknowledged(reply)) {
      joins.acknowledged.add(email);
      return;
    }
    await sleep(PAUSE_MS);
  }
}

/** A session that one server opened is one at every other. */
async function signInAndRead(stage: Stage, smtp: FakeSmtpServer, email: string): Promise<void> {
  const session = await signIn(stage, smtp, email);
  if (!session) return;
  const startedAt = Date.now();
  const reply = await stage.client.read('/api/auth/me', { token: session.token });
  if (reply?.status === 200) stage.ledger.sessions.push(session);
  else if (reply && (reply.status < 500 || !stage.faults.wasOn(startedAt, Date.now())))
    stage.findings.add(`a new session of ${email} is answered with ${reply.status} by server ${reply.server}`);
}

/** With the code of the email. Null when a fault kept it from coming, or a response was lost. */
export async function signIn(stage: Stage, smtp: FakeSmtpServer, email: string): Promise<Session | null> {
  const headers = { 'X-Forwarded-For': createAddress(stage.random) };
  const body = { email, firstName: 'Mere', lastName: 'Tane' };
  const startedAt = Date.now();
  const started = await stage.client.send('POST', '/api/auth/email/start', { body, headers });
  countWrite(stage, started);
  if (!isAcknowledged(started)) return null;
  const code = await waitForCode(smtp, email);
  if (code === null) {
    if (!stage.faults.wasOn(startedAt, Date.now()))
      stage.findings.add(`no code came for ${email} within ${CODE_MS / 1000} s`);
    return null;
  }
  const cookies = started.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const verified = await stage.client.send('POST', '/api/auth/email/verify', {
    body: { email, code },
    headers: { ...headers, Cookie: cookies.join('; ') },
  });
  countWrite(stage, verified);
  if (!isAcknowledged(verified)) return null;
  const { token, user } = readJson<{ token: string; user: { id: number } }>(verified);
  return { email, token, userId: user.id };
}

async function waitForCode({ received }: FakeSmtpServer, email: string): Promise<string | null> {
  for (const end = Date.now() + CODE_MS; Date.now() < end; await sleep(POLL_MS)) {
    const mail = received.findLast(({ to }) => to.includes(email));
    const code = /^\s*(\d{6})\s*$/m.exec(mail?.parsed.text ?? '')?.[1];
    if (code) return code;
  }
  return null;
}

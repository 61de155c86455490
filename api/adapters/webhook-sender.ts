import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { type Address, createPinnedLookup, type HostRules, resolveHost } from './safe-fetch/public-host.ts';
import { signWebhook } from './webhook-signature.ts';

const TIMEOUT_MS = 10_000;
/** Of the response to a failed webhook, for the log (characters). */
const RESPONSE_MAX_LENGTH = 200;
const PRIVATE = 'The address belongs to a private network, so it wasn’t called.';

/** What came of one attempt: the status of the response, if there was one, and why it failed, if it did. */
export type WebhookOutcome = { statusCode: number | null; error: string | null };

export type WebhookSender = (body: string) => Promise<WebhookOutcome>;

type Options = {
  url: string;
  /** Null: unsigned, for an address that is itself a secret. */
  secret: string | null;
  /** The name of the header with the signature, in lower case. */
  signatureHeader: string;
  now: () => number;
  timeoutMs?: number;
  /** For an address that people enter on a screen; left out, the address is one of the settings of the server and may be on a private network. */
  hosts?: HostRules;
};

/**
 * Posts webhooks to one address, each signed, if there is a secret. Any status from 200 to 299 is success; redirects are not followed, and of a response only the
 * start is read. With `hosts` the name is resolved once for each webhook, and the connection goes to the addresses that were checked.
 */
export function createWebhookSender({
  url,
  secret,
  signatureHeader,
  now,
  timeoutMs = TIMEOUT_MS,
  hosts,
}: Options): WebhookSender {
  const target = new URL(url);
  return async function sendWebhook(body) {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const pinned = hosts && (await resolveHost(target.hostname, hosts, signal));
      if (pinned && !pinned.isPublic) return { statusCode: null, error: PRIVATE };
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(secret !== null && { [signatureHeader]: signWebhook(secret, body, now()) }),
      };
      const options = { method: 'POST', headers, signal, ...(pinned && toPinned(pinned.addresses)) };
      const response = await post(target, options, body);
      try {
        const { statusCode = 0 } = response;
        const isDelivered = statusCode >= 200 && statusCode < 300;
        return { statusCode, error: isDelivered ? null : await readStart(response) };
      } finally {
        // The rest of a response that nobody reads.
        response.destroy();
      }
    } catch (error) {
      if (signal.aborted) return { statusCode: null, error: `No response within ${timeoutMs / 1000} seconds.` };
      return { statusCode: null, error: `The connection failed: ${getReason(error)}.` };
    }
  };
}

/** No connection is used again: it would be one to an address of an earlier check. */
const toPinned = (addresses: readonly Address[]): RequestOptions => ({
  agent: false,
  lookup: createPinnedLookup(addresses),
});

function post(url: URL, options: RequestOptions, body: string): Promise<IncomingMessage> {
  const send = url.protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    send(url, options, resolve).on('error', reject).end(body);
  });
}

/** The start of a response, as one line; never more than is needed, since it may have no end. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const chunk of response) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= RESPONSE_MAX_LENGTH) break;
    }
  } catch {
    // The status alone says that it failed.
  }
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.slice(0, RESPONSE_MAX_LENGTH) || 'The response was empty.';
}

/** Such as ECONNREFUSED. */
function getReason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown error';
}

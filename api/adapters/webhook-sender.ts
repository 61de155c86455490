import { signWebhook } from './webhook-signature.ts';

const TIMEOUT_MS = 10_000;
/** Of the response to a failed webhook, for the log (characters). */
const RESPONSE_MAX_LENGTH = 200;

/** What came of one attempt: the status of the response, if there was one, and why it failed, if it did. */
export type WebhookOutcome = { statusCode: number | null; error: string | null };

export type WebhookSender = (body: string) => Promise<WebhookOutcome>;

type Options = {
  url: string;
  secret: string;
  /** The name of the header with the signature, in lower case. */
  signatureHeader: string;
  now: () => number;
  timeoutMs?: number;
};

/**
 * Posts webhooks to one address of the settings, each signed. Any status from 200 to 299 is success; redirects are not
 * followed, and of a response only the start is read.
 */
export function createWebhookSender({
  url,
  secret,
  signatureHeader,
  now,
  timeoutMs = TIMEOUT_MS,
}: Options): WebhookSender {
  return async function sendWebhook(body) {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(secret, body, now()) },
        signal,
      });
      if (response.ok) {
        await response.body?.cancel().catch(() => undefined);
        return { statusCode: response.status, error: null };
      }
      return { statusCode: response.status, error: await readStart(response) };
    } catch (error) {
      if (signal.aborted) return { statusCode: null, error: `No response within ${timeoutMs / 1000} seconds.` };
      return { statusCode: null, error: `The connection failed: ${getReason(error)}.` };
    }
  };
}

/** The start of a response, as one line; never more than is needed, since it may have no end. */
async function readStart(response: Response): Promise<string> {
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= RESPONSE_MAX_LENGTH) break;
    }
  } catch {
    // The status alone says that it failed.
  }
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.slice(0, RESPONSE_MAX_LENGTH) || 'The response was empty.';
}

/** Such as ECONNREFUSED: `fetch` says only that it failed, and why in the cause. */
function getReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const { code, message } = (cause ?? error) as { code?: string; message?: string };
  return code ?? message ?? 'unknown error';
}

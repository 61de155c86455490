import type { Kind, Kinds } from '../objects/kinds.ts';
import type { Decline } from '../cards/test-cards.ts';
import type { Transaction } from '../state/transaction.ts';

type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
};

/** An answer in Stripe's error envelope. What the request changed is dropped, unless `keepsChanges` (a declined card). */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly keepsChanges: boolean;

  constructor(status: number, body: ErrorBody, { keepsChanges = false } = {}) {
    super(body.message);
    this.status = status;
    this.keepsChanges = keepsChanges;
    this.body = body;
  }
}

/** 400 for what cannot be done with this request. */
export const refuse = (message: string, details: { code?: string; param?: string; status?: number } = {}) => {
  const { status = 400, ...body } = details;
  return new StripeError(status, { type: 'invalid_request_error', message, ...body });
};

/** 402 as Stripe answers for a card. */
export const declineError = (
  { code, declineCode, message }: Decline,
  { keepsChanges }: { keepsChanges: boolean },
): StripeError =>
  new StripeError(
    402,
    { type: 'card_error', code, message, ...(declineCode && { decline_code: declineCode }) },
    { keepsChanges },
  );

export const unknownError = () => new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' });

/** 404 for the id of the path, 400 with `param` for one in the parameters. */
export const noSuch = (kind: Kind, id: string, param = 'id') =>
  refuse(`No such ${kind.replaceAll('_', ' ')}: '${id}'`, {
    code: 'resource_missing',
    param,
    status: param === 'id' ? 404 : 400,
  });

/** The object with the id that the request gives; `param` names the parameter, `id` stands for the path. */
export function requireObject<K extends Kind>(tx: Transaction, kind: K, id: string, param = 'id'): Kinds[K] {
  const object = tx.find(kind, id);
  if (!object) throw noSuch(kind, id, param);
  return object;
}

import type { Kind, Kinds } from '../state/kinds.ts';
import type { Transaction } from '../state/transaction.ts';

export type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: object;
  setup_intent?: object;
  payment_method?: object;
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
    const docUrl = body.code && `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}`;
    this.body = docUrl ? { ...body, doc_url: docUrl } : body;
  }
}

/** 400 for what cannot be done with this request. */
export const refuse = (message: string, details: { code?: string; param?: string; status?: number } = {}) => {
  const { status = 400, ...body } = details;
  return new StripeError(status, { type: 'invalid_request_error', message, ...body });
};

const NAMES: Partial<Record<Kind, string>> = {
  payment_method: 'PaymentMethod',
  subscription_schedule: 'subscription schedule',
  'checkout.session': 'checkout.session',
  'billing_portal.configuration': 'configuration',
  'test_helpers.test_clock': 'test clock',
};

/** 404 for the id of the path, 400 with `param` for one in the parameters. */
export const noSuch = (kind: Kind, id: string, param = 'id') =>
  refuse(`No such ${NAMES[kind] ?? kind}: '${id}'`, {
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

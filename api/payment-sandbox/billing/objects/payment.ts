import type {
  BalanceTransaction,
  Charge,
  RequiredFields,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
} from './stored.ts';

export function buildPaymentIntent(
  fields: RequiredFields<PaymentIntent, 'id' | 'amount' | 'created' | 'currency'>,
): PaymentIntent {
  return {
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${fields.id}_secret_sandbox`,
    confirmation_method: 'automatic',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...fields,
  };
}

export function buildSetupIntent(fields: RequiredFields<SetupIntent, 'id' | 'created'>): SetupIntent {
  return {
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${fields.id}_secret_sandbox`,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...fields,
  };
}

type ChargeFields = RequiredFields<
  Charge,
  'id' | 'amount' | 'created' | 'currency' | 'customer' | 'payment_intent' | 'status'
> & {
  method: PaymentMethod;
};

export function buildCharge({ method, ...fields }: ChargeFields): Charge {
  const isPaid = fields.status === 'succeeded';
  return {
    object: 'charge',
    amount_captured: isPaid ? fields.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? fields.id.replace(/^ch_/, 'txn_') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: isPaid,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
      reason: null,
      seller_message: isPaid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
      type: isPaid ? 'authorized' : 'issuer_declined',
    },
    paid: isPaid,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...fields,
  };
}

export function buildRefund(
  fields: RequiredFields<Refund, 'id' | 'amount' | 'charge' | 'created' | 'currency'>,
): Refund {
  return {
    object: 'refund',
    balance_transaction: null,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...fields,
  };
}

type BalanceFields = RequiredFields<
  BalanceTransaction,
  'id' | 'amount' | 'created' | 'currency' | 'customer' | 'ending_balance' | 'invoice' | 'type'
>;

export function buildBalanceTransaction(fields: BalanceFields): BalanceTransaction {
  return {
    object: 'customer_balance_transaction',
    checkout_session: null,
    credit_note: null,
    customer_account: null,
    description: null,
    livemode: false,
    metadata: {},
    ...fields,
  };
}

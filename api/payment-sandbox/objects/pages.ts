import type Stripe from 'stripe';
import type { Address, CustomerTaxId } from './tax.ts';
import type { Kept, New, Wire } from './wire.ts';

const CHECKOUT_SESSION = {
  object: 'checkout.session',
  allow_promotion_codes: null,
  amount_subtotal: 0,
  invoice: null,
  mode: 'subscription',
  payment_method_collection: 'always',
  payment_status: 'unpaid',
  status: 'open',
  subscription: null,
} as const;
type NewSession =
  | 'id'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'expires_at'
  | 'metadata'
  | 'url';
export type CheckoutSession = Kept<Stripe.Checkout.Session, typeof CHECKOUT_SESSION, NewSession> & {
  customer: string;
  /** Of its price. */
  currency: string;
  automatic_tax: { enabled: boolean; status: 'complete' | 'requires_location_inputs' | null };
  /** Once the page was filled in. */
  customer_details: CustomerDetails | null;
  discounts: { coupon: string | null; promotion_code: string | null }[];
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number };
  success_url: string;
};
type CustomerDetails = {
  address: Address | null;
  email: string | null;
  name: string | null;
  tax_exempt: string | null;
  tax_ids: CustomerTaxId[];
};
type Given = 'automatic_tax' | 'customer' | 'discounts' | 'success_url' | 'total_details';
export const buildCheckoutSession = (fields: New<CheckoutSession, NewSession | Given>): CheckoutSession => ({
  ...CHECKOUT_SESSION,
  customer_details: null,
  ...fields,
});

/** `flow`: one act and back to the website; null shows the whole portal. */
export type PortalSession = Wire<
  Pick<Stripe.BillingPortal.Session, 'id' | 'object' | 'created' | 'customer' | 'return_url' | 'url'>
> & { configuration: string; flow: PortalFlow | null };
export type PortalFlow = {
  type: 'payment_method_update';
  after_completion: { type: 'redirect'; redirect: { return_url: string } };
};

/** What a portal offers. */
export type PortalConfiguration = Wire<
  Pick<Stripe.BillingPortal.Configuration, 'id' | 'object' | 'active' | 'created' | 'metadata'>
> & {
  features: Record<'customer_update' | 'invoice_history' | 'payment_method_update', { enabled: boolean }> & {
    customer_update: { allowed_updates?: string[] };
  };
};

/** Where events are sent. */
export type WebhookEndpoint = Wire<
  Pick<Stripe.WebhookEndpoint, 'id' | 'object' | 'api_version' | 'created' | 'metadata' | 'status' | 'url'>
> & { enabled_events: string[] };

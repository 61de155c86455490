import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payments } from '#api/adapters/payments.ts';
import { throwPaymentError } from './stripe-errors.ts';

/**
 * Plans are changed and cancelled on our own page, which knows scheduled changes; the portal is for cards, invoices and what invoices say
 * of the customer. The email isn't changed there: it's that of the account.
 */
const FEATURES: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
};

/** Finds our configuration again after a restart, and after its features have changed in a new version. */
const VERSION = createHash('sha256').update(JSON.stringify(FEATURES)).digest('hex').slice(0, 16);

export function createPortalCalls(stripe: Stripe): Pick<Payments, 'createPortalSession'> {
  let configuration: Promise<string> | null = null;
  const getConfiguration = () => {
    configuration ??= findOrCreateConfiguration(stripe).catch((error: unknown) => {
      configuration = null;
      throw error;
    });
    return configuration;
  };

  return {
    async createPortalSession({ customerId, returnUrl, flow }) {
      const params: Stripe.BillingPortal.SessionCreateParams = {
        customer: customerId,
        configuration: await getConfiguration(),
        return_url: returnUrl,
        ...(flow === 'payment_method' && {
          flow_data: {
            type: 'payment_method_update',
            after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
          },
        }),
      };
      const session = await stripe.billingPortal.sessions.create(params).catch(throwPaymentError);
      return { url: session.url };
    },
  };
}

/** One configuration for all visits, made with the first. */
async function findOrCreateConfiguration(stripe: Stripe): Promise<string> {
  const list = await stripe.billingPortal.configurations.list({ active: true, limit: 100 }).catch(throwPaymentError);
  const found = list.data.find((candidate) => candidate.metadata?.version === VERSION);
  if (found) return found.id;
  const created = await stripe.billingPortal.configurations
    .create(
      { features: FEATURES, metadata: { version: VERSION } },
      { idempotencyKey: `portal-configuration-${VERSION}` },
    )
    .catch(throwPaymentError);
  return created.id;
}

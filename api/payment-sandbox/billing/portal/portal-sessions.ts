import { z } from 'zod';
import { refuse, requireObject } from '../../http/errors.ts';
import { text, url } from '../../http/params.ts';
import { type Call, type Resource, route } from '../../http/resource.ts';
import type { Transaction } from '../../state/transaction.ts';
import { buildPortalSession } from '../objects/portal.ts';
import type { PortalConfiguration, PortalSession } from '../objects/stored.ts';
import { portalUrl } from '../page-urls.ts';

const flowData = z.strictObject({
  type: z.enum(['payment_method_update', 'subscription_cancel']),
  after_completion: z
    .strictObject({
      type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
      redirect: z.strictObject({ return_url: url() }).optional(),
      hosted_confirmation: z.strictObject({ custom_message: text(500).optional() }).optional(),
    })
    .optional(),
  subscription_cancel: z.strictObject({ subscription: text() }).optional(),
});

const createParams = z.strictObject({
  configuration: text().optional(),
  customer: text(),
  flow_data: flowData.optional(),
  locale: text(10).optional(),
  return_url: url().optional(),
});
type CreateParams = z.output<typeof createParams>;

const create = route({
  method: 'POST',
  path: '/v1/billing_portal/sessions',
  params: createParams,
  handle: (call: Call<CreateParams>) => {
    const { tx, params, baseUrl } = call;
    const customer = requireObject(tx, 'customer', params.customer, 'customer');
    const configuration = findConfiguration(tx, params.configuration);
    const id = tx.createId('billing_portal.session');
    const session = tx.put(
      'billing_portal.session',
      buildPortalSession({
        id,
        configuration: configuration.id,
        created: tx.now(),
        customer: customer.id,
        flow: params.flow_data ? buildFlow(tx, params.flow_data, configuration) : null,
        locale: (params.locale ?? null) as PortalSession['locale'],
        return_url: params.return_url ?? configuration.default_return_url,
        url: portalUrl(baseUrl, id),
      }),
    );
    tx.emit('billing_portal.session.created', session);
    return session;
  },
});

function findConfiguration(tx: Transaction, id: string | undefined): PortalConfiguration {
  if (id !== undefined) return requireObject(tx, 'billing_portal.configuration', id, 'configuration');
  const [found] = tx.list('billing_portal.configuration', ({ is_default }) => is_default);
  if (found) return found;
  throw refuse(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
  );
}

type FlowData = NonNullable<CreateParams['flow_data']>;

function buildFlow(tx: Transaction, data: FlowData, { features }: PortalConfiguration): PortalSession['flow'] {
  const isEnabled =
    data.type === 'payment_method_update'
      ? features.payment_method_update.enabled
      : features.subscription_cancel.enabled;
  if (!isEnabled) {
    throw refuse(`This portal configuration does not have \`${data.type}\` enabled.`, { param: 'flow_data[type]' });
  }
  const subscription = data.subscription_cancel?.subscription;
  if (data.type === 'subscription_cancel' && !subscription) {
    throw refuse('Missing required param: flow_data[subscription_cancel].', {
      code: 'parameter_missing',
      param: 'flow_data[subscription_cancel]',
    });
  }
  if (subscription) requireObject(tx, 'subscription', subscription, 'flow_data[subscription_cancel][subscription]');
  const after = data.after_completion;
  return {
    type: data.type,
    after_completion: {
      type: after?.type ?? 'portal_homepage',
      redirect: after?.redirect ?? null,
      hosted_confirmation:
        after?.type === 'hosted_confirmation'
          ? { custom_message: after.hosted_confirmation?.custom_message ?? null }
          : null,
    },
    subscription_cancel: subscription ? { subscription, retention: null } : null,
    subscription_update: null,
    subscription_update_confirm: null,
  } as PortalSession['flow'];
}

export const portalSessions: Resource = { routes: [create] };

import { z } from 'zod';
import { requireObject } from '../../http/errors.ts';
import { listRoute, retrieveRoute } from '../../http/lists.ts';
import { boolean, integer, mergeMetadata, metadata, text, unsettable, url } from '../../http/params.ts';
import { type Resource, route } from '../../http/resource.ts';
import { buildPortalConfiguration } from '../objects/portal.ts';
import type { PortalConfiguration } from '../objects/stored.ts';

const PATH = '/v1/billing_portal/configurations';
type Features = PortalConfiguration['features'];

const CANCELLATION_OPTIONS = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;
const UPDATES = ['address', 'email', 'name', 'phone', 'shipping', 'tax_id'] as const;
const PRORATIONS = ['always_invoice', 'create_prorations', 'none'] as const;

const features = z.strictObject({
  customer_update: z
    .strictObject({ enabled: boolean(), allowed_updates: unsettable(z.array(z.enum(UPDATES))).optional() })
    .optional(),
  invoice_history: z.strictObject({ enabled: boolean() }).optional(),
  payment_method_update: z.strictObject({ enabled: boolean() }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: boolean(),
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(PRORATIONS).optional(),
      cancellation_reason: z
        .strictObject({ enabled: boolean(), options: unsettable(z.array(z.enum(CANCELLATION_OPTIONS))).optional() })
        .optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: boolean(),
      default_allowed_updates: unsettable(z.array(z.enum(['price', 'promotion_code', 'quantity']))).optional(),
      proration_behavior: z.enum(PRORATIONS).optional(),
      products: unsettable(z.array(z.strictObject({ product: text(), prices: z.array(text()) })).max(10)).optional(),
    })
    .optional(),
});

const fields = {
  business_profile: z
    .strictObject({
      headline: unsettable(text(60)).optional(),
      privacy_policy_url: url().optional(),
      terms_of_service_url: url().optional(),
    })
    .optional(),
  default_return_url: unsettable(url()).optional(),
  metadata: metadata().optional(),
  name: unsettable(text()).optional(),
};
const createParams = z.strictObject({ ...fields, features });
const updateParams = z.strictObject({ ...fields, active: boolean().optional(), features: features.optional() });

function resolveFeatures(given: z.output<typeof features>, current: Features | null): Features {
  const cancel = given.subscription_cancel;
  const formerCancel = current?.subscription_cancel;
  const formerUpdate = current?.subscription_update;
  return {
    customer_update: given.customer_update
      ? { enabled: given.customer_update.enabled, allowed_updates: given.customer_update.allowed_updates ?? [] }
      : (current?.customer_update ?? { enabled: false, allowed_updates: [] }),
    invoice_history: given.invoice_history ?? current?.invoice_history ?? { enabled: false },
    payment_method_update: {
      enabled: given.payment_method_update?.enabled ?? current?.payment_method_update.enabled ?? false,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      enabled: cancel?.enabled ?? formerCancel?.enabled ?? false,
      mode: cancel?.mode ?? formerCancel?.mode ?? 'at_period_end',
      proration_behavior: cancel?.proration_behavior ?? formerCancel?.proration_behavior ?? 'none',
      cancellation_reason: {
        enabled: cancel?.cancellation_reason?.enabled ?? formerCancel?.cancellation_reason.enabled ?? false,
        options: cancel?.cancellation_reason?.options ?? formerCancel?.cancellation_reason.options ?? [],
        feedback_options: [],
      },
    } as Features['subscription_cancel'],
    subscription_pause: { enabled: false } as Features['subscription_pause'],
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates:
        given.subscription_update?.default_allowed_updates ?? formerUpdate?.default_allowed_updates ?? [],
      enabled: given.subscription_update?.enabled ?? formerUpdate?.enabled ?? false,
      proration_behavior: given.subscription_update?.proration_behavior ?? formerUpdate?.proration_behavior ?? 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    } as Features['subscription_update'],
  };
}

type Fields = Omit<z.output<typeof updateParams>, 'features' | 'active'>;

function resolveFields(given: Fields, current: PortalConfiguration | null) {
  const profile = {
    headline: null,
    privacy_policy_url: null,
    terms_of_service_url: null,
    ...current?.business_profile,
  };
  return {
    business_profile: { ...profile, ...given.business_profile },
    default_return_url:
      given.default_return_url === undefined ? (current?.default_return_url ?? null) : given.default_return_url,
    metadata: mergeMetadata(current?.metadata ?? {}, given.metadata),
    name: given.name === undefined ? (current?.name ?? null) : given.name,
  };
}

const create = route({
  method: 'POST',
  path: PATH,
  params: createParams,
  handle: ({ tx, params: { features: given, ...rest } }) => {
    const configuration = tx.put(
      'billing_portal.configuration',
      buildPortalConfiguration({
        id: tx.createId('billing_portal.configuration'),
        created: tx.now(),
        features: resolveFeatures(given, null),
        ...resolveFields(rest, null),
      }),
    );
    tx.emit('billing_portal.configuration.created', configuration);
    return configuration;
  },
});

const update = route({
  method: 'POST',
  path: `${PATH}/:id`,
  params: updateParams,
  handle: ({ tx, id, params: { features: given, active, ...rest } }) => {
    const before = requireObject(tx, 'billing_portal.configuration', id);
    const after = tx.update('billing_portal.configuration', id, {
      active: active ?? before.active,
      features: given ? resolveFeatures(given, before.features) : before.features,
      updated: tx.now(),
      ...resolveFields(rest, before),
    });
    tx.emit('billing_portal.configuration.updated', after, before);
    return after;
  },
});

export const portalConfigurations: Resource = {
  routes: [
    create,
    listRoute({
      path: PATH,
      kind: 'billing_portal.configuration',
      filters: { active: boolean().optional(), is_default: boolean().optional(), created: integer().optional() },
      matches: (configuration, { active, is_default: isDefault }) =>
        (active === undefined || configuration.active === active) &&
        (isDefault === undefined || configuration.is_default === isDefault),
    }),
    update,
    retrieveRoute(`${PATH}/:id`, 'billing_portal.configuration'),
  ],
};

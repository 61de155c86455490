import type { RequiredFields, PortalConfiguration, PortalSession, TestClock } from './stored.ts';

export function buildPortalSession(
  fields: RequiredFields<PortalSession, 'id' | 'configuration' | 'created' | 'customer' | 'return_url' | 'url'>,
): PortalSession {
  return {
    object: 'billing_portal.session',
    after_expiration: null,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    ...fields,
  };
}

export function buildPortalConfiguration(
  fields: RequiredFields<PortalConfiguration, 'id' | 'created' | 'business_profile' | 'features'>,
): PortalConfiguration {
  return {
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    default_return_url: null,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: fields.created,
    ...fields,
  };
}

export function buildTestClock(fields: RequiredFields<TestClock, 'id' | 'created' | 'frozen_time'>): TestClock {
  return {
    object: 'test_helpers.test_clock',
    deletes_after: fields.created + 30 * 86_400,
    livemode: false,
    name: null,
    status: 'ready',
    status_details: {},
    ...fields,
  };
}

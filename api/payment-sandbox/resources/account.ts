import { z } from 'zod';
import { type Resource, route } from '../http/resource.ts';

const NAME = 'Payment sandbox';

/** The account itself: its name, as far as anyone asks for it. */
export const account: Resource = {
  routes: [
    route({
      method: 'GET',
      path: '/v1/account',
      params: z.strictObject({}),
      handle: () => ({
        id: 'acct_sandbox',
        object: 'account',
        business_profile: { name: NAME },
        charges_enabled: true,
        country: 'NZ',
        default_currency: 'usd',
        settings: { dashboard: { display_name: NAME, timezone: 'Etc/UTC' } },
        type: 'standard',
      }),
    }),
  ],
};

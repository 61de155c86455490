import { readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { isAlert, listTargets, webhookEventTypes } from '#api/features/subscriptions/webhooks/targets.service.ts';

const event = (type: string) => ({ type, objectId: 'obj_1', customerId: 'cus_1' });

describe('the events that Stripe is asked to send', () => {
  it('are each needed: one fetches an object, or alerts', () => {
    const unneeded = webhookEventTypes.filter((type) => listTargets(event(type)).length === 0 && !isAlert(type));
    expect(unneeded).toEqual([]);
  });

  it('are those that the guide tells an operator to choose', () => {
    const guide = readFileSync('docs/stripe.md', 'utf8');
    expect(webhookEventTypes.filter((type) => !guide.includes(`\`${type}\``))).toEqual([]);
  });

  it('come in the version of the API that the guide tells an operator to choose, which is ours', () => {
    expect(readFileSync('docs/stripe.md', 'utf8')).toContain(`API version \`${Stripe.API_VERSION}\``);
  });
});

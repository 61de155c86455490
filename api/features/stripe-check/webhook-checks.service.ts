import type { PaymentSetup, ProviderEndpoint } from '#api/adapters/payments.ts';
import { formatCount } from '#api/domain/plurals.ts';
import type { WebhookRefusalReason } from '#api/domain/enums.ts';
import type { StripeCheckLine } from '#api/domain/stripe-report.ts';
import { webhookEventTypes } from '#api/features/subscriptions/webhooks/targets.service.ts';

type Result = Omit<StripeCheckLine, 'name'>;

/** An event takes a moment: before that it is on its way (ms). */
const IN_FLIGHT_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Events of so long ago are asked for (ms). */
export const UNDELIVERED_SINCE_MS = 7 * DAY_MS;

export type WebhookRefusal = { eventId: string; reason: WebhookRefusalReason; /** UTC ms. */ at: number };
/** What the site knows of deliveries; null where no server runs. */
export type DeliveryFacts = {
  /** The event that Stripe delivered last, also before a restart. */
  last: { type: string; at: number } | null;
  /** When an event was accepted since the start (UTC ms): with the secret of the settings. */
  acceptedAt: number | null;
  /** Of the events that were asked about, those that were delivered to this site. */
  delivered: readonly string[];
  /** Of the same, what came and was refused, the last time for each. */
  refused: readonly WebhookRefusal[];
} | null;

const line = (state: Result['state'], text: string, rest: Partial<Result> = {}): Result => ({
  state,
  text,
  details: [],
  remedy: null,
  at: null,
  ...rest,
});

const listEvents = 'the events that docs/stripe.md lists';

/** The endpoint that sends to this site; one that is on before one that is not. */
export const findOwnEndpoint = (endpoints: readonly ProviderEndpoint[], url: string): ProviderEndpoint | null =>
  endpoints.find((each) => each.url === url && each.isEnabled) ?? endpoints.find((each) => each.url === url) ?? null;

/** An address that only this machine answers: Stripe can't send there. */
const isLocal = (url: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

type EndpointInput = {
  endpoints: readonly ProviderEndpoint[];
  url: string;
  isSandbox: boolean;
  apiVersion: PaymentSetup['apiVersion'];
};

export function checkEndpoint({ endpoints, url, isSandbox, apiVersion }: EndpointInput): Result {
  const own = findOwnEndpoint(endpoints, url);
  if (own === null && isLocal(url) && !isSandbox) {
    return line('skipped', `Stripe can’t send to ${url}, an address of this machine.`, {
      remedy: `While you develop, run ‘stripe listen --forward-to ${url}’ and set the secret that it prints as STRIPE_WEBHOOK_SECRET.`,
    });
  }
  if (own === null) {
    const others = endpoints.filter(({ isEnabled }) => isEnabled).map((each) => each.url);
    const missed = 'Payments and cancellations are noticed up to an hour late.';
    const text =
      others.length === 0
        ? `The account has no webhook endpoint. ${missed}`
        : `Stripe sends to another address, not to ${url}. ${missed}`;
    return line('error', text, {
      details: others,
      remedy: `In Stripe, Developers, Webhooks, add an endpoint for ${url} with ${listEvents}, set its signing secret as STRIPE_WEBHOOK_SECRET, and restart. If SITE_URL is wrong, correct it.`,
    });
  }
  if (!own.isEnabled) {
    return line('error', `${url} is disabled in Stripe: nothing is sent to it.`, {
      remedy: 'In Stripe, Developers, Webhooks, enable the endpoint. What was missed is fetched within the hour.',
    });
  }
  if (own.apiVersion !== null && own.apiVersion !== apiVersion) {
    return line('warning', `${url} is on, with version ${own.apiVersion} of the API. This site speaks ${apiVersion}.`, {
      remedy: `In Stripe, Developers, Webhooks, add an endpoint with version ${apiVersion}, set its secret beside the old one, then delete the old endpoint.`,
    });
  }
  return line('ok', `${url} is on.`);
}

/** The events that an endpoint doesn’t get and this site needs. */
export const listMissingTypes = ({ types }: ProviderEndpoint): string[] =>
  types.includes('*') ? [] : webhookEventTypes.filter((type) => !types.includes(type));

export function checkEvents(own: ProviderEndpoint | null): Result {
  if (own === null) return line('skipped', 'Not checked: no endpoint sends to this site.');
  const missing = listMissingTypes(own);
  if (missing.length === 0) return line('ok', `All ${webhookEventTypes.length} events are sent to this site.`);
  const verb = missing.length === 1 ? 'isn’t' : 'aren’t';
  return line('error', `${missing.length} of ${webhookEventTypes.length} events ${verb} sent to this site.`, {
    details: missing,
    remedy: 'Add them here, or in Stripe: Developers, Webhooks, your endpoint, Edit.',
  });
}

type UndeliveredEvent = { id: string; type: string; createdAt: number };
type DeliveryInput = {
  facts: DeliveryFacts;
  /** What did not reach every endpoint of the account: another product may have one that fails. */
  undelivered: readonly UndeliveredEvent[];
  now: number;
};

/** A refusal counts when Stripe has that event and could not deliver it: anyone can send something that Stripe did not sign. */
export function checkSecret({ facts, undelivered }: DeliveryInput): Result {
  if (facts === null) return line('skipped', 'Not checked: the server isn’t running.');
  const missing = new Set(listMissing(facts, undelivered).map(({ id }) => id));
  const refused = facts.refused
    .filter(({ eventId, at }) => missing.has(eventId) && at > (facts.acceptedAt ?? 0))
    .toSorted((one, other) => other.at - one.at)[0];
  if (refused?.reason === 'signature') {
    return line('error', 'Events of Stripe are refused: their signature doesn’t match STRIPE_WEBHOOK_SECRET.', {
      remedy:
        'In Stripe, Developers, Webhooks, open your endpoint, reveal its signing secret, set it as STRIPE_WEBHOOK_SECRET, and restart.',
      at: refused.at,
    });
  }
  if (refused?.reason === 'mode') {
    return line('error', 'Events of Stripe are refused: the webhook secret is of the other mode than the key.', {
      remedy: 'Set STRIPE_WEBHOOK_SECRET to that of the endpoint in the mode of the key, and restart.',
      at: refused.at,
    });
  }
  if (refused) {
    return line('skipped', 'The last event was refused for its time, not for its signature.', {
      remedy: 'See Clock.',
      at: refused.at,
    });
  }
  if (facts.acceptedAt === null) return line('skipped', 'Not known until the first event comes after a start.');
  return line('ok', 'Matches: the last event was accepted.');
}

const listMissing = (
  { delivered }: NonNullable<DeliveryFacts>,
  undelivered: readonly UndeliveredEvent[],
): UndeliveredEvent[] => undelivered.filter(({ id }) => !delivered.includes(id));

export function checkDeliveries({ facts, undelivered, now }: DeliveryInput): Result {
  const isOverdue = ({ type, createdAt }: UndeliveredEvent) =>
    createdAt < now - IN_FLIGHT_MS && webhookEventTypes.some((known) => known === type);
  const overdue = (facts === null ? undelivered : listMissing(facts, undelivered)).filter(isOverdue);
  if (facts === null && overdue.length > 0) {
    const verb = overdue.length === 1 ? 'was' : 'were';
    return line(
      'skipped',
      `${formatCount(overdue.length, 'event')} of the last 7 days ${verb} not delivered everywhere. Whether to this site isn’t known: the server isn’t running.`,
    );
  }
  if (overdue.length > 0) {
    const verb = overdue.length === 1 ? 'hasn’t' : 'haven’t';
    return line('warning', `${formatCount(overdue.length, 'event')} of the last 7 days ${verb} arrived.`, {
      details: [...new Set(overdue.map(({ type }) => type))],
      remedy:
        'Nothing is lost: the site fetches missed events every hour. In Stripe, Developers, Webhooks, your endpoint shows what it was answered.',
      at: overdue[0]?.createdAt ?? null,
    });
  }
  if (!facts?.last) return line('ok', 'Nothing is waiting. No event has come yet.');
  const { type, at } = facts.last;
  return line('ok', `${type} arrived. Nothing is waiting, no failures in 7 days.`, { at });
}

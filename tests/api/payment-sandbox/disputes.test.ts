import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../../support/payments/sandbox.ts';
import { subscribe, typesSince } from '../../support/payments/subscribe.ts';

async function startDisputed(card: string) {
  const started = await startTestSandbox();
  await subscribe(started, { card });
  const [dispute] = (await started.stripe.disputes.list()).data;
  return { ...started, id: dispute?.id ?? '', dispute };
}

describe('a dispute', () => {
  it('follows the payment by the card of its kind, takes the money and leaves the subscription alone', async () => {
    const { stripe, control, dispute } = await startDisputed('4000000000002685');
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'product_not_received', amount: 1000 });
    expect(await stripe.charges.retrieve(String(dispute?.charge))).toMatchObject({
      disputed: true,
      status: 'succeeded',
    });
    expect(
      control
        .events()
        .slice(-3)
        .map(({ type }) => type),
    ).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.updated']);
    expect((await stripe.subscriptions.list()).data.map(({ status }) => status)).toEqual(['active']);
  });

  it.each([
    ['winning_evidence', 'won', ['charge.dispute.updated', 'charge.dispute.closed', 'charge.dispute.funds_reinstated']],
    ['losing_evidence', 'lost', ['charge.dispute.updated', 'charge.dispute.closed']],
  ])('is decided by %s', async (uncategorized_text, status, types) => {
    const { stripe, control, id } = await startDisputed('4000000000000259');
    const since = typesSince(control);
    expect((await stripe.disputes.update(id, { evidence: { uncategorized_text } })).status).toBe(status);
    expect(since()).toEqual(types);
    await expect(stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('is lost when it is accepted', async () => {
    const { stripe, id } = await startDisputed('4000000000000259');
    expect((await stripe.disputes.close(id)).status).toBe('lost');
  });

  it('of an inquiry takes no money; other cards have none', async () => {
    const inquiry = await startDisputed('4000000000001976');
    expect(inquiry.dispute?.status).toBe('warning_needs_response');
    expect(inquiry.control.events().map(({ type }) => type)).not.toContain('charge.dispute.funds_withdrawn');
    expect((await startDisputed('4000000000005423')).dispute).toBeUndefined();
  });
});

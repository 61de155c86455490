import { randomBytes } from 'node:crypto';

const PREFIXES = {
  customer: 'cus_',
  product: 'prod_',
  price: 'price_',
  payment_method: 'pm_',
  payment_intent: 'pi_',
  charge: 'ch_',
  refund: 're_',
  dispute: 'du_',
  coupon: 'coupon_',
  discount: 'di_',
  promotion_code: 'promo_',
  tax_rate: 'txr_',
  tax_id: 'txi_',
  event: 'evt_',
  webhook_endpoint: 'we_',
  'checkout.session': 'cs_test_',
  subscription: 'sub_',
  subscription_item: 'si_',
  subscription_schedule: 'sub_sched_',
  invoice: 'in_',
  line_item: 'il_',
  upcoming_invoice: 'upcoming_in_',
  invoiceitem: 'ii_',
  invoice_payment: 'inpay_',
  credit_note: 'cn_',
  'billing_portal.session': 'bps_',
  'billing_portal.configuration': 'bpc_',
  request: 'req_',
} as const;

export type IdKind = keyof typeof PREFIXES;

/** `seq` comes first, in fixed width: ids of one kind sort by age. Sessions have long ids, as Stripe's have. */
export function createId(kind: IdKind, seq: number): string {
  const random = randomBytes(kind === 'checkout.session' ? 24 : 6).toString('hex');
  return `${PREFIXES[kind]}1${seq.toString(36).padStart(7, '0')}${random}`;
}

/** The kind of an object by its id, for expansion. The longest prefix wins: `sub_sched_` before `sub_`. */
export function findKind(id: string): IdKind | null {
  const matches = Object.entries(PREFIXES).filter(([, prefix]) => id.startsWith(prefix));
  const longest = matches.sort((a, b) => b[1].length - a[1].length)[0];
  return longest ? (longest[0] as IdKind) : null;
}

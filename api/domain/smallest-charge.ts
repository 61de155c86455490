/**
 * What Stripe charges at least, in minor units, by currency: docs.stripe.com/currencies, ‘Minimum charge amount’. It counts in the
 * currency that is paid out, which is taken to be that of the payment. 50, that of most, where none is named.
 */
const SMALLEST_CHARGES: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};
const USUAL = 50;

/** What is charged of an amount that is owed: all of it, or nothing when it is below the smallest charge. The code may be in capitals. */
export const computeCharge = (owed: number, currency: string): number =>
  owed < (SMALLEST_CHARGES[currency.toLowerCase()] ?? USUAL) ? 0 : owed;

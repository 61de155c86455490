/** Why a bank refuses. `code` is card_declined with a decline code, or a code of its own. */
export type Decline = { code: string; declineCode?: string; message: string };

/**
 * When the bank asks the payer to confirm: `unless-set-up` also off session, where nobody can answer; `on-session` only when the payer
 * is there; `fails` asks and refuses whatever the payer does.
 */
type Authentication = 'never' | 'unless-set-up' | 'always' | 'on-session' | 'fails';

export type TestCard = {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex';
  /** What the checkout page says beside the number. */
  label: string;
  authentication: Authentication;
  /** Every charge ends so, after the authentication if there is one. */
  decline: Decline | null;
  /** It cannot be saved for a customer either. */
  refusesAttach: boolean;
  /** The ready-made payment method of Stripe's tests. */
  token: string | null;
};

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const INSUFFICIENT = declined('insufficient_funds', 'Your card has insufficient funds.');

const card = (number: string, label: string, rest: Partial<TestCard> = {}): TestCard => ({
  number,
  label,
  brand: 'visa',
  authentication: 'never',
  decline: null,
  refusesAttach: false,
  token: null,
  ...rest,
});
const refused = (number: string, label: string, decline: Decline, token: string | null = null) =>
  card(number, label, { decline, refusesAttach: true, token });

/** In the order of the choices on the checkout page. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'Payment succeeds, Visa', { token: 'pm_card_visa' }),
  card('5555555555554444', 'Payment succeeds, Mastercard', { brand: 'mastercard', token: 'pm_card_mastercard' }),
  card('378282246310005', 'Payment succeeds, American Express', { brand: 'amex', token: 'pm_card_amex' }),
  refused('4000000000000002', 'Declined', declined('generic_decline'), 'pm_card_visa_chargeDeclined'),
  refused('4000000000009995', 'Insufficient funds', INSUFFICIENT, 'pm_card_visa_chargeDeclinedInsufficientFunds'),
  refused('4000000000009987', 'Lost card', declined('lost_card'), 'pm_card_visa_chargeDeclinedLostCard'),
  refused('4000000000009979', 'Stolen card', declined('stolen_card'), 'pm_card_visa_chargeDeclinedStolenCard'),
  card('4000000000006975', 'Too many charges', {
    decline: declined('card_velocity_exceeded', 'Your card has exceeded its credit limit.'),
    token: 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  }),
  refused(
    '4000000000000069',
    'Expired card',
    { code: 'expired_card', message: 'Your card has expired.' },
    'pm_card_chargeDeclinedExpiredCard',
  ),
  refused(
    '4000000000000127',
    'Wrong security code',
    { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
    'pm_card_chargeDeclinedIncorrectCvc',
  ),
  refused(
    '4000000000000119',
    'Processing error',
    {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
    'pm_card_chargeDeclinedProcessingError',
  ),
  card('4000000000000341', 'Saved, but every charge is declined', {
    decline: declined('generic_decline'),
    token: 'pm_card_chargeCustomerFail',
  }),
  card('4000002500003155', 'Asks for authentication once', {
    authentication: 'unless-set-up',
    token: 'pm_card_authenticationRequiredOnSetup',
  }),
  card('4000002760003184', 'Asks for authentication every time', {
    authentication: 'always',
    token: 'pm_card_authenticationRequired',
  }),
  card('4000003800000446', 'Asks for authentication when you are present', {
    authentication: 'on-session',
    token: 'pm_card_authenticationRequiredSetupForOffSession',
  }),
  card('4000008260003178', 'Authentication, then insufficient funds', {
    authentication: 'unless-set-up',
    decline: INSUFFICIENT,
    token: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  }),
  card('4000000000003220', '3D Secure 2 required', {
    authentication: 'on-session',
    token: 'pm_card_threeDSecure2Required',
  }),
  card('4000008400001629', 'Authentication, then declined', {
    authentication: 'on-session',
    decline: declined('generic_decline'),
    token: 'pm_card_threeDSecureRequiredChargeDeclined',
  }),
  card('4000008400001280', 'Authentication can’t be reached', { authentication: 'fails' }),
  card('4000000000003055', '3D Secure supported, not required', { token: 'pm_card_threeDSecureOptional' }),
  card('4000000000003097', '3D Secure supported with an error'),
  card('4000000000000101', 'Payment succeeds, security code check fails', { token: 'pm_card_cvcCheckFail' }),
  card('4100000000000019', 'Blocked as fraud', { decline: declined('fraudulent'), token: 'pm_card_radarBlock' }),
  card('4000000000000259', 'Payment succeeds, then is disputed as fraud', { token: 'pm_card_createDispute' }),
  card('4000000000002685', 'Payment succeeds, then is disputed as not received', {
    token: 'pm_card_createDisputeProductNotReceived',
  }),
  card('4000000000001976', 'Payment succeeds, then the bank asks about it', { token: 'pm_card_createDisputeInquiry' }),
  card('4000000000005423', 'Payment succeeds, then is reported as fraud', { token: 'pm_card_createIssuerFraudRecord' }),
  card('4000000000007726', 'Refund pending, then paid back', { token: 'pm_card_pendingRefund' }),
  card('4000000000005126', 'Refund fails later', { token: 'pm_card_refundFail' }),
];

const INCORRECT_NUMBER: Decline = { code: 'incorrect_number', message: 'Your card number is incorrect.' };
const cardsByNumber = new Map(TEST_CARDS.map((each) => [each.number, each]));

/** Any other number that passes the Luhn check is declined, as Stripe declines real cards in test mode. */
export function findTestCard(number: string): TestCard {
  const digits = number.replaceAll(/[\s-]/g, '');
  const known = cardsByNumber.get(digits);
  if (known) return known;
  const decline = passesLuhn(digits)
    ? declined(
        'live_mode_test_card',
        'Your card was declined. Your request was in test mode, but used a non test card.',
      )
    : INCORRECT_NUMBER;
  return card(digits, 'Not a test card', { decline, refusesAttach: true });
}

/** The card behind a ready-made payment method such as `pm_card_visa`. */
export const findCardByToken = (token: string): TestCard | undefined => TEST_CARDS.find((each) => each.token === token);

function passesLuhn(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

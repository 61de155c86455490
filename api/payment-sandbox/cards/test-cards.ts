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
  ...rest,
});
const refused = (number: string, label: string, decline: Decline) =>
  card(number, label, { decline, refusesAttach: true });

/** In the order of the choices on the checkout page. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'Payment succeeds, Visa'),
  card('5555555555554444', 'Payment succeeds, Mastercard', { brand: 'mastercard' }),
  card('378282246310005', 'Payment succeeds, American Express', { brand: 'amex' }),
  refused('4000000000000002', 'Declined', declined('generic_decline')),
  refused('4000000000009995', 'Insufficient funds', INSUFFICIENT),
  refused('4000000000009987', 'Lost card', declined('lost_card')),
  refused('4000000000009979', 'Stolen card', declined('stolen_card')),
  refused('4000000000000069', 'Expired card', { code: 'expired_card', message: 'Your card has expired.' }),
  refused('4000000000000127', 'Wrong security code', {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  }),
  refused('4000000000000119', 'Processing error', {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  }),
  card('4000000000000341', 'Saved, but every charge is declined', { decline: declined('generic_decline') }),
  card('4000002500003155', 'Asks for authentication once', { authentication: 'unless-set-up' }),
  card('4000002760003184', 'Asks for authentication every time', { authentication: 'always' }),
  card('4000003800000446', 'Asks for authentication when you are present', { authentication: 'on-session' }),
  card('4000008260003178', 'Authentication, then insufficient funds', {
    authentication: 'unless-set-up',
    decline: INSUFFICIENT,
  }),
  card('4000008400001629', 'Authentication, then declined', {
    authentication: 'on-session',
    decline: declined('generic_decline'),
  }),
  card('4000008400001280', 'Authentication can’t be reached', { authentication: 'fails' }),
  card('4000000000000259', 'Payment succeeds, then is disputed as fraud'),
  card('4000000000002685', 'Payment succeeds, then is disputed as not received'),
  card('4000000000001976', 'Payment succeeds, then the bank asks about it'),
  card('4000000000007726', 'Refund pending, then paid back'),
  card('4000000000005126', 'Refund fails later'),
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

function passesLuhn(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

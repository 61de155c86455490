import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startJoinForm } from '#src/features/waiting-list/form/join-form-loader.ts';
import { listEntries } from '../../support/app/waiting-list.ts';
import { createIslandSite, expectFocus, findToast, type IslandSite } from '../../support/islands/island-site.tsx';

const PATH = '/api/waitinglist';
const FAILED = 'Something went wrong. Please try again.';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite({ hasFakeTimers: true });
});

/** The markup that JoinForm.astro renders, as far as the script reads it. */
function openForm() {
  const field = (name: string, label: string) =>
    `<label for="join_${name}">${label}</label><input id="join_${name}" name="${name}">
     <p class="field-error" id="join_${name}_error" hidden></p>`;
  document.body.innerHTML = `<main><form id="join_form" method="post" action="/api/waitinglist/form">
      ${field('email', 'Email address')}${field('firstName', 'First name')}${field('lastName', 'Last name')}
      ${field('intent', 'How do you plan to use GenMate?')}
      <input type="hidden" name="productId" value="4"><input name="website">
      <button type="submit">Join the waiting list</button>
    </form>
    <div id="joined" hidden><h2 class="title" tabindex="-1">You are on the list</h2>
      <p class="to" hidden>Joined as <strong></strong></p></div></main>`;
  startJoinForm();
}
const email = () => screen.getByLabelText<HTMLInputElement>('Email address');
const button = () => document.querySelector('button[type=submit]') as HTMLButtonElement;
async function join(address: string) {
  await site.user.clear(email());
  await site.user.type(email(), address);
  site.clock.advance(1_000);
  await site.user.click(button());
}

test('joins without leaving the page, and shows a toast', async () => {
  openForm();
  await site.user.type(screen.getByLabelText(/How do you plan/), 'A history of tea.');
  const proceed = site.network.hold('POST', PATH);
  await join('mere@example.com');
  await waitFor(() => expect(button().textContent).toBe('Joining Waitinglist...'));
  expect(button().disabled).toBe(true);
  proceed();
  await findToast(/^Thanks for joining the GenMate waiting list\. Check your email for the next step\./);
  expect(document.querySelector<HTMLFormElement>('#join_form')?.hidden).toBe(true);
  expect(document.querySelector('.to')?.textContent).toBe('Joined as mere@example.com');
  await expectFocus(() => screen.getByRole('heading', { name: 'You are on the list' }));
  expect(await listEntries(site)).toEqual([expect.objectContaining({ intent: 'A history of tea.' })]);
});

test('an invalid address is shown at its field and in a toast; the entered text is kept', async () => {
  openForm();
  await site.user.type(screen.getByLabelText(/How do you plan/), 'A history of tea.');
  await join('nobody@localhost');
  await findToast(/Enter an email address like name@example\.com\./);
  expect(document.querySelector('#join_email_error')?.textContent).toBe(
    'Enter an email address like name@example.com.',
  );
  await expectFocus(email);
  expect(email().getAttribute('aria-describedby')).toBe('join_email_error');
  expect(email().value).toBe('nobody@localhost');
  expect(screen.getByLabelText<HTMLInputElement>(/How do you plan/).value).toBe('A history of tea.');
  expect(button().disabled).toBe(false);
  await join('somebody@example.com');
  await findToast(/Thanks for joining the GenMate waiting list/);
});

test.each([
  ['the server fails without a message', () => site.network.fail('POST', PATH, 502), FAILED],
  [
    'the server gives a reason',
    () => site.network.fail('POST', PATH, 429, { message: 'Later, please.' }),
    'Later, please.',
  ],
  ['the network is gone', () => site.network.disconnect('POST', PATH), FAILED],
])('when %s, a toast says so and the form stays', async (_, breakNetwork, words) => {
  openForm();
  breakNetwork();
  await join('failing@example.com');
  await findToast(words);
  expect(email().value).toBe('failing@example.com');
  expect(button().textContent).toBe('Join the waiting list');
});

test('the form is prefilled for a signed-in user', async () => {
  const { email: address } = await site.signIn();
  openForm();
  expect(email().value).toBe(address);
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Mere');
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Tane');
});

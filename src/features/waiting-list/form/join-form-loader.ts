import { readUser } from '#src/lib/session-storage.ts';
import type { JoinFormController } from './join-form.ts';

/** The script of the form is loaded on first use; until then this is all that a visitor loads. */
export function startJoinForm(): void {
  const form = document.querySelector<HTMLFormElement>('#join_form');
  if (!form) return;
  let loading: Promise<JoinFormController> | undefined;
  const load = () => {
    loading ??= import('./join-form.ts').then(({ JoinFormController }) => new JoinFormController(form));
    return loading;
  };
  form.noValidate = true; // the server's messages are shown under the fields
  form.addEventListener('focusin', () => void load().catch(() => undefined), { once: true });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    load().then(
      (joining) => joining.submit(),
      () => form.submit(), // the script failed to load: the plain form works as well
    );
  });
  prefillUser(form);
}

/** Fills in the fields of a signed-in user. */
function prefillUser({ elements }: HTMLFormElement): void {
  const user = readUser();
  const profileValues = { email: user?.email, firstName: user?.first_name, lastName: user?.last_name };
  for (const [name, value] of Object.entries(profileValues)) {
    const field = elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value === '' && value) field.value = value;
  }
}

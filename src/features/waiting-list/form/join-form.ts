import { fetchFormToken } from '#src/lib/form-token.ts';
import { type ProofOfWork, solveProofOfWork } from '#src/lib/proof-of-work.ts';
import { showToast } from '#src/lib/toast.ts';

const FAILED = 'Something went wrong. Please try again.';
const FIELDS = ['email', 'firstName', 'lastName', 'intent'];

type ResponseBody = {
  message?: string;
  issues?: { path: string; message: string }[];
  proof_of_work?: ProofOfWork;
} | null;
type SendResult = { response: Response; responseBody: ResponseBody };

/** The form of a waiting list: joins without leaving the page, shows errors under the fields, keeps the input. */
export class JoinFormController {
  readonly #form: HTMLFormElement;
  readonly #button: HTMLButtonElement;
  readonly #idleLabel: string;
  readonly #token: Promise<string | null>;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#button = form.querySelector('button') as HTMLButtonElement;
    this.#idleLabel = this.#button.textContent;
    this.#token = fetchFormToken();
  }

  async submit(): Promise<void> {
    if (this.#button.disabled) return;
    this.#setBusy(true);
    this.#showIssues([]);
    try {
      const { response, responseBody } = await this.#sendWithProof();
      if (response.ok) this.#showJoined(responseBody?.message ?? '');
      else this.#showFailure(responseBody);
    } catch {
      this.#showFailure(null);
    }
  }

  /** Sends the form, and once more with a proof of work when the server needs one. */
  async #sendWithProof(): Promise<SendResult> {
    const result = await this.#send(null);
    const challenge = result.responseBody?.proof_of_work;
    return challenge ? this.#send(await solveProofOfWork(challenge)) : result;
  }

  async #send(proofOfWork: string | null): Promise<SendResult> {
    const fields = Object.fromEntries(new FormData(this.#form));
    const body = { ...fields, productId: Number(fields.productId), formToken: await this.#token, proofOfWork };
    const response = await fetch('/api/waitinglist', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { response, responseBody: (await response.json().catch(() => null)) as ResponseBody };
  }

  #setBusy(isBusy: boolean): void {
    this.#button.disabled = isBusy;
    this.#button.textContent = isBusy ? 'Joining Waitinglist...' : this.#idleLabel;
  }

  #showJoined(message: string): void {
    const joined = document.querySelector<HTMLElement>('#joined');
    const recipient = joined?.querySelector<HTMLElement>('.to');
    const address = recipient?.querySelector('strong');
    if (!joined || !recipient || !address) return;
    address.textContent = this.#field('email')?.value.trim() ?? '';
    recipient.hidden = false;
    this.#form.hidden = true;
    joined.hidden = false;
    joined.querySelector<HTMLElement>('.title')?.focus();
    showToast(message, 'success');
  }

  #showFailure(responseBody: ResponseBody): void {
    this.#setBusy(false);
    const first = this.#showIssues(responseBody?.issues ?? []);
    (first ?? this.#button).focus();
    showToast(responseBody?.message || FAILED, 'error');
  }

  /** Returns the first invalid field. */
  #showIssues(issues: readonly { path: string; message: string }[]): HTMLElement | undefined {
    const invalidFields: HTMLElement[] = [];
    for (const name of FIELDS) {
      const field = this.#field(name);
      const error = document.getElementById(`join_${name}_error`);
      if (!field || !error) continue;
      const message = issues.find(({ path }) => path === name)?.message;
      error.textContent = message ?? '';
      error.hidden = message === undefined;
      if (message === undefined) {
        field.removeAttribute('aria-invalid');
        field.removeAttribute('aria-describedby');
        continue;
      }
      field.setAttribute('aria-invalid', 'true');
      field.setAttribute('aria-describedby', error.id);
      invalidFields.push(field);
    }
    return invalidFields[0];
  }

  #field(name: string): HTMLInputElement | HTMLTextAreaElement | null {
    return this.#form.querySelector(`#join_${name}`);
  }
}

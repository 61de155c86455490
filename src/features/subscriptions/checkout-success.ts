const PROCESSING_MS = 2000;
const SESSION_ID = /^cs_(test|live)_\w+$/;

/** The page after checkout: processing for two seconds, then the welcome with the session id of the address. */
class CheckoutWelcome extends HTMLElement {
  connectedCallback() {
    const sessionId = new URLSearchParams(location.search).get('session_id') ?? '';
    const session = this.querySelector<HTMLElement>('.session');
    const code = session?.querySelector('code');
    if (session && code && SESSION_ID.test(sessionId)) {
      code.textContent = sessionId;
      session.hidden = false;
    }
    setTimeout(() => {
      this.dataset.ready = '';
      this.querySelector<HTMLElement>('.welcome')?.focus({ preventScroll: true });
    }, PROCESSING_MS);
  }
}

customElements.define('checkout-welcome', CheckoutWelcome);

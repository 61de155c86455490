const HIDDEN_KEY = 'setupHidden';

/** Whether this browser hides the checklist of a new site. */
export function isSetupHidden(): boolean {
  try {
    return localStorage.getItem(HIDDEN_KEY) !== null;
  } catch {
    return false; // storage is forbidden
  }
}

export function hideSetup(): void {
  try {
    localStorage.setItem(HIDDEN_KEY, '1');
  } catch {
    // storage is forbidden: hidden until the page is loaded again
  }
}

import { showToast } from '#src/lib/toast.ts';

export async function copyEmail(email: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(email);
    showToast('Email address copied', 'success');
  } catch {
    showToast('Couldn’t copy the email address. Select it and copy it by hand.', 'error');
  }
}

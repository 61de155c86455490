// Browsers without invoker commands or `closedby` get the same from here.
const native = 'commandForElement' in HTMLButtonElement.prototype;

if (!native) {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[commandfor]')) {
    button.addEventListener('click', () => {
      const dialog = document.getElementById(button.getAttribute('commandfor') ?? '') as HTMLDialogElement | null;
      if (button.getAttribute('command') === 'close') dialog?.close();
      else dialog?.showModal();
    });
  }
}

if (!('closedBy' in HTMLDialogElement.prototype)) {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[closedby]')) {
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  }
}

export {};

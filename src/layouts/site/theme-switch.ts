const root = document.documentElement;

for (const input of document.querySelectorAll<HTMLInputElement>('.theme-choice input')) {
  input.checked = input.value === (root.dataset.theme ?? 'system');
  input.addEventListener('change', () => {
    const isSystem = input.value === 'system';
    if (isSystem) delete root.dataset.theme;
    else root.dataset.theme = input.value;
    try {
      if (isSystem) localStorage.removeItem('theme');
      else localStorage.setItem('theme', input.value);
    } catch {
      // storage is forbidden: the choice lasts as long as the page
    }
  });
}

export {};

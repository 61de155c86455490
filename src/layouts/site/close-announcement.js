(() => {
  const line = document.currentScript.previousElementSibling;
  const { key } = line.dataset;
  try {
    if (localStorage.getItem('announcement') === key) return line.remove();
  } catch {}
  const button = line.querySelector('button');
  button.hidden = false;
  button.onclick = () => {
    try {
      localStorage.setItem('announcement', key);
    } catch {}
    line.remove();
    document.getElementById('main_content').focus({ preventScroll: true });
  };
})();

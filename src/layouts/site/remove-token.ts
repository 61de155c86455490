// A token in the address is for other sites. Ours never reads it, and does not leave it in the address bar.
const address = new URL(location.href);
if (address.searchParams.has('token')) {
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address);
}

export {};

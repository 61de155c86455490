/** Whether only this machine answers at a host of an address: no TLS is needed there, and no one else can open it. */
export const isLocalHost = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

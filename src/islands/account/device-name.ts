import Bowser from 'bowser';

export type Device = { name: string; isHandheld: boolean };

/** What a person would call the device: 'Firefox 144 on Windows'. */
export function deviceOf(userAgent: string): Device {
  if (userAgent.trim() === '') return { name: 'Unknown browser', isHandheld: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0];
  const name = [browser.name, version].filter(Boolean).join(' ');
  const system = os.name ? ` on ${os.name}` : '';
  return {
    name: `${name || 'Unknown browser'}${system}`,
    isHandheld: ['mobile', 'tablet'].includes(platform.type ?? ''),
  };
}

const format = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'short' });

/** In the time zone of the reader: '21 Nov 2026, 3:04 pm'. */
export const momentOf = (iso: string) => format.format(new Date(iso));

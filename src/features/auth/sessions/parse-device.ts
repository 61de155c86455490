import Bowser from 'bowser';

export type Device = { name: string; isHandheld: boolean };

/** A readable name of the device: 'Firefox 144 on Windows'. */
export function parseDevice(userAgent: string): Device {
  const { browser, os, platform } = userAgent.trim() === '' ? EMPTY_RESULT : Bowser.parse(userAgent);
  // A program other than a browser starts with its name.
  const other = /^[\w .-]{1,30}/.exec(userAgent)?.[0] ?? 'Unknown browser';
  const name = browser.name ? [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ') : other;
  const system = os.name ? ` on ${os.name}` : '';
  return { name: `${name}${system}`, isHandheld: ['mobile', 'tablet'].includes(platform.type ?? '') };
}

const EMPTY_RESULT: Bowser.Parser.ParsedResult = { browser: {}, os: {}, platform: {}, engine: {} };

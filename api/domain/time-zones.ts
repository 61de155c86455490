import { requireFormat } from './local-time.ts';

/**
 * Today’s names of zones that ICU keeps under an earlier one (tz database 2025b; ICU 78, Node 24, Chromium 156). `Intl` takes both, but
 * lists, and resolves to, the earlier one.
 */
const modernNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Today’s name of a zone: Asia/Kolkata of Asia/Calcutta. */
export const toModernZone = (zone: string): string => modernNames[zone] ?? zone;

/** The zones to choose from, by today’s names. */
export const listTimeZones = (): string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(toModernZone)].sort()),
];

/** Whether dates can be formatted in it: under today’s name, an earlier one, or an alias such as US/Pacific. Offsets are no names. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    requireFormat('en', zone);
    return true;
  } catch {
    return false;
  }
}

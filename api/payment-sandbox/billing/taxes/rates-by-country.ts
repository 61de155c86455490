type CountryRate = { name: string; type: string; percentage: number };

const vat = (percentage: number): CountryRate => ({ name: 'VAT', type: 'vat', percentage });
const gst = (percentage: number): CountryRate => ({ name: 'GST', type: 'gst', percentage });

/** Standard rates of services that are sold electronically, as of November 2026; in other countries no tax is collected. */
export const RATES_BY_COUNTRY: Readonly<Record<string, CountryRate>> = {
  AT: vat(20),
  AU: gst(10),
  BE: vat(21),
  BG: vat(20),
  CA: gst(5),
  CH: vat(8.1),
  CY: vat(19),
  CZ: vat(21),
  DE: vat(19),
  DK: vat(25),
  EE: vat(24),
  ES: vat(21),
  FI: vat(25.5),
  FR: vat(20),
  GB: vat(20),
  GR: vat(24),
  HR: vat(25),
  HU: vat(27),
  IE: vat(23),
  IS: vat(24),
  IT: vat(22),
  JP: { name: 'Consumption tax', type: 'jct', percentage: 10 },
  LT: vat(21),
  LU: vat(17),
  LV: vat(21),
  MT: vat(18),
  NL: vat(21),
  NO: vat(25),
  NZ: gst(15),
  PL: vat(23),
  PT: vat(23),
  RO: vat(21),
  SE: vat(25),
  SG: gst(9),
  SI: vat(22),
  SK: vat(23),
  UG: vat(18),
};

const NOT_EU = new Set(['AU', 'CA', 'CH', 'GB', 'IS', 'JP', 'NO', 'NZ', 'SG', 'UG']);

export const isInEu = (country: string): boolean => country in RATES_BY_COUNTRY && !NOT_EU.has(country);

/** The kind of a tax number: of the EU by its first two letters (Greece writes EL). */
export function findTaxIdType(value: string, country: string | null): string {
  const prefix = value.slice(0, 2).toUpperCase().replace('EL', 'GR');
  if (isInEu(prefix)) return 'eu_vat';
  const types: Record<string, string> = { AU: 'au_abn', CH: 'ch_vat', GB: 'gb_vat', NO: 'no_vat', NZ: 'nz_gst' };
  return types[country ?? ''] ?? 'unknown';
}

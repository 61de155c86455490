import { memoizeByLocale } from './region.ts';

const getFormat = memoizeByLocale((locale: string) => new Intl.NumberFormat(locale));

/** '1,204' in the company's locale. */
export const formatNumber = (value: number | bigint): string => getFormat().format(value);

/** In another locale than the company’s, as an example of it. */
export const formatNumberIn = (locale: string, value: number): string => new Intl.NumberFormat(locale).format(value);

/** Whether a locale writes 9,90 and not 9.90. */
export const hasDecimalComma = (locale: string): boolean => formatNumberIn(locale, 0.5).includes(',');

const getDecimalFormat = memoizeByLocale(
  (locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** With one digit after the decimal sign: '1.4'. */
export const formatDecimal = (value: number): string => getDecimalFormat().format(value);

const getPercentFormat = memoizeByLocale(
  (locale: string) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
);

/** Of hundredths: '25%', or '8,1 %' where it is written so. */
export const formatPercent = (hundredths: number): string => getPercentFormat().format(hundredths / 100);

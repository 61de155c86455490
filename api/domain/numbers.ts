import { region } from './region.ts';

const format = new Intl.NumberFormat(region.locale);

/** '1,204' in the company's locale. */
export const formatNumber = (value: number | bigint): string => format.format(value);

const decimal = new Intl.NumberFormat(region.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** With one digit after the decimal sign: '1.4'. */
export const formatDecimal = (value: number): string => decimal.format(value);

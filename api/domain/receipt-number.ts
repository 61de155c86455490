/** The number of a receipt as its buyer and the accountant read it: '000042'. */
export const formatReceiptNumber = (number: number): string => String(number).padStart(6, '0');

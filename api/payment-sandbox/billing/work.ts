import type { Transaction } from '../state/transaction.ts';

/** What every step of billing needs: the transaction, and the sandbox's origin for the addresses of its pages. */
export type Work = { tx: Transaction; baseUrl: string };

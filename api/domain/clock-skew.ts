/**
 * How far the clocks of servers that share a site may be apart (ms). What another server dated within this is not misdated, and
 * nobody has to wait so much longer because two servers took part. Leases go by the clock of the database.
 */
export const CLOCK_SKEW_MS = 5_000;

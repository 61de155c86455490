type BlacklistState = { isBlacklisted: boolean; blacklistedUntil: number | null };

/** True while a user is blacklisted: without an end, or until a time (UTC ms) in the future. */
export function isBlacklistActive(user: BlacklistState, now: number): boolean {
  return user.isBlacklisted && (user.blacklistedUntil === null || now < user.blacklistedUntil);
}

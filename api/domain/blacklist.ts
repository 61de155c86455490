type BlacklistState = { isBlacklisted: boolean; blacklistedUntil: number | null };

/** True while a person is kept out: for good, or until an instant (UTC ms) that has not come. */
export function isBlacklistActive(user: BlacklistState, now: number): boolean {
  return user.isBlacklisted && (user.blacklistedUntil === null || now < user.blacklistedUntil);
}

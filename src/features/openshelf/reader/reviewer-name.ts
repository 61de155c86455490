/** Who decided, for the one who reads it: 'You', a name, or that the account is gone. */
export const formatReviewer = (user: { id: number; name: string } | null, viewerId: number): string =>
  user?.id === viewerId ? 'You' : (user?.name ?? 'A former reviewer');
